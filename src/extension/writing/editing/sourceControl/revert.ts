import * as vscode from 'vscode';
import { isSameText } from '../../../../model/merge/lineEdits.ts';
import { baseOf } from '../../../../model/editing/editablePage.ts';
import {
  areCurrent,
  hunksBetween,
  revertedHunk,
  revertedLines,
  type Hunk,
} from '../../../../model/merge/revertedLines.ts';
import { documentAt } from '../../../ground/services/openDocuments.ts';
import { applyLineEdits } from '../../../ground/sessions/applyEdits.ts';
import type { OpenPages } from '../../../ground/sessions/openPages.ts';

/** A change as VS Code passes it to the menu of the peek. Lines count from 1; an end of 0 stands for no lines. */
interface LineChange {
  readonly originalStartLineNumber: number;
  readonly originalEndLineNumber: number;
  readonly modifiedStartLineNumber: number;
  readonly modifiedEndLineNumber: number;
}

/** Reverts the change that the peek shows. */
export async function revertChange(
  pages: OpenPages,
  original: (uri: vscode.Uri) => Promise<vscode.Uri | undefined>,
  [uri, changes, index]: readonly unknown[],
): Promise<void> {
  const change = isChanges(changes) && typeof index === 'number' ? changes[index] : undefined;
  if (!(uri instanceof vscode.Uri) || !change) throw new Error(startInPeek());
  const { document, base, text } = await sides(uri, original);
  const hunks = (changes as readonly LineChange[]).map(hunkOf);
  if (!areCurrent(hunks, base, text)) {
    throw new Error(
      vscode.l10n.t('The page has changed since this change was shown. Open the change again to revert it.'),
    );
  }
  await applyLineEdits(document, [revertedHunk(hunkOf(change), base)]);
  await saveIfNothingIsLeft(pages, document);
}

/** Reverts the changes in the selected lines of the page in the peek, else of the active editor. */
export async function revertSelectedLines(
  pages: OpenPages,
  original: (uri: vscode.Uri) => Promise<vscode.Uri | undefined>,
  given: unknown,
): Promise<void> {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  // While the peek has the focus, its own editor is the active one.
  const inPeek = visibleTextEditors.find(({ document }) => document.uri.toString() === String(given));
  const editor = given instanceof vscode.Uri ? inPeek : activeTextEditor;
  if (editor?.document.uri.scheme !== 'docs-platform-edit') {
    throw new Error(vscode.l10n.t('Open an editable page first: run Edit in Change Request.'));
  }
  const { document, base, text } = await sides(editor.document.uri, original);
  const selected = editor.selections.map(({ start, end }) => ({
    start: start.line,
    // A selection that ends before the first character of a line doesn't include that line.
    end: end.character === 0 && end.line > start.line ? end.line : end.line + 1,
  }));
  const edits = revertedLines(hunksBetween(base, text), { base, text }, selected);
  if (edits.length === 0) throw new Error(vscode.l10n.t('The selected lines have no changes.'));
  await applyLineEdits(document, edits);
  await saveIfNothingIsLeft(pages, document);
}

async function sides(uri: vscode.Uri, original: (uri: vscode.Uri) => Promise<vscode.Uri | undefined>) {
  const document = documentAt(uri);
  const other = document && (await original(uri));
  if (!other) throw new Error(startInPeek());
  const before = await vscode.workspace.openTextDocument(other);
  return { document, base: linesOf(before), text: linesOf(document) };
}

function linesOf(document: vscode.TextDocument): readonly string[] {
  return Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
}

/** The text is what the server has, so saving sends nothing. Afterwards the page no longer counts as unsent. */
async function saveIfNothingIsLeft(pages: OpenPages, document: vscode.TextDocument): Promise<void> {
  const page = pages.get(document.uri.toString());
  if (page && document.isDirty && isSameText(document.getText(), baseOf(page.edited))) await document.save();
}

function hunkOf(change: LineChange): Hunk {
  return {
    base: spanOf(change.originalStartLineNumber, change.originalEndLineNumber),
    text: spanOf(change.modifiedStartLineNumber, change.modifiedEndLineNumber),
  };
}

/** Without lines, the start is the line before the place. */
function spanOf(start: number, end: number): Hunk['base'] {
  return end === 0 ? { start, end: start } : { start: start - 1, end };
}

function isChanges(given: unknown): given is readonly LineChange[] {
  return (
    Array.isArray(given) &&
    given.every((each: unknown) => {
      const change = each as Partial<Record<keyof LineChange, unknown>> | null;
      return [
        change?.originalStartLineNumber,
        change?.originalEndLineNumber,
        change?.modifiedStartLineNumber,
        change?.modifiedEndLineNumber,
      ].every((line) => Number.isSafeInteger(line) && (line as number) >= 0);
    })
  );
}

function startInPeek(): string {
  return vscode.l10n.t('Select a change in the gutter of an editable page first.');
}
