import * as vscode from 'vscode';
import { editAddressOf } from '../addresses/pageUri.ts';
import { blankLinesAround } from '../../model/tags/blankLines.ts';
import { filesFrom, type LinkSuggestion } from '../../model/pages/linkSuggestions.ts';
import { showInformation } from '../messages/show.ts';
import { withoutIcons } from '../words/plainText.ts';
import { surroundingsOf } from './pageSurroundings.ts';
import type { Uses } from '../services/services.ts';

/** Inserts a file of the space at the cursor: a picture on an empty line as a figure, anything else as a link. */
export async function insertFile(parts: Uses<'accounts' | 'stores'>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !editAddressOf(editor.document.uri)) {
    await showInformation(vscode.l10n.t('Open an editable page first: run Edit in Change Request.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(choices(parts, editor.document.uri), {
    title: vscode.l10n.t('Insert File or Image'),
    placeHolder: vscode.l10n.t("Files in the space. You can't upload files to a change request."),
    matchOnDescription: true,
  });
  if (chosen?.file) await editor.insertSnippet(snippetOf(chosen.file, editor));
}

interface FileItem extends vscode.QuickPickItem {
  readonly file?: LinkSuggestion;
}

async function choices(parts: Uses<'accounts' | 'stores'>, uri: vscode.Uri): Promise<FileItem[]> {
  const around = await surroundingsOf(parts, uri);
  const files = filesFrom(around?.context.files);
  if (files.length === 0) {
    return [{ label: vscode.l10n.t('This space has no files yet. Add files in the browser.') }];
  }
  const group = (kind: LinkSuggestion['kind'], label: string): FileItem[] => {
    const items = files
      .filter((file) => file.kind === kind)
      .map((file) => ({ label: `$(${kind === 'image' ? 'file-media' : 'file'}) ${withoutIcons(file.title)}`, file }));
    return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
  };
  return [...group('image', vscode.l10n.t('Images')), ...group('file', vscode.l10n.t('Other Files'))];
}

/** The selected text becomes the link text or the picture's description. */
function snippetOf({ url, title, kind }: LinkSuggestion, { document, selection }: vscode.TextEditor) {
  const snippet = new vscode.SnippetString();
  const selected = document.getText(selection).replace(/\s+/g, ' ');
  const range = { start: document.offsetAt(selection.start), end: document.offsetAt(selection.end) };
  const blank = kind === 'image' ? blankLinesAround(document.getText(), range, 'html') : undefined;
  if (blank) {
    return snippet
      .appendText(`${blank.before}<figure><img src="${url}" alt="`)
      .appendPlaceholder(selected.trim().replaceAll('"', '&quot;') || title.replace(/\.[^.]*$/, ''))
      .appendText('"><figcaption>')
      .appendTabstop()
      .appendText(`</figcaption></figure>${blank.after}`);
  }
  return snippet
    .appendText(kind === 'image' ? '![' : '[')
    .appendPlaceholder(selected || title.replace(/\.[^.]*$/, ''))
    .appendText(`](${url})`);
}
