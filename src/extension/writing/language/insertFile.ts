import * as vscode from 'vscode';
import { editAddressOf } from '../../ground/places/pageUri.ts';
import { isNewFile } from '../../../model/editing/newFiles.ts';
import { filesFrom, type LinkSuggestion } from '../../../model/pages/linkSuggestions.ts';
import { showInformation } from '../../ground/messages/show.ts';
import { withoutIcons } from '../../ground/words/plainText.ts';
import { insertAt, placeIn } from './insertPlace.ts';
import type { NewFilesContext } from './newFiles.ts';
import { pickedAt, type PickedFile } from './pickedFile.ts';
import { surroundingsOf, type PageSurroundings } from './pageSurroundings.ts';
import { showQuickPick } from '../../ground/services/quickPick.ts';

/** Inserts files of the space or from disk at the cursor. */
export async function insertFile(parts: NewFilesContext): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !editAddressOf(editor.document.uri)) {
    await showInformation(vscode.l10n.t('Open an editable page first: run Edit in Change Request.'));
    return;
  }
  const { document, selection } = editor;
  const place = placeIn(document, selection);
  const around = await surroundingsOf(parts, document.uri);
  const isOffered = around && (await areFilesOffered(parts, around));
  const chosen = await showQuickPick(choices(around, isOffered !== false), {
    title: vscode.l10n.t('Insert File or Image'),
    placeHolder:
      isOffered === false
        ? vscode.l10n.t("Files in the space. This server doesn't accept files from here.")
        : vscode.l10n.t('A file from disk or from the space'),
    matchOnDescription: true,
  });
  if (chosen?.isFromDisk) {
    const picked = await pickedFromDisk();
    const { insertNewFiles } = await import('./newFiles.ts');
    if (picked) await insertNewFiles(parts, place, picked);
  } else if (chosen?.file) {
    const { path, title, kind } = chosen.file;
    const text = place.selected || title.replace(/\.[^.]*$/, '');
    await insertAt(place, [{ name: path, isImage: kind === 'image', text, isAsked: false }]);
  }
}

interface FileItem extends vscode.QuickPickItem {
  readonly file?: LinkSuggestion;
  readonly isFromDisk?: boolean;
}

async function areFilesOffered({ stores }: NewFilesContext, { account, address }: PageSurroundings) {
  const { space, version } = address;
  return (await stores(account).edits()).files.areOffered({ space, number: version.number });
}

function choices(around: PageSurroundings | undefined, isOffered: boolean): FileItem[] {
  const files = filesFrom(around?.context.files);
  const isUnsent = ({ path }: LinkSuggestion): boolean => {
    const file = around?.context.files?.byName.get(path);
    return file !== undefined && isNewFile(file);
  };
  const group = (kind: LinkSuggestion['kind'], label: string): FileItem[] => {
    const items = files
      .filter((file) => file.kind === kind)
      .map((file) => ({
        label: `$(${kind === 'image' ? 'file-media' : 'file'}) ${withoutIcons(file.title)}`,
        ...(isUnsent(file) && { description: vscode.l10n.t('Not uploaded yet') }),
        file,
      }));
    return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
  };
  const fromDisk = { label: `$(folder-opened) ${vscode.l10n.t('From Disk…')}`, isFromDisk: true };
  const all = [...group('image', vscode.l10n.t('Images')), ...group('file', vscode.l10n.t('Other Files'))];
  if (isOffered) return [fromDisk, ...all];
  return all.length > 0 ? all : [{ label: vscode.l10n.t('This space has no files yet. Add files in the browser.') }];
}

async function pickedFromDisk(): Promise<PickedFile[] | undefined> {
  const uris = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Insert File or Image'),
    openLabel: vscode.l10n.t('Insert'),
    canSelectMany: true,
  });
  return uris && Promise.all(uris.map(pickedAt));
}
