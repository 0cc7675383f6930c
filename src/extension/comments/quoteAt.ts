import * as vscode from 'vscode';
import { quoteOf } from '../../model/comments/quotePlace.ts';
import { documentAt } from '../services/openDocuments.ts';

/** The words that a new comment is about: what is selected, else the lines of its box. */
export function quoteAt({ uri, range }: vscode.CommentThread): string {
  const document = documentAt(uri);
  if (!document || !range) return '';
  const selection = vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .map((editor) => editor.selection)
    .find((each) => !each.isEmpty && range.contains(each));
  const lines = new vscode.Range(range.start.line, 0, range.end.line, document.lineAt(range.end.line).text.length);
  return quoteOf(document.getText(selection ?? lines));
}
