import * as vscode from 'vscode';
import { isSame } from '../../model/shared/same.ts';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import type { ErrorEdge } from '../ground/messages/errorEdge.ts';
import { createAskedBoxes, isOurs, type AskedBoxes } from './askedBoxes.ts';
import { draftOf, forget, keep, release, targetOf, type Box, type BoxState, type RestoredDraft } from './boxState.ts';
import type { CommentedPage } from './commentedPage.ts';
import type { InlineThreads } from './inlineThreads.ts';
import { showDrafts, showNewThread } from './shownDrafts.ts';

/** Stores text from VS Code's comment boxes as drafts, and shows the drafts of a page when it is opened again. */
export interface CommentBoxes extends vscode.Disposable, Pick<AskedBoxes, 'isAnswer'> {
  /** The target for which the text of a thread's box is stored. */
  targetOf(thread: vscode.CommentThread): DraftTarget | undefined;
  /** The page that a box belongs to, by the URI of the document with its text. */
  pageOf(uri: vscode.Uri): CommentedPage | undefined;
  /** Whether text in a box would be lost with this thread. */
  hasText(thread: vscode.CommentThread): boolean;
  /** Called when the text of the box was sent, or should be forgotten. */
  release(thread: vscode.CommentThread, isEdit?: boolean): void;
  /** Called when a comment is edited. The box starts with this text. */
  edit(page: CommentedPage, thread: vscode.CommentThread, target: DraftTarget, text: string): void;
  /** Opens a box for a new comment with this text, which is its draft already. */
  begin(page: CommentedPage, target: DraftTarget, text: string, uri: vscode.Uri, range: vscode.Range): void;
  /** Shows the drafts of an opened page. */
  restore(page: CommentedPage, document: vscode.TextDocument): void;
  /** Turns the draft shown by this comment into a box. */
  editDraft(comment: vscode.Comment): void;
  /** The draft shown by this comment, which is then no longer shown. */
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

  /** Stops showing drafts that were sent, discarded or changed elsewhere. */
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
      // Otherwise VS Code would show the box of a new comment again, next to its draft.
      if (!inline.placedAt(thread)) thread.dispose();
    }
  }

  function follow({ threads: { drafts } }: CommentedPage): void {
    if (followed.has(drafts)) return;
    followed.add(drafts);
    following.push(drafts.onDidChange(followDrafts));
  }

  const shownBy = (comment: vscode.Comment): Box | undefined => [...opened].find((each) => each.comment === comment);

  return {
    isAnswer: (box) => asked.isAnswer(box),
    targetOf: (thread) => targetOf(state, thread),
    pageOf: (uri) => byDocument.get(uri.toString())?.page,
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
    begin(page, target, text, uri, range) {
      follow(page);
      const isIt = (box: Box) => isSame(box.target, target) && box.thread.uri.toString() === uri.toString();
      const shown = [...opened].find((box) => box.comment && isIt(box));
      editDraft(shown ?? showNewThread(inline, state, { page, target, text }, uri, range));
    },
    restore(page, document) {
      follow(page);
      showDrafts(inline, state, page, document);
    },
    editDraft(comment) {
      const box = shownBy(comment);
      if (box) editDraft(box);
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

function editDraft({ comment, text, thread }: Box): void {
  if (!comment) return;
  comment.body = text;
  comment.mode = vscode.CommentMode.Editing;
  thread.comments = [...thread.comments];
}
