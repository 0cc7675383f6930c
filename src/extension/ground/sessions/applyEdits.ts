import * as vscode from 'vscode';
import type { LineEdit } from '../../../model/merge/lineEdits.ts';

/**
 * Changes some lines of a document. Cursors and Undo are preserved. Rejects if the document changed at the same moment.
 */
export async function applyLineEdits(document: vscode.TextDocument, edits: readonly LineEdit[]): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map((each) => textEditOf(document, each)),
  );
  if (edits.length > 0 && !(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t("Couldn't change the text because you were typing. Try again."));
}

export function textEditOf(document: vscode.TextDocument, { start, end, lines }: LineEdit): vscode.TextEdit {
  const { lineCount } = document;
  const endOf = (line: number): vscode.Position => document.lineAt(line).range.end;
  const startOf = (line: number): vscode.Position => new vscode.Position(line, 0);
  const text = lines.join('\n');
  if (start === end) {
    return start < lineCount
      ? vscode.TextEdit.insert(startOf(start), lines.length > 0 ? `${text}\n` : '')
      : vscode.TextEdit.insert(endOf(lineCount - 1), lines.length > 0 ? `\n${text}` : '');
  }
  if (lines.length > 0) return vscode.TextEdit.replace(new vscode.Range(startOf(start), endOf(end - 1)), text);
  // Deleting lines also deletes one of the line breaks around them.
  if (end < lineCount) return vscode.TextEdit.delete(new vscode.Range(startOf(start), startOf(end)));
  return vscode.TextEdit.delete(new vscode.Range(start > 0 ? endOf(start - 1) : startOf(0), endOf(end - 1)));
}
