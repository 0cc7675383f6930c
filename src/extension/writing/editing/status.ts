import * as vscode from 'vscode';
import { activeUri } from '../../ground/places/openPageUri.ts';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import { editAddressOf } from '../../ground/places/pageUri.ts';
import type { PageConflict } from '../../../store/editing/conflicts.ts';
import { nameOf } from '../../ground/words/changeRequestName.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { closedInWords, isClosed, presentChangeRequest } from './saving/closed.ts';
import { countInWords } from './saving/conflictWording.ts';
import { sessionAt } from '../../ground/sessions/sessions.ts';
import type { OpenPages } from '../../ground/sessions/openPages.ts';
import { changedQuery } from './sourceControl/rows.ts';
import { cachedConflicts, cachedUnsent, titleOfPage } from '../../ground/sessions/unsentPages.ts';
import type { Uses } from '../../ground/services/services.ts';
import { plural } from '../../ground/words/plural.ts';

/** Shows in the status bar which change request is being edited and how much of it is unsent, and marks its pages. */
export function showStatus(
  parts: Uses<'accounts' | 'edge' | 'stores'>,
  pages: OpenPages,
): vscode.Disposable & { update(): void } {
  const { edge } = parts;
  const item = vscode.window.createStatusBarItem('docsPlatform.editing', vscode.StatusBarAlignment.Left, 90);
  item.name = vscode.l10n.t('Docs Platform: Current Change Request');
  item.command = 'docsPlatform.editing.nextSteps';
  const decorated = new vscode.EventEmitter<vscode.Uri | undefined>();
  let turn = 0;

  const updateAll = (): void => {
    update();
    decorated.fire(undefined);
  };

  async function show(): Promise<void> {
    const own = ++turn;
    const uri = activeUri();
    const address = uri && editAddressOf(uri);
    if (!address || !parts.accounts.byKey(address.account)) return item.hide();
    const session = await sessionAt(parts, address);
    const conflicts = await parts.stores(session.account).conflicts();
    const changeRequest = await presentChangeRequest(session);
    if (!changeRequest) {
      if (own === turn) item.hide();
      return;
    }
    const unsent = cachedUnsent(session, pages);
    const titles = await Promise.all(unsent.slice(0, most).map(({ page }) => titleOfPage(session, page)));
    if (own !== turn) return;
    const name = nameOf(changeRequest);
    const waiting = unsent.length > 0 ? plural(vscode.l10n.t('{0} unsent'), unsent.length) : undefined;
    const inConflict = conflicts.cached(session.space, session.number);
    const conflict = countInWords(cachedConflicts(session, pages, inConflict).length);
    const over = isClosed(changeRequest) ? closedInWords(changeRequest) : undefined;
    const short = name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
    item.text = `$(git-pull-request) ${[withoutIcons(short), over, conflict, waiting].filter(Boolean).join(' · ')}`;
    item.accessibilityInformation = {
      label: [vscode.l10n.t('Editing {0}', name), over, conflict, waiting].filter(Boolean).join(', '),
    };
    item.tooltip = tooltipOf(name, changeRequest, { count: unsent.length, titles }, inConflict);
    item.show();
  }

  function update(): void {
    show().catch((error: unknown) => edge.note('Writing', error));
  }

  const subscriptions = vscode.Disposable.from(
    item,
    decorated,
    parts.accounts.onDidChange(update),
    parts.stores.onDidChange('content', (_, { kind }) => kind !== 'pages' && update()),
    parts.stores.onDidChange('editDrafts', updateAll),
    parts.stores.onDidChange('conflicts', updateAll),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    // This event also fires when a document becomes dirty or clean.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 || !editAddressOf(document.uri)) return;
      update();
      decorated.fire(document.uri);
    }),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: decorated.event,
      provideFileDecoration: (uri) =>
        markOf(uri).catch((error: unknown) => {
          edge.note(`Marking ${uri.path}`, error);
          return undefined;
        }),
    }),
  );
  update();

  /**
   * The hover of a tab shows the change request of its page. This also works for a restored tab that hasn't been opened
   * yet.
   */
  async function markOf(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
    const address = editAddressOf(uri);
    if (!address || uri.query === changedQuery || !parts.accounts.byKey(address.account)) return undefined;
    const session = await sessionAt(parts, address);
    const conflicts = await parts.stores(session.account).conflicts();
    const { space, number, content } = session;
    const unsent = cachedUnsent(session, pages);
    const name = await content.changeRequest(space, number).then(nameOf, (error: unknown) => {
      // The mark doesn't wait for the platform to come back.
      edge.note(`Marking ${uri.path}`, error);
      return `#${number}`;
    });
    const written = new vscode.FileDecoration(undefined, vscode.l10n.t('Edited in {0}', name));
    const inConflict = conflicts.cached(space, number);
    if (unsent.length === 0 && inConflict.length === 0) return written;
    const known = pages.get(uri.toString())?.target.page;
    const entry = known === undefined ? await content.entry(space, address.version, address.path) : undefined;
    const page = entry?.kind === 'page' ? entry.node.id : known;
    if (inConflict.some((conflict) => conflict.page === page)) {
      const color = new vscode.ThemeColor('gitDecoration.conflictingResourceForeground');
      return new vscode.FileDecoration('!', vscode.l10n.t('In conflict with main'), color);
    }
    if (!unsent.some((target) => target.page === page)) return written;
    const color = new vscode.ThemeColor('gitDecoration.stageModifiedResourceForeground');
    return new vscode.FileDecoration('↑', vscode.l10n.t('Unsent, not in {0} yet', name), color);
  }

  return {
    update,
    dispose() {
      turn += 1;
      subscriptions.dispose();
    },
  };
}

const longest = 40;
const most = 10;

/** Plain text inside Markdown: text by others is shown, never interpreted. */
function tooltipOf(
  name: string,
  changeRequest: ChangeRequest,
  { count, titles }: { readonly count: number; readonly titles: readonly string[] },
  conflicts: readonly PageConflict[],
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString('**').appendText(name).appendMarkdown('**');
  if (isClosed(changeRequest)) {
    const words = vscode.l10n.t("Status: {0}. You can't save to it anymore.", closedInWords(changeRequest));
    tooltip.appendMarkdown('\n\n').appendText(words);
  }
  if (conflicts.length > 0) {
    tooltip.appendMarkdown('\n\n').appendText(vscode.l10n.t('In conflict with main:'));
    for (const { title } of conflicts.slice(0, most)) tooltip.appendMarkdown('\n- ').appendText(title);
    if (conflicts.length > most)
      tooltip.appendMarkdown('\n- ').appendText(plural(vscode.l10n.t('{0} more'), conflicts.length - most));
  }
  if (count === 0) return tooltip.appendMarkdown('\n\n').appendText(vscode.l10n.t('All your changes are saved.'));
  tooltip.appendMarkdown('\n\n').appendText(vscode.l10n.t('Unsent changes:'));
  for (const title of titles) tooltip.appendMarkdown('\n- ').appendText(title);
  if (count > titles.length)
    tooltip.appendMarkdown('\n- ').appendText(plural(vscode.l10n.t('{0} more'), count - titles.length));
  return tooltip;
}
