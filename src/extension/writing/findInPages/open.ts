import * as vscode from 'vscode';
import { headOf, main } from '../../../model/shared/address.ts';
import { columnIn } from '../../../model/find/lines.ts';
import { titleText } from '../../../model/shared/titleText.ts';
import { editUriOf, pageUri } from '../../ground/places/pageUri.ts';
import { textTabsOf } from '../../ground/services/openDocuments.ts';
import type { FindContext } from './context.ts';
import type { Results } from './results.ts';
import type { MatchRow } from './rows.ts';

/** Opens the page of a match in its source, where the match is selected. */
export async function openMatch(
  { stores }: FindContext,
  results: Results,
  row: MatchRow,
  keepsFocus = false,
): Promise<void> {
  const { search } = results;
  if (!search) return;
  const { account } = search;
  const { found } = row.parent;
  const { space, number, page } = found;
  const content = await stores(account).contents();
  const version = number === undefined ? main : headOf(number);
  const { byId } = await content.pages(space, version);
  const path = byId.get(page)?.path;
  if (path === undefined) {
    throw new Error(vscode.l10n.t('“{0}” no longer exists on the server.', titleText(found.title)));
  }
  const editable = version.kind === 'changeRequest' && editUriOf({ account: account.key, space, version, path });
  const isEdited = editable && (found.isUnsent || textTabsOf(editable).length > 0);
  const uri = isEdited ? editable : pageUri(account.key, space, path, version);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, {
    preview: true,
    preserveFocus: keepsFocus,
    selection: rangeIn(document, row),
  });
}

function rangeIn(document: vscode.TextDocument, { line }: MatchRow): vscode.Range {
  const { text } = document.lineAt(Math.min(line.line, document.lineCount - 1));
  const column = columnIn(text, line);
  const start = new vscode.Position(line.line, column ?? 0);
  if (column === undefined) return new vscode.Range(start, start);
  return new vscode.Range(start, document.positionAt(document.offsetAt(start) + line.length));
}

/** Opens the match after or before the one that was opened last, or the selected row. */
export function createWalk(parts: FindContext, results: Results) {
  let last: string | undefined;
  return {
    opened(row: MatchRow): void {
      last = row.key;
    },
    async step(by: 1 | -1): Promise<void> {
      const all = results.matches();
      const [selected] = results.tree.view.selection;
      const at = all.findIndex(({ key }) => key === (last ?? selected?.key));
      const next = at < 0 ? all.at(by > 0 ? 0 : -1) : all[(at + by + all.length) % all.length];
      if (!next) return;
      last = next.key;
      await Promise.all([
        openMatch(parts, results, next),
        results.tree.reveal(next, { focus: false, expand: false }).catch((error: unknown) => {
          parts.edge.note('Find in Pages', error);
        }),
      ]);
    },
  };
}
