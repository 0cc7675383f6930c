import * as vscode from 'vscode';
import { quoteFor } from '../../model/comments/quoteFor.ts';
import type { TextSpan } from '../../model/comments/quotePlace.ts';
import type { Draft, DraftTarget } from '../../store/comments/drafts.ts';
import type { ErrorEdge } from '../ground/messages/errorEdge.ts';
import { documentAt } from '../ground/services/openDocuments.ts';
import type { CommentedPage } from './commentedPage.ts';

export interface RestoredDraft {
  readonly page: CommentedPage;
  readonly target: DraftTarget;
  readonly thread: vscode.CommentThread;
}

export interface Box extends RestoredDraft {
  /** The text as last stored. */
  text: string;
  /** Set if the box shows a draft again. */
  readonly comment?: vscode.Comment;
  /** Stops showing the draft. */
  readonly hide?: () => void;
}

/** The comment boxes whose threads are known. */
export interface BoxState {
  /** Boxes by the URI of the document with their text. */
  readonly byDocument: Map<string, Box>;
  /** Boxes that VS Code opens with our text. It may open them again each time the page is shown. */
  readonly opened: Set<Box>;
  /** Documents of boxes that were opened with our text, including closed ones. */
  readonly own: WeakSet<vscode.TextDocument>;
}

export function forget(state: BoxState, box: Box): void {
  release(state, box);
  box.hide?.();
}

/** Forgets the box without changing what it shows. */
export function release({ byDocument, opened }: BoxState, box: Box): void {
  opened.delete(box);
  for (const [key, each] of byDocument) if (each === box) byDocument.delete(key);
}

export function keep(edge: ErrorEdge, box: Box, text: string): void {
  const { drafts } = box.page.threads;
  box.text = text;
  // VS Code empties the box of a reply that couldn't be sent, so an empty text doesn't replace that draft.
  if (text.trim() === '' && draftOf(box)?.unsent) return;
  drafts.keep(box.target, text).catch((error: unknown) => edge.note('Keeping a draft', error));
}

export function draftOf({ page, target }: RestoredDraft): Draft | undefined {
  const print = JSON.stringify(target);
  return page.threads.drafts.cached().find((draft) => JSON.stringify(draft.target) === print);
}

/** The target of a thread's box, unless a comment is being edited in it. */
export function targetOf({ byDocument }: BoxState, thread: vscode.CommentThread): DraftTarget | undefined {
  const isIt = (box: Box) => box.thread === thread && !box.comment && box.target.kind !== 'edit';
  return [...byDocument.values()].find(isIt)?.target;
}

/** What a new comment in a box is about: the selection, else the lines of the box. */
export async function newTarget(page: CommentedPage, thread: vscode.CommentThread): Promise<DraftTarget> {
  const { place, page: id, former } = page;
  const { text, span } = partAt(thread);
  if (former) return { kind: 'thread', place, ...(await former.targetOf(text, span)) };
  const quote = span.start === span.end ? '' : quoteFor(text, span);
  return { kind: 'thread', place, page: id, ...(quote && { quote }) };
}

function partAt({ uri, range }: vscode.CommentThread): { readonly text: string; readonly span: TextSpan } {
  const document = documentAt(uri);
  if (!document || !range) return { text: '', span: { start: 0, end: 0 } };
  const selection = vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .map((editor) => editor.selection)
    .find((each) => !each.isEmpty && range.contains(each));
  const lines = new vscode.Range(range.start.line, 0, range.end.line, document.lineAt(range.end.line).text.length);
  const part = selection ?? lines;
  const span = { start: document.offsetAt(part.start), end: document.offsetAt(part.end) };
  return { text: document.getText(), span };
}
