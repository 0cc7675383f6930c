import * as vscode from 'vscode';
import { titleText } from '../../model/shared/titleText.ts';
import { pageUri } from '../addresses/pageUri.ts';
import { editUri } from '../editing/shared/sessions.ts';
import type { SessionOrPlan } from '../editing/shared/pageSession.ts';
import { firstLine } from '../editing/shared/reviewLinks.ts';
import { withoutIcons } from '../words/plainText.ts';
import { plural } from '../words/plural.ts';
import type { BrokenByMoves } from './brokenByMoves.ts';

type Item = vscode.QuickPickItem & { readonly open?: () => Thenable<unknown> };

/**
 * Lists the pages with links, those of other spaces last, and opens each that the user picks. The list stays open until
 * the user closes it. Returns whether a page was opened.
 */
export async function showLinks(
  session: SessionOrPlan,
  { pages, elsewhere }: Pick<BrokenByMoves, 'pages' | 'elsewhere'>,
): Promise<boolean> {
  const { account, space } = session;
  const open = (uri: vscode.Uri, line: number) =>
    vscode.window.showTextDocument(uri, {
      preview: false,
      preserveFocus: true,
      selection: new vscode.Range(line, 0, line, 0),
    });
  const own = pages.map((page): Item => {
    const { node, links } = page;
    const path = node.path ?? 'page.md';
    const uri = session.number === undefined ? pageUri(account.key, space, path) : editUri(session, path);
    return {
      label: withoutIcons(node.title),
      description: withoutIcons(path),
      detail: plural(vscode.l10n.t('{0} link|{0} links'), links),
      open: () => open(uri, firstLine(page)),
    };
  });
  const others = elsewhere.map(({ space: { id, title }, node }): Item => ({
    label: withoutIcons(node.title),
    description: withoutIcons(titleText(title)),
    open: () => open(pageUri(account.key, id, node.path), 0),
  }));
  const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = vscode.l10n.t('Select a page to open it');
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.items = [...own, ...(others.length > 0 ? [separator(vscode.l10n.t('In other spaces')), ...others] : [])];
  let isOpened = false;
  return new Promise((resolve, reject) => {
    picker.onDidAccept(() => {
      isOpened = true;
      picker.activeItems[0]?.open?.().then(undefined, (error: unknown) => {
        reject(error);
        picker.dispose();
      });
    });
    picker.onDidHide(() => {
      resolve(isOpened);
      picker.dispose();
    });
    picker.show();
  });
}
