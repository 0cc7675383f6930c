import * as vscode from 'vscode';
import { isInPageTree, pageGiven, type GivenPage } from '../commands/givenPage.ts';
import type { PageActParts } from './pageActParts.ts';

/** As VS Code names what is dragged from the Change Requests view: by the id of the view, in lower case. */
const mimeType = 'application/vnd.code.tree.docsplatform.changerequests';

/** Pages of a change request are moved by dropping them. `Row` is whatever stands in the tree. */
export function pagesDragAndDrop<Row>(parts: PageActParts): vscode.TreeDragAndDropController<Row> {
  /** Only what was dragged in this window means anything here. */
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
    handleDrag([row], data) {
      const given = isInPageTree(row, 'page') ? pageGiven(row) : undefined;
      dragged = given?.page === undefined ? undefined : given;
      if (dragged) data.set(mimeType, new vscode.DataTransferItem(dragged.page));
    },
    handleDrop: (row, data) =>
      handleDrop(row, data).catch((error: unknown) => parts.edge.explain('Drag and drop of pages', error)),
  };
}
