import * as vscode from 'vscode';
import type { ChangeSet } from '../../../../store/content/content.ts';
import { contextKeys, type ContextKey } from '../../../ground/contributions/contextKeys.ts';
import { setContext } from '../../../ground/contributions/run.ts';
import { statusInWords } from '../../../ground/changeRequests/wording.ts';
import { decorationOf, kindInWords } from '../../../ground/changeRequests/changeDecorations.ts';
import { kindOfChange, type ChangeKind } from '../../../ground/changeRequests/changeKind.ts';
import type { Uses } from '../../../ground/services/services.ts';
import { editedSessions } from '../../../ground/sessions/editedSessions.ts';
import { isSameChangeRequest, type EditSession, type OpenPages } from '../../../ground/sessions/openPages.ts';
import { editUri } from '../../../ground/sessions/sessions.ts';
import { cachedUnsent } from '../../../ground/sessions/unsentPages.ts';
import { shortNameOf } from '../../../ground/words/changeRequestName.ts';
import { originalOf } from './originals.ts';
import { changedQuery, changedRow, unsentRow } from './rows.ts';

/** A source control for each change request that is being edited: one with unsent changes or an open editable page. */
export interface SourceControls extends vscode.Disposable {
  update(): void;
}

interface Shown extends vscode.Disposable {
  readonly session: EditSession;
  readonly rootUri: vscode.Uri;
  readonly control: vscode.SourceControl;
  readonly unsent: vscode.SourceControlResourceGroup;
  readonly changed: vscode.SourceControlResourceGroup;
  /** The name of the change request in the groups. */
  name?: string;
  status?: string;
  set?: ChangeSet;
  /** Of the rows in `changed`, by URI. */
  kinds?: ReadonlyMap<string, ChangeKind>;
}

export function createSourceControls(parts: Uses<'accounts' | 'edge' | 'stores'>, pages: OpenPages): SourceControls {
  const { edge } = parts;
  let shown: readonly Shown[] = [];
  const decorated = new vscode.EventEmitter<vscode.Uri[]>();
  const showStatuses = createStatusContext();
  let turn = 0;

  async function refresh(): Promise<void> {
    const own = ++turn;
    // Stores of an account in which nobody edits aren't loaded.
    const used = new Set([...pages.values(), ...shown].map(({ session }) => session.account.key));
    const sessions = await editedSessions(
      parts,
      pages,
      parts.accounts.all().filter(({ key }) => used.has(key)),
    );
    if (own !== turn) return;
    const gone = shown.filter(({ session }) => !sessions.some((each) => isSame(each, session)));
    for (const each of gone) each.dispose();
    shown = sessions.map((session) => shown.find((each) => isSame(each.session, session)) ?? register(session));
    showStatuses(shown);
    for (const each of shown) {
      await showUnsent(each, own);
      const { number } = each.session;
      // One change request that can't be read, or only slowly, doesn't keep the others from being shown.
      const note = (error: unknown): void => edge.note(`Changes of #${number}`, error);
      showState(each, () => shown.includes(each)).then(() => showStatuses(shown), note);
      showChanges(each).catch(note);
    }
  }

  function register(session: EditSession): Shown {
    const uri = editUri(session, '');
    const rootUri = uri.with({ path: uri.path.replace(/\/$/, '') });
    const control = vscode.scm.createSourceControl('docsPlatform', vscode.l10n.t('Docs Platform'), rootUri);
    // The API keeps no message with a revision.
    control.inputBox.visible = false;
    control.quickDiffProvider = {
      provideOriginalResource: (uri) =>
        originalOf(parts, pages, session, uri).catch((error: unknown) => {
          edge.note(`Base of ${uri.path}`, error);
          return undefined;
        }),
    };
    const unsent = control.createResourceGroup('unsent', vscode.l10n.t('Unsent Changes'));
    const changed = control.createResourceGroup('changed', vscode.l10n.t('In This Change Request'));
    changed.hideWhenEmpty = true;
    // Commands of the groups find the change request by it.
    for (const group of [unsent, changed]) Object.assign(group, { rootUri });
    return { session, rootUri, control, unsent, changed, dispose: () => control.dispose() };
  }

  async function showUnsent({ session, control, unsent }: Shown, own: number): Promise<void> {
    const targets = cachedUnsent(session, pages);
    const rows = await Promise.all(targets.map((target) => unsentRow(session, pages, target)));
    if (own !== turn) return;
    control.count = rows.length;
    unsent.resourceStates = rows;
  }

  async function showChanges(each: Shown): Promise<void> {
    const { session, changed } = each;
    const set = await session.content.changes(session.space, session.number);
    if (!shown.includes(each) || set === each.set) return;
    each.set = set;
    const at = { account: session.account, space: session.space, changeRequest: set.changeRequest };
    const rows = [...set.pages, ...set.files].flatMap((change) => {
      const kind = kindOfChange(change);
      const row = changedRow(session, at, change, kindInWords(kind));
      return row ? [{ row, kind }] : [];
    });
    each.kinds = new Map(rows.map(({ row, kind }) => [row.resourceUri.toString(), kind]));
    decorated.fire(rows.map(({ row }) => row.resourceUri));
    changed.resourceStates = rows.map(({ row }) => row);
  }

  function update(): void {
    refresh().catch((error: unknown) => edge.note('Source control', error));
  }

  function updateFor({ uri }: vscode.TextDocument): void {
    if (uri.scheme === 'docs-platform-edit') update();
  }

  const subscriptions = vscode.Disposable.from(
    decorated,
    parts.accounts.onDidChange(update),
    parts.stores.onDidChange('editDrafts', update),
    parts.stores.onDidChange('content', (_, { kind }) => kind !== 'pages' && update()),
    vscode.workspace.onDidOpenTextDocument(updateFor),
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => opened.length + closed.length > 0 && update()),
    // This event also fires when a document becomes dirty or clean.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) updateFor(document);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('docsPlatform.editing.compareWith')) return;
      // VS Code asks for the originals again only from a new source control.
      for (const each of shown) each.dispose();
      shown = [];
      update();
    }),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: decorated.event,
      provideFileDecoration: (uri) => {
        if (uri.query !== changedQuery) return undefined;
        const kind = shown.map(({ kinds }) => kinds?.get(uri.toString())).find((each) => each !== undefined);
        return kind && decorationOf(kind);
      },
    }),
  );

  return {
    update,
    dispose() {
      turn += 1;
      subscriptions.dispose();
      for (const each of shown) each.dispose();
    },
  };
}

