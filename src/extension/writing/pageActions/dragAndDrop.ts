import * as vscode from 'vscode';
import { isInPageTree, pageGiven, type GivenPage } from '../../ground/places/changeRequestRows.ts';
import { showStatus } from '../../ground/messages/show.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The MIME type that VS Code gives to rows dragged from the Change Requests view: the id of the view in lower case. */
const mimeType = 'application/vnd.code.tree.docsplatform.changerequests';

/** Moves pages of a change request by drag and drop. `Row` is any row of the tree. */
export function pagesDragAndDrop<Row>(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'state' | 'stores'>,
): vscode.TreeDragAndDropController<Row> {
  /** Only rows dragged within this window are accepted. */
  let dragged: GivenPage | undefined;

  async function handleDrop(row: Row | undefined, data: vscode.DataTransfer): Promise<void> {
    const page = dragged;
    if (!page || (await data.get(mimeType)?.asString()) !== page.page) return;
    dragged = undefined;
    const { dropPage } = await import('./dropping.ts');
    await dropPage(parts, page, row);
  }

  return {
    dragMimeTypes: [mimeType],
    dropMimeTypes: [mimeType],
    handleDrag(rows, data) {
      const [row] = rows;
      const given = isInPageTree(row, 'page') ? pageGiven(row) : undefined;
      if (given && rows.length > 1) showStatus(vscode.l10n.t('Drag one page at a time.'), 5000);
      dragged = given?.page === undefined || rows.length > 1 ? undefined : given;
      if (dragged) data.set(mimeType, new vscode.DataTransferItem(dragged.page));
    },
    handleDrop: (row, data) =>
      handleDrop(row, data).catch((error: unknown) => parts.edge.explain('Drag and drop of pages', error)),
  };
}
