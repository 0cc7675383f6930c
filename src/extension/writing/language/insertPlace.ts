import * as vscode from 'vscode';
import { showWarning } from '../../ground/messages/show.ts';
import { snippetOf, type InsertedFile } from './fileSnippet.ts';

/** The part of a page that files replace, as it was before any question. */
export interface InsertPlace {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
  /** Of the document, for which the range is right. */
  readonly version: number;
  /** The text in the range, in one line. */
  readonly selected: string;
}

export function placeIn(document: vscode.TextDocument, range: vscode.Range): InsertPlace {
  const selected = document.getText(range).replace(/\s+/g, ' ').trim();
  return { document, range, version: document.version, selected };
}

/** Inserts links to files, at the cursor if the page has changed since: the range may be another text now. */
export async function insertAt(
  { document, range, version }: InsertPlace,
  files: readonly InsertedFile[],
): Promise<void> {
  if (files.length === 0) return;
  const editor = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].find(
    (each) => each?.document === document,
  );
  const { active } = editor?.selection ?? { active: range.start };
  const place = document.version === version ? range : new vscode.Range(active, active);
  const isInserted = await editor?.insertSnippet(snippetOf(document, place, files), place).then(undefined, () => false);
  if (!isInserted) {
    await showWarning(
      vscode.l10n.t(
        "Couldn't insert the link because the editor changed. Run Insert File or Image and select “{0}”.",
        files[0]!.name,
      ),
    );
  }
}
