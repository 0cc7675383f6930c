import * as vscode from 'vscode';
import type { Place } from '../../../store/library/library.ts';
import { isLibraryRow } from '../../ground/places/libraryRows.ts';
import type { Uses } from '../../ground/services/services.ts';

/** The MIME type that VS Code gives to rows dragged from the Library: the id of the view in lower case. */
const mimeType = 'application/vnd.code.tree.docsplatform.library';

/** Moves collections and spaces of the Library by drag and drop. `Row` is any row of the tree. */
export function libraryDragAndDrop<Row>(
  parts: Uses<'accounts' | 'prompts' | 'edge' | 'stores'>,
): vscode.TreeDragAndDropController<Row> {
  /** Only rows dragged within this window are accepted. */
  let dragged: Place | undefined;

  async function handleDrop(row: Row | undefined, data: vscode.DataTransfer): Promise<void> {
    const place = dragged;
    const key = (await data.get(mimeType)?.asString()) ?? '';
    if (!place || key !== place.key) return;
    dragged = undefined;
    const { drop } = await import('./dropping.ts');
    await drop(parts, place, isLibraryRow(row) ? row : undefined);
  }

  return {
    dragMimeTypes: [mimeType],
    dropMimeTypes: [mimeType],
    handleDrag([row], data) {
      dragged = isLibraryRow(row) && (row.kind === 'collection' || row.kind === 'space') ? row : undefined;
      if (dragged) data.set(mimeType, new vscode.DataTransferItem(dragged.key));
    },
    handleDrop: (row, data) =>
      handleDrop(row, data).catch((error: unknown) => parts.edge.explain('Drag and drop in the Library', error)),
  };
}
