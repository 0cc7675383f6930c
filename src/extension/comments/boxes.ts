import * as vscode from 'vscode';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import { createAskedBoxes, isOurs, type AskedBoxes } from './askedBoxes.ts';
import { draftOf, forget, keep, release, targetOf, type Box, type BoxState, type RestoredDraft } from './boxState.ts';
import type { CommentedPage } from './commentedPage.ts';
import type { InlineThreads } from './inlineThreads.ts';
import { showDrafts } from './shownDrafts.ts';

/** Keeps what is typed into VS Code's boxes for comments as drafts, and shows the drafts of a page again when the page is opened. */
export interface CommentBoxes extends vscode.Disposable, Pick<AskedBoxes, 'isAnswer'> {
  /** What the text of a thread's box is kept for. */
  targetOf(thread: vscode.CommentThread): DraftTarget | undefined;
  /** Whether text in a box would be gone with this thread. */
  hasText(thread: vscode.CommentThread): boolean;
  /** The text of the box was sent, or is to be forgotten. */
  release(thread: vscode.CommentThread, isEdit?: boolean): void;
  /** A comment is edited. The box begins with this text. */
  edit(page: CommentedPage, thread: vscode.CommentThread, target: DraftTarget, text: string): void;
  /** Shows the drafts of a page that was opened. */
  restore(page: CommentedPage, document: vscode.TextDocument): void;
  /** Turns the draft that is shown by this comment into a box. */
  editDraft(comment: vscode.Comment): void;
  /** The draft that is shown by this comment. It is no longer shown. */
  take(comment: vscode.Comment): RestoredDraft | undefined;
}

export function createCommentBoxes(parts: { readonly inline: InlineThreads; readonly edge: ErrorEdge }): CommentBoxes {
  const { inline, edge } = parts;
  const state: BoxState = { byDocument: new Map(), opened: new Set(), own: new WeakSet() };
  const { byDocument, opened, own } = state;
  const asked = createAskedBoxes(parts, state);
  const followed = new Set<unknown>();

  const following: vscode.Disposable[] = [
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === 'comment') typed(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      byDocument.delete(document.uri.toString());
      closePage(document.uri.toString());
    }),
  ];

  function typed(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const text = document.getText();
    const box = byDocument.get(key);
    if (box) return keep(edge, box, text);
    if (isOurs(document.uri)) return asked.ask(document);
    const mapped = new Set(byDocument.values());
    const fresh = [...opened].find((each) => each.text === text && !mapped.has(each));
    if (!fresh) return;
    own.add(document);
    byDocument.set(key, fresh);
  }

  /** Drafts that were sent, discarded or changed elsewhere are no longer shown here. */
  function followDrafts(): void {
    for (const box of [...opened]) {
      if (!box.comment) continue;
      const draft = draftOf(box);
      if (draft?.text !== box.text || draft.unsent) forget(state, box);
    }
  }

  function closePage(uri: string): void {
    for (const box of [...opened]) if (box.thread.uri.toString() === uri) forget(state, box);
    for (const [key, { thread }] of byDocument) {
      if (thread.uri.toString() !== uri) continue;
      byDocument.delete(key);
      // VS Code would show the box of a new comment once more, beside its draft.
      if (!inline.placedAt(thread)) thread.dispose();
    }
  }

  const shownBy = (comment: vscode.Comment): Box | undefined => [...opened].find((each) => each.comment === comment);

  return {
    isAnswer: (given) => asked.isAnswer(given),
    targetOf: (thread) => targetOf(state, thread),
    hasText: (thread) =>
      vscode.workspace.textDocuments.some((document) => {
        if (document.uri.scheme !== 'comment' || document.getText().trim() === '') return false;
        const box = byDocument.get(document.uri.toString());
        return box ? box.thread === thread : !own.has(document);
      }),
    release(thread, isEdit = false) {
      const isIt = (box: Box) => box.thread === thread && !box.comment && (box.target.kind === 'edit') === isEdit;
      for (const box of [...byDocument.values(), ...opened]) if (isIt(box)) forget(state, box);
      asked.forgetAll();
    },
    edit(page, thread, target, text) {
      opened.add({ page, thread, target, text });
    },
    restore(page, document) {
      const { drafts } = page.threads;
      if (!followed.has(drafts)) {
        followed.add(drafts);
        following.push(drafts.onDidChange(followDrafts));
      }
      showDrafts(inline, state, page, document);
    },
    editDraft(comment) {
      const box = shownBy(comment);
      if (!box) return;
      comment.body = box.text;
      comment.mode = vscode.CommentMode.Editing;
      box.thread.comments = [...box.thread.comments];
    },
    take(comment) {
      const box = shownBy(comment);
      if (!box) return undefined;
      release(state, box);
      if (box.target.kind === 'reply') box.hide?.();
      return box;
    },
    dispose() {
      for (const each of following) each.dispose();
    },
  };
}
