import type { Reason } from '../../model/shared/reasons.ts';
import { defaultSection } from '../../model/sites/edits.ts';
import { problemOfField, type PartField } from '../../model/sites/limits.ts';
import { childrenOf } from '../../model/sites/moves.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { partOf, placementOf, type LinkedSpace, type SitePart } from '../../model/sites/tree.ts';
import type { Handlers } from '../../protocol/answering.ts';
import type { Board, BoardEdit, siteBoard } from '../../protocol/siteBoard.ts';
import type { SiteAddress } from '../../store/sites/calls.ts';
import type { Sites } from '../../store/sites/sites.ts';
import { sentenceOf, serverWordsIn } from '../ground/messages/sentence.ts';
import { wordsOf } from '../ground/words/reason.ts';

type Fields = Extract<BoardEdit, { kind: 'change' }>['fields'];

export interface BoardContext {
  readonly sites: Sites;
  readonly at: SiteAddress;
  readonly notify: (board: Board) => void;
  readonly mayChange: boolean;
  /** The state of the site in a few words, such as `published · public`. */
  readonly stateOf: (siteId: string) => string;
  /** The part to focus first. */
  readonly takeFocus: () => string | undefined;
  /** Asks the user; undefined if dismissed. The `taken` spaces aren't offered. */
  readonly chooseSpace: (
    question: 'section' | 'space' | 'link',
    taken: ReadonlySet<string>,
  ) => Promise<LinkedSpace | undefined>;
  /** `accept` runs before the input box closes. */
  readonly askGroup: (accept: (title: string) => Promise<string | undefined>) => Promise<string | undefined>;
  readonly confirmRemoval: (part: SitePart) => Promise<boolean>;
  readonly open: (what: 'site' | 'shareLinks' | 'part' | 'pages', part: SitePart | undefined) => Promise<void>;
  readonly problemOfCondition: (text: string) => Promise<Reason | undefined>;
  readonly note: (error: unknown) => void;
}

export interface BoardAnswers {
  readonly handlers: Handlers<typeof siteBoard>;
  /** Loads changes by others. */
  follow(): Promise<void>;
  /** Notifies the webview of what to show now and where to go. */
  notify(): void;
  dispose(): void;
}

/** How long changes are collected before the board is notified, in ms. */
const pause = 15;