function isSame(one: EditSession, other: EditSession): boolean {
  return isSameChangeRequest(one, other) && one.edits === other.edits;
}

/** Statuses of change requests that take no changes. */
const closed: readonly string[] = ['merged', 'archived'];

/** Names the groups after the change request: VS Code doesn't show the name of a source control if there is only one. */
async function showState(each: Shown, isCurrent: () => boolean): Promise<void> {
  const { session, unsent, changed } = each;
  const changeRequest = await session.content.changeRequest(session.space, session.number);
  if (!isCurrent()) return;
  const { status } = changeRequest;
  const name = closed.includes(status)
    ? `${shortNameOf(changeRequest)} (${statusInWords(status)})`
    : shortNameOf(changeRequest);
  if (name === each.name && status === each.status) return;
  Object.assign(each, { name, status });
  unsent.label = `${vscode.l10n.t('Unsent Changes')} · ${name}`;
  changed.label = `${vscode.l10n.t('In This Change Request')} · ${name}`;
}

/**
 * Sets the context keys with the source controls by the statuses of their change requests: only drafts can be opened
 * for review, and closed ones take no changes.
 */
function createStatusContext(): (shown: readonly Shown[]) => void {
  const last = new Map<ContextKey<readonly string[]>, string>();
  return (shown) => {
    const set = (key: ContextKey<readonly string[]>, statuses: readonly string[]): void => {
      const roots = shown.flatMap(({ rootUri, status = '' }) =>
        statuses.includes(status) ? [rootUri.toString()] : [],
      );
      if (roots.join() === (last.get(key) ?? '')) return;
      last.set(key, roots.join());
      void setContext(key, roots);
    };
    set(contextKeys.sourceControl.drafts, ['draft']);
    set(contextKeys.sourceControl.closed, closed);
  };
}
