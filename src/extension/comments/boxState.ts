import * as vscode from 'vscode';
import { quoteOf } from '../../model/comments/quotePlace.ts';
import type { Draft, DraftTarget } from '../../store/comments/drafts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import { documentAt } from '../services/openDocuments.ts';
import type { CommentedPage } from './commentedPage.ts';

export interface RestoredDraft {
  readonly page: CommentedPage;
  readonly target: DraftTarget;
  readonly thread: vscode.CommentThread;
}

export interface Box extends RestoredDraft {
  /** As it was kept last. */
  text: string;
  /** Of a draft that is shown again. */
  readonly comment?: vscode.Comment;
  /** Ends showing it. */
  readonly hide?: () => void;
}

/** The boxes for comments whose threads are known. */
export interface BoxState {
  /** By the URI of the document that has the box's text. */
  readonly byDocument: Map<string, Box>;
  /** Boxes that VS Code opens with a text of ours. It may open them again each time the page is shown. */
  readonly opened: Set<Box>;
  /** Documents of boxes that were opened with a text of ours, also of those that are gone. */
  readonly own: WeakSet<vscode.TextDocument>;
}

export function forget(state: BoxState, box: Box): void {
  release(state, box);
  box.hide?.();
}

/** What it shows stays as it is. */
export function release({ byDocument, opened }: BoxState, box: Box): void {
  opened.delete(box);
  for (const [key, each] of byDocument) if (each === box) byDocument.delete(key);
}

export function keep(edge: ErrorEdge, box: Box, text: string): void {
  const { drafts } = box.page.threads;
  box.text = text;
  // VS Code empties the box of what could not be sent.
  if (text.trim() === '' && draftOf(box)?.unsent) return;
  drafts.keep(box.target, text).catch((error: unknown) => edge.note('Keeping a draft', error));
}

export function draftOf({ page, target }: RestoredDraft): Draft | undefined {
  const print = JSON.stringify(target);
  return page.threads.drafts.known().find((draft) => JSON.stringify(draft.target) === print);
}

/** Of a thread's box in which nothing is edited. */
export function targetOf({ byDocument }: BoxState, thread: vscode.CommentThread): DraftTarget | undefined {
  const isIt = (box: Box) => box.thread === thread && !box.comment && box.target.kind !== 'edit';
  return [...byDocument.values()].find(isIt)?.target;
}

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