/** Answers the board's requests, and notifies it of changes. */
export function boardAnswers(parts: BoardContext): BoardAnswers {
  const { sites, at, mayChange } = parts;
  const content = sites.at(at);
  let conditions: Board['conditions'] = [];
  let additions = 0;
  let notifying: ReturnType<typeof setTimeout> | undefined;
  let shown = false;

  const following = sites.onDidChange((change) => {
    if (change.kind === 'site' && change.siteId === at.siteId && shown) later();
  });

  function later(): void {
    notifying ??= setTimeout(notifyNow, pause);
  }

  function notifyNow(): void {
    clearTimeout(notifying);
    notifying = undefined;
    parts.notify(board());
  }

  /** The board shows an added part before it gets the response. */
  function added(id: string | undefined): { id?: string } {
    notifyNow();
    return id === undefined ? {} : { id };
  }

  function board(): Board {
    const site = sites.cached(at.siteId);
    const failure = content.failure();
    const address = site?.published ? (site.urls?.published ?? undefined) : undefined;
    return {
      title: titleText(site?.title),
      state: parts.stateOf(at.siteId),
      ...(address !== undefined && { address }),
      mayChange,
      tree: content.tree() ?? { top: [] },
      pending: content.pending(),
      canUndo: content.canUndo(),
      ...(failure && { failure: { message: sentenceOf(failure), asOf: content.asOf() } }),
      conditions,
    };
  }

  function withFocus(): Board {
    const focus = parts.takeFocus();
    return { ...board(), ...(focus !== undefined && { focus }) };
  }

  /** The site itself and its conditions are optional, so the board doesn't wait for them. */
  async function loadBeside(): Promise<void> {
    try {
      if (!sites.cached(at.siteId)) await sites.site(at);
      if (!mayChange) return;
      const audience = await content.audience();
      conditions = audience.conditions.map(({ condition, description }) => ({
        condition,
        description: description ?? '',
      }));
      later();
    } catch (error) {
      parts.note(error);
    }
  }

  async function chooseAndAdd(as: 'section' | 'space', parent: string | undefined): Promise<string | undefined> {
    const tree = content.tree() ?? { top: [] };
    const into = as === 'section' ? [] : childrenOf(tree, parent ?? defaultSection(tree)?.id);
    const space = await parts.chooseSpace(as, spacesOf(into));
    if (!space) return undefined;
    const id = `new ${++additions}`;
    return as === 'section'
      ? content.edit({ kind: 'addSection', id, space, group: parent })
      : content.edit({ kind: 'addSiteSpace', id, space, section: parent });
  }

  function known(id: string): SitePart | undefined {
    const tree = content.tree();
    return tree && partOf(tree, id);
  }

  return {
    handlers: {
      async board() {
        await content.loadTree();
        if (!shown) void loadBeside();
        shown = true;
        return withFocus();
      },
      async refresh() {
        await content.refreshTree();
        return board();
      },
      async edit(edit) {
        const problems = edit.kind === 'change' ? await problemsOf(known(edit.id), edit.fields, parts) : {};
        if (Object.keys(problems).length > 0) return { problems };
        try {
          await content.edit(edit);
          return {};
        } catch (error) {
          const field = edit.kind === 'change' && fieldIn(edit.fields, serverWordsIn(error));
          if (!field) throw error;
          return { problems: { [field]: sentenceOf(error) } };
        }
      },
      async undo() {
        const title = await content.undo();
        return title === undefined ? {} : { title };
      },
      addSpace: async ({ as, parent }) => added(await chooseAndAdd(as, parent)),
      addGroup: async () =>
        added(await parts.askGroup((title) => content.edit({ kind: 'addGroup', id: `new ${++additions}`, title }))),
      async link({ id }) {
        const placement = placementOf(content.tree() ?? { top: [] }, id);
        const space = await parts.chooseSpace('link', spacesOf(placement?.siblings ?? []));
        if (space) await content.edit({ kind: 'link', id, space });
        return {};
      },
      async remove({ id }) {
        const part = known(id);
        if (!part || !(await parts.confirmRemoval(part))) return { removed: false };
        await content.edit({ kind: 'remove', id });
        return { removed: true };
      },
      async open({ what, id }) {
        await parts.open(what, id === undefined ? undefined : known(id));
        return {};
      },
    },
    async follow() {
      if (content.pending() === 0) await content.refreshTree();
    },
    notify: () => parts.notify(withFocus()),
    dispose() {
      clearTimeout(notifying);
      following.dispose();
    },
  };
}

/** The platform refuses a space that is already in the section. */
function spacesOf(siteSpaces: readonly SitePart[]): ReadonlySet<string> {
  return new Set(siteSpaces.flatMap(({ space }) => space?.id ?? []));
}

/** The changed field that the server's words name, if any. */
function fieldIn(fields: Fields, words: string): string | undefined {
  return Object.keys(fields).find((field) => new RegExp(`\\b${field}\\b`).test(words));
}

/** What is wrong with the fields that were typed. */
async function problemsOf(
  part: SitePart | undefined,
  fields: Fields,
  { problemOfCondition }: Pick<BoardContext, 'problemOfCondition'>,
): Promise<Fields> {
  if (!part) return {};
  const problems: Record<string, string> = {};
  for (const [field, text] of Object.entries(fields) as [PartField, string][]) {
    const reason =
      problemOfField(part.kind, field, text) ??
      (field === 'condition' && text !== '' ? await problemOfCondition(text) : undefined);
    if (reason) problems[field] = wordsOf(reason);
  }
  return problems;
}
