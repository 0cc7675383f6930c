import * as vscode from 'vscode';
import { editScheme } from '../../../model/shared/schemes.ts';
import { placeIn, type InsertPlace } from './insertPlace.ts';
import type { NewFilesContext } from './newFiles.ts';
import { isNameless, pickedAt, type PickedFile } from './pickedFile.ts';
import { inAccount } from '../../ground/services/otherAccount.ts';

/**
 * VS Code's own Markdown extension would copy the files next to the page, which isn't possible here. Its edits yield to
 * those of this kind.
 */
const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('markdown', 'link', 'image', 'attachment', 'docsPlatform');
const types = ['files', 'image/*', 'text/uri-list'];

/** Inserts files that are pasted or dropped into an editable page. */
export function registerPasteAndDrop(parts: NewFilesContext): vscode.Disposable {
  const selector = { language: 'markdown', scheme: editScheme };
  const waiting = new WeakMap<vscode.DocumentPasteEdit, () => Promise<void>>();

  /** Inserts the text itself: VS Code would show a snippet of a resolved edit as nothing. */
  async function insert(place: InsertPlace, files: readonly PickedFile[]): Promise<void> {
    try {
      const { insertNewFiles } = await import('./newFiles.ts');
      await inAccount(undefined, async () => insertNewFiles(parts, place, files));
    } catch (error) {
      parts.edge.explain('docsPlatform.editing.insertFile', error);
    }
  }

  return vscode.Disposable.from(
    vscode.languages.registerDocumentPasteEditProvider(
      selector,
      {
        async provideDocumentPasteEdits(document, [range], transfer) {
          const place = range && placeIn(document, range);
          const files = await filesIn(transfer);
          if (!place || files.length === 0) return undefined;
          const edit = new vscode.DocumentPasteEdit('', vscode.l10n.t('Insert File or Image'), kind);
          // Office programs copy a picture of the text, too.
          const isText = files.every(isNameless) && (await transfer.get('text/plain')?.asString())?.trim();
          if (isText) edit.yieldTo = [vscode.DocumentDropOrPasteEditKind.Text];
          waiting.set(edit, () => insert(place, files));
          return [edit];
        },
        // Asks only if VS Code has chosen this edit among others.
        async resolveDocumentPasteEdit(edit) {
          await waiting.get(edit)?.();
          // Otherwise VS Code would replace the selected text by nothing.
          throw new vscode.CancellationError();
        },
      },
      { providedPasteEditKinds: [kind], pasteMimeTypes: types },
    ),
    vscode.languages.registerDocumentDropEditProvider(
      selector,
      {
        // VS Code doesn't resolve dropped edits. An empty one keeps others from being applied.
        async provideDocumentDropEdits(document, position, transfer) {
          const place = placeIn(document, new vscode.Range(position, position));
          const files = await filesIn(transfer);
          if (files.length === 0) return undefined;
          await insert(place, files);
          return new vscode.DocumentDropEdit('', vscode.l10n.t('Insert File or Image'), kind);
        },
      },
      { providedDropEditKinds: [kind], dropMimeTypes: types },
    ),
  );
}

/**
 * The files that were copied or dragged in the system, or in the Explorer. Their bytes are read at once, because they
 * aren't available later.
 */
async function filesIn(transfer: vscode.DataTransfer): Promise<PickedFile[]> {
  const found: PickedFile[] = [];
  for (const [type, item] of transfer) {
    const file = item.asFile();
    if (!file) continue;
    if (file.uri) found.push(await pickedAt(file.uri));
    else {
      const bytes = await file.data();
      found.push({ name: file.name, type, size: bytes.length, bytes: async () => bytes });
    }
  }
  if (found.length > 0) return found;
  const list = (await transfer.get('text/uri-list')?.asString()) ?? '';
  const uris = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  // Pages and web addresses are links, which VS Code inserts.
  const files = uris.map((line) => vscode.Uri.parse(line)).filter(({ scheme }) => onDisk.has(scheme));
  if (files.length !== uris.length) return [];
  return Promise.all(files.map(pickedAt));
}

/** Schemes of files of this machine, the remote one, and the workspace in a browser. */
const onDisk = new Set(['file', 'vscode-remote', 'vscode-vfs', 'memfs']);
