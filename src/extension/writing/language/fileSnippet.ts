import * as vscode from 'vscode';
import { filesDirectory } from '../../../model/pages/fileNames.ts';
import { blankLinesAround } from '../../../model/tags/blankLines.ts';

export interface InsertedFile {
  /** As in `_files/<name>`. */
  readonly name: string;
  readonly isImage: boolean;
  /** The alternative text of a picture, or the text of a link. */
  readonly text: string;
  /** False if the text is only a suggestion: then it is a placeholder. */
  readonly isAsked: boolean;
}

/**
 * The Markdown for files in place of a part of a page: pictures on an empty line as figures, anything else as links. A
 * link directly below HTML gets an empty line above it, because Markdown would take it for a part of the HTML.
 */
export function snippetOf(
  document: vscode.TextDocument,
  range: vscode.Range,
  files: readonly InsertedFile[],
): vscode.SnippetString {
  const snippet = new vscode.SnippetString();
  const place = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const blank = files.every(({ isImage }) => isImage) ? blankLinesAround(document.getText(), place, 'html') : undefined;
  if (!blank) {
    snippet.appendText(blankLinesAround(document.getText(), place, 'text')?.before ?? '');
    files.forEach((file, index) => inline(snippet.appendText(index > 0 ? ' ' : ''), file));
    return snippet;
  }
  snippet.appendText(blank.before);
  files.forEach((file, index) => figure(snippet.appendText(index > 0 ? '\n\n' : ''), file));
  return snippet.appendText(blank.after);
}

function figure(snippet: vscode.SnippetString, { name, text, isAsked }: InsertedFile): void {
  snippet.appendText(`<figure><img src="${filesDirectory}/${name}" alt="`);
  written(snippet, text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'), isAsked);
  snippet.appendText('"><figcaption>').appendTabstop().appendText('</figcaption></figure>');
}

function inline(snippet: vscode.SnippetString, { name, text, isAsked, isImage }: InsertedFile): void {
  snippet.appendText(isImage ? '![' : '[');
  written(snippet, isAsked ? text.replaceAll(/[\\[\]]/g, '\\$&') : text, isAsked);
  snippet.appendText(`](${filesDirectory}/${name})`);
}

function written(snippet: vscode.SnippetString, text: string, isAsked: boolean): void {
  if (isAsked) snippet.appendText(text);
  else snippet.appendPlaceholder(text);
}
