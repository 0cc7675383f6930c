import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import { problemOfField } from '../../model/sites/limits.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { LinkedSpace, SitePart } from '../../model/sites/tree.ts';
import { titleText } from '../../model/shared/titleText.ts';
import { siteBoard } from '../../protocol/siteBoard.ts';
import type { Account } from '../ground/services/accounts.ts';
import { openInBrowser } from '../ground/services/openInBrowser.ts';
import type { OpenPanel } from '../ground/webviews/panels.ts';
import { connect } from '../ground/webviews/port.ts';
import { plural } from '../ground/words/plural.ts';
import { boardAnswers } from './boardAnswers.ts';
import type { BoardPlace } from './boardPlace.ts';
import { pickSpace } from '../ground/prompts/pickSpace.ts';
import type { SitesContext } from './context.ts';
import type { Visited } from './rows.ts';
import { visibilityMark } from './words.ts';

/** How often changes by others are loaded while the board is visible, in ms, varied by a third. */
const interval = 20_000;

/** The part that a board should focus. */
export interface BoardFocus {
  readonly take: () => string | undefined;
  /** Fires only while the board is visible. */
  readonly onAsked: vscode.Event<void>;
}

/** Answers the board of a site until its panel is closed. */
export async function serveBoard(
  parts: SitesContext & { readonly account: Account },
  place: BoardPlace,
  open: OpenPanel,
  focus: BoardFocus,
): Promise<vscode.Disposable> {
  const { account, stores, problemOfCondition, prompts, edge } = parts;
  const sites = await stores(account).sites();
  const at = { organizationId: place.organizationId, siteId: place.siteId };
  const { panel } = open;

  const answers = boardAnswers({
    sites,
    at,
    mayChange: place.mayChange,
    takeFocus: focus.take,
    notify(board) {
      panel.title = vscode.l10n.t('{0}: structure', board.title);
      port.notify('board', board);
    },
    stateOf(siteId) {
      const site = sites.cached(siteId);
      if (!site) return '';
      const state = site.published ? vscode.l10n.t('published') : vscode.l10n.t('not published');
      return `${state} · ${visibilityMark(site.visibility)}`;
    },
    async chooseSpace(question, taken) {
      const library = await stores(account).library();
      const isMeant = (space: Space): boolean => space.organization === at.organizationId && !taken.has(space.id);
      const none = vscode.l10n.t("There are no other spaces of the site's organization that you can see.");
      const space = await answered(pickSpace(parts, library, spaceQuestion(question), isMeant, none));
      return space && linked(space);
    },
    askGroup: (accept) =>
      answered(
        prompts.ask({
          title: vscode.l10n.t('Add Section Group'),
          prompt: vscode.l10n.t('Group title'),
          isAction: true,
          async accept(text) {
            const problem = problemOfField('site-section-group', 'title', text);
            if (problem) return { problem };
            return { value: (await accept(text)) ?? '' };
          },
        }),
      ),
    async confirmRemoval(part) {
      const remove = vscode.l10n.t('Remove');
      const answer = await answered(
        prompts.choose({
          modal: true,
          severity: 'warning',
          message: vscode.l10n.t('Remove “{0}” from the site?', titleText(part.title)),
          detail: removalInWords(part),
          actions: [remove],
        }),
      );
      return answer === remove;
    },
    async open(what, part) {
      switch (what) {
        case 'site':
          return void (await run('sites.open', rowOf(part)));
        case 'part':
          if (part?.published) await openInBrowser(part.published);
          return;
        case 'shareLinks':
          return void (await run('sites.reveal', at, 'shareLinks'));
        case 'pages': {
          const library = await stores(account).library();
          const found = part?.space && (await library.placeOf(part.space.id));
          if (found) await run('library.reveal', found);
        }
      }
    },
    problemOfCondition: (text) => problemOfCondition(text),
    note: (error) => edge.note('docsPlatform.siteBoard', error),
  });
  const port = connect(open, siteBoard, answers.handlers, edge, account.key);

  function rowOf(part: SitePart | undefined): Visited {
    return part ? { kind: 'part', key: part.id, at, part } : { kind: 'site', key: at.siteId, at };
  }

  /** After a question the keyboard focus returns to the board. */
  async function answered<Answer>(question: Promise<Answer>): Promise<Answer> {
    const answer = await question;
    if (!isClosed && panel.visible) panel.reveal();
    return answer;
  }

  let waiting: NodeJS.Timeout | undefined;
  let isClosed = false;
  function wait(): void {
    // Reading the visibility of a closed panel throws.
    if (isClosed) return;
    waiting = setTimeout(() => void look().finally(wait), interval * (0.67 + 0.66 * Math.random()));
  }
  async function look(): Promise<void> {
    if (isClosed || !panel.visible || !vscode.window.state.focused) return;
    await answers.follow().catch((error: unknown) => edge.note('docsPlatform.siteBoard', error));
  }
  wait();

  return vscode.Disposable.from(
    port,
    focus.onAsked(() => answers.notify()),
    panel.onDidChangeViewState(() => void look()),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && void look()),
    new vscode.Disposable(() => {
      isClosed = true;
      clearTimeout(waiting);
      answers.dispose();
    }),
  );
}

function linked(space: { id: string; title: string; emoji?: string | null | undefined }): LinkedSpace {
  return { id: space.id, title: space.title, ...(space.emoji && { emoji: space.emoji }) };
}

function spaceQuestion(question: 'section' | 'space' | 'link'): string {
  switch (question) {
    case 'section':
      return vscode.l10n.t('Select a space for the new section');
    case 'space':
      return vscode.l10n.t('Select a space to add');
    case 'link':
      return vscode.l10n.t('Select the space to show instead');
  }
}

function removalInWords(part: SitePart): string {
  switch (part.kind) {
    case 'site-section-group':
      return vscode.l10n.t('Its sections stay in the site and take the place of the group.');
    case 'site-section':
      return plural(
        vscode.l10n.t(
          "The site no longer shows its space. The space itself isn't deleted.|The site no longer shows its {0} spaces. The spaces themselves aren't deleted.",
        ),
        part.children.length,
      );
    case 'site-space':
      return vscode.l10n.t(
        "The site no longer shows it, and its own customization is lost. The space itself isn't deleted.",
      );
  }
}
