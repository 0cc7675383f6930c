import * as vscode from 'vscode';
import { titleText } from '../../../model/shared/titleText.ts';
import { pageUri } from '../places/pageUri.ts';
import { editUri } from './sessions.ts';
import type { PageLinks } from '../../../store/content/content.ts';
import type { LinkingPage } from '../../../store/libraryActions/libraryActions.ts';
import type { EditSession } from './openPages.ts';
import type { PlannedSession } from './pageSession.ts';
import { withoutIcons } from '../words/plainText.ts';
import { plural } from '../words/plural.ts';
import { createQuickPick, showInput } from '../services/openInput.ts';

/** The page in the change request, or the published one if that doesn't exist yet. */
export function uriIn(session: EditSession | PlannedSession, path: string): vscode.Uri {
  const { account, space } = session;
  return session.number === undefined ? pageUri(account.key, space, path) : editUri(session, path);
}

type Item = vscode.QuickPickItem & { readonly open?: () => Thenable<unknown> };

/**
 * Lists the pages with links, those of other spaces last, and opens each that the user picks. The list stays open until
 * the user closes it. Returns whether a page was opened.
 */
export async function showLinks(
  session: EditSession | PlannedSession,
  { pages, elsewhere }: { readonly pages: readonly PageLinks[]; readonly elsewhere: readonly LinkingPage[] },
): Promise<boolean> {
  const { account } = session;
  const open = (uri: vscode.Uri, line: number) =>
    vscode.window.showTextDocument(uri, {
      preview: false,
      preserveFocus: true,
      selection: new vscode.Range(line, 0, line, 0),
    });
  const own = pages.map((page): Item => {
    const { node, links } = page;
    const path = node.path ?? 'page.md';
    return {
      label: withoutIcons(node.title),
      description: withoutIcons(path),
      detail: plural(vscode.l10n.t('{0} link|{0} links'), links),
      open: () => open(uriIn(session, path), firstLine(page)),
    };
  });
  const others = elsewhere.map(({ space: { id, title }, node }): Item => ({
    label: withoutIcons(node.title),
    description: withoutIcons(titleText(title)),
    open: () => open(pageUri(account.key, id, node.path), 0),
  }));
  const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const picker = createQuickPick<Item>();
  picker.title = vscode.l10n.t('Select a page to open it');
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.items = [...own, ...(others.length > 0 ? [separator(vscode.l10n.t('In other spaces')), ...others] : [])];
  let isOpened = false;
  const closed = Promise.withResolvers<boolean>();
  picker.onDidAccept(() => {
    isOpened = true;
    picker.activeItems[0]?.open?.().then(undefined, (error: Error) => {
      closed.reject(error);
      picker.dispose();
    });
  });
  picker.onDidHide(() => {
    closed.resolve(isOpened);
    picker.dispose();
  });
  showInput(picker);
  return closed.promise;
}

/** The line of the first fixed link, from 0. */
function firstLine({ markdown, text }: PageLinks): number {
  let [at, line] = [0, 0];
  for (; at < text.length && text[at] === markdown[at]; at += 1) if (text[at] === '\n') line += 1;
  return at < text.length ? line : 0;
}
