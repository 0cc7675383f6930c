import * as vscode from 'vscode';
import { uniqueStretch } from '../../model/comments/appliedSuggestions.ts';
import { quoteOf } from '../../model/comments/quotePlace.ts';
import { linesOf, suggestionMarkdown } from '../../model/comments/suggestions.ts';
import { sameLines } from '../../model/merge/sameLines.ts';
import type { PageReading } from '../../model/pages/text.ts';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import { versionOf } from '../ground/places/place.ts';
import { shaped } from '../ground/contributions/given.ts';
import { openPageEditor } from './shared/openPage.ts';
import type { CommentSession } from './session.ts';

/**
 * Opens a box for a comment that suggests a change of the selected lines, or of the given ones. It starts with the
 * lines as they are, as both the old and the new ones.
 */
export async function suggestChange(session: CommentSession, given: Stretch | undefined): Promise<void> {
  const { document, range } = await stretchOf(given);
  const page = await session.inline.shown(document.uri);
  if (!page && versionOf(document.uri)?.kind === 'changeRequest') {
    throw new Error(vscode.l10n.t("The comments of this page aren't loaded. Reopen the page and try again."));
  }
  if (page?.number === undefined) {
    throw new Error(vscode.l10n.t('Open a page of a change request first, then select the text to change.'));
  }
  if (!page.mayComment) throw new Error(vscode.l10n.t("You don't have permission to comment here."));
  const { account, threads, place, page: id, number } = page;
  const content = await session.parts.stores(account).contents();
  const { reading } = await content.reading(place.space, number, id);
  const lines = linesAt(document, range, reading);
  const stretch = uniqueStretch(linesOf(reading.markdown), lines.start, lines.end);
  if (!stretch) {
    throw new Error(vscode.l10n.t('This text occurs several times on the page. Select more of the text around it.'));
  }
  const oldLines = linesOf(reading.markdown).slice(stretch.start, stretch.end);
  const shown = new vscode.Range(
    document.lineAt(stretch.start + lines.shift).range.start,
    document.lineAt(stretch.end - 1 + lines.shift).range.end,
  );
  const quote = quoteOf(document.getText(shown));
  const target: DraftTarget = { kind: 'thread', place, page: id, ...(quote && { quote }) };
  const before = await threads.drafts.get(target);
  const text = before?.text ?? suggestionMarkdown({ oldLines, newLines: oldLines });
  if (!before) await threads.drafts.keep(target, text);
  await show(document);
  session.boxes.begin(page, target, text, document.uri, shown);
}

/** Part of a document. */
interface Stretch {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

const isAnyStretch = shaped<Stretch>({ uri: 'present', range: 'present' });
export const isStretch = (given: unknown): given is Stretch =>
  isAnyStretch(given) && given.uri instanceof vscode.Uri && given.range instanceof vscode.Range;

async function stretchOf(given: Stretch | undefined): Promise<{ document: vscode.TextDocument; range: vscode.Range }> {
  if (given) {
    const document = await vscode.workspace.openTextDocument(given.uri);
    return { document, range: document.validateRange(given.range) };
  }
  const editor = openPageEditor();
  if (editor) return { document: editor.document, range: editor.selection };
  throw new Error(vscode.l10n.t('Open a page of a change request first, then select the text to change.'));
}

interface Lines {
  /** Lines of the page on the platform. */
  readonly start: number;
  readonly end: number;
  /** How many lines further down they are in the document. */
  readonly shift: number;
}

/** The lines of a range as the platform has them. They may have moved in a document with unsent changes. */
function linesAt(document: vscode.TextDocument, { start, end }: vscode.Range, { text, markdown }: PageReading): Lines {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const platformLines = linesOf(text);
  const places = sameLines(platformLines, linesOf(document.getText())).slice(start.line, last + 1);
  const first = places[0];
  // An address over several lines may be shown in one line.
  const isAlike = platformLines.length === linesOf(markdown).length;
  if (first === undefined || !isAlike || places.some((place, index) => place !== first + index)) {
    throw new Error(
      vscode.l10n.t("The change request doesn't have this text. Save your changes or reload the page, then try again."),
    );
  }
  return { start: first, end: first + places.length, shift: start.line - first };
}

/** VS Code shows comments in editors only. */
async function show(document: vscode.TextDocument): Promise<void> {
  const isShown = vscode.window.visibleTextEditors.some((editor) => editor.document === document);
  if (!isShown) await vscode.window.showTextDocument(document, { preview: false });
}
