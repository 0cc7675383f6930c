import * as vscode from 'vscode';
import { pagesFrom } from '../../../model/pages/linkSuggestions.ts';
import type { LinkContext } from '../../../model/pages/links.ts';
import type { ErrorEdge } from '../../ground/messages/errorEdge.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';

/** Only quick fixes run it. */
export const chooseLinkCommand = 'docsPlatform.editing.chooseLink';

/** Lets the user choose the page that a link in an editable page leads to. */
export function registerChooseLink(edge: Pick<ErrorEdge, 'explain'>): vscode.Disposable {
  return vscode.commands.registerCommand(
    chooseLinkCommand,
    async (document: vscode.TextDocument, range: vscode.Range, context: LinkContext) => {
      try {
        await chooseLink(document, range, context);
      } catch (error) {
        edge.explain('Link', error);
      }
    },
  );
}

async function chooseLink(document: vscode.TextDocument, range: vscode.Range, context: LinkContext): Promise<void> {
  const { version } = document;
  const items = pagesFrom(context.page, context.tree).map(({ title, path, url }) => ({
    label: withoutIcons(title),
    description: path,
    url,
  }));
  const title = vscode.l10n.t('Select the page to link to');
  const chosen = await showQuickPick(items, { title, matchOnDescription: true });
  if (!chosen) return;
  if (document.version !== version) throw new Error(vscode.l10n.t('The text has changed in the meantime.'));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, chosen.url);
  await vscode.workspace.applyEdit(edit);
}
