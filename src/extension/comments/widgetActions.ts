import * as vscode from 'vscode';
import { saidIn } from '../../model/comments/quoteApart.ts';
import type { Draft, DraftTarget } from '../../store/comments/drafts.ts';
import { openInBrowser } from '../ground/services/openInBrowser.ts';
import { lostReplies } from '../ground/words/lostReplies.ts';
import { postOf, type PlacedThread, type PostAt } from './shownThreads.ts';
import { isPendingPost, pendingDraft } from './pendingComments.ts';
import { newTarget } from './boxState.ts';
import { sendAndReport } from './shared/sendAndReport.ts';
import type { CommentSession } from './session.ts';

/** Sends the text of a thread's box: a reply to an existing thread, or a new thread. */
export async function sendFromBox(session: CommentSession, box: vscode.CommentReply, resolve: boolean): Promise<void> {
  if (session.boxes.isAnswer(box)) return noEnd();
  const { thread, text } = box;
  const placed = session.inline.placedAt(thread);
  if (!placed) return beginThread(session, thread, text);
  const { account, threads, place, comments } = placed.page;
  if (text.trim() === '' && resolve) return comments.resolve(placed.id);
  const target: DraftTarget = { kind: 'reply', place, thread: placed.id };
  const isBeside = session.boxes.targetOf(thread) === undefined;
  try {
    await sendAndReport(session.parts, { account, threads, target, text }, { resolve, isBeside });
  } finally {
    session.boxes.release(thread);
  }
}

/** VS Code empties a box when its button is done, so this never resolves. */
function noEnd(): Promise<never> {
  return new Promise(() => undefined);
}

/** Stores the text of a box as a pending comment of the review. */
export async function addToReview(session: CommentSession, box: vscode.CommentReply): Promise<void> {
  if (session.boxes.isAnswer(box)) return noEnd();
  const { thread, text } = box;
  if (text.trim() === '') throw new Error(vscode.l10n.t('Enter some text first.'));
  const placed = session.inline.placedAt(thread);
  const page = placed?.page ?? (await session.inline.shown(thread.uri));
  if (page?.place.changeRequest === undefined) {
    await showStored(text);
    throw new Error(vscode.l10n.t('Only change requests can be reviewed. Your text is in a new document.'));
  }
  const { threads, place } = page;
  const target: DraftTarget = placed ? { kind: 'reply', place, thread: placed.id } : await newTarget(page, thread);
  const adopted = placed ? undefined : session.inline.adopt(thread, text);
  const stored = session.boxes.targetOf(thread);
  try {
    await threads.reviews.add(target, text);
    if (stored) await threads.drafts.discard(stored);
  } finally {
    session.boxes.release(thread);
    adopted?.dispose();
  }
}

/** Stores the draft that a comment shows as a pending comment of the review. */
export async function addDraftToReview(session: CommentSession, comment: vscode.Comment): Promise<void> {
  const text = textOf(comment);
  const draft = session.boxes.take(comment);
  if (draft?.page.place.changeRequest === undefined) {
    await showStored(text);
    throw new Error(vscode.l10n.t('Only change requests can be reviewed. Your text is in a new document.'));
  }
  const { page, target, thread } = draft;
  const adopted = target.kind === 'thread' ? session.inline.adopt(thread, text) : undefined;
  try {
    await page.threads.reviews.add(target, text);
  } finally {
    adopted?.dispose();
  }
}

/** The text typed into a comment's box. */
function textOf({ body }: vscode.Comment): string {
  const text = typeof body === 'string' ? body : body.value;
  if (text.trim() === '') throw new Error(vscode.l10n.t('Enter some text first.'));
  return text;
}

/** Starts a thread on the lines of its box. It quotes their words, because their node is unknown. */
async function beginThread(session: CommentSession, thread: vscode.CommentThread, text: string): Promise<void> {
  const page = await session.inline.shown(thread.uri);
  if (!page) {
    await showStored(text);
    throw new Error(
      vscode.l10n.t(
        "Your text was saved but not sent, because the comments of this page aren't loaded. Reopen the page and try again.",
      ),
    );
  }
  if (text.trim() === '') throw new Error(vscode.l10n.t('Enter some text first.'));
  const stored = session.boxes.targetOf(thread);
  const { account, threads } = page;
  const target = stored ?? (await newTarget(page, thread));
  const adopted = session.inline.adopt(thread, text);
  try {
    await sendAndReport(
      session.parts,
      { account, threads, target, text },
      { isBeside: stored === undefined, title: page.title },
    );
  } finally {
    session.boxes.release(thread);
    adopted.dispose();
  }
}

/** VS Code empties a box when its button is done, so the text is shown in a new document. */
async function showStored(text: string): Promise<void> {
  if (text.trim() === '') return;
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language: 'markdown', content: text }),
  );
}

export async function setResolved({ page, id, widget }: PlacedThread, isResolved: boolean): Promise<void> {
  const { comments } = page;
  await (isResolved ? comments.resolve(id) : comments.reopen(id));
  if (isResolved) widget.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
}

/** The box starts with the unsaved text typed before, else with the platform's text. */
export async function beginEdit(session: CommentSession, at: PostAt): Promise<void> {
  const pending = pendingOf(at);
  if (pending) return at.placed.widget.edit(at.reply ?? at.thread, pending.text);
  const body = postOf(at)?.body;
  if (body?.kind !== 'markdown') return;
  const draft = await at.placed.page.threads.drafts.get(editOf(at));
  const text = draft?.text ?? (at.reply === undefined ? saidIn(body.markdown) : body.markdown);
  const { page, widget } = at.placed;
  session.boxes.edit(page, widget.thread, editOf(at), text);
  widget.edit(at.reply ?? at.thread, text);
}

export async function cancelEdit(session: CommentSession, at: PostAt): Promise<void> {
  endEdit(session, at);
  const { drafts } = at.placed.page.threads;
  // A draft that couldn't be sent stays under Unsent.
  if (!(await drafts.get(editOf(at)))?.unsent) await drafts.discard(editOf(at));
}

/** Sends the draft shown by a comment. */
export async function sendDraft(session: CommentSession, comment: vscode.Comment): Promise<void> {
  const text = textOf(comment);
  const draft = session.boxes.take(comment);
  if (!draft) return showStored(text);
  const { page, target, thread } = draft;
  const adopted = target.kind === 'thread' ? session.inline.adopt(thread, text) : undefined;
  try {
    const { account, threads, title } = page;
    await sendAndReport(session.parts, { account, threads, target, text }, { title });
  } finally {
    adopted?.dispose();
  }
}

export async function discardDraft(session: CommentSession, comment: vscode.Comment): Promise<void> {
  const draft = session.boxes.take(comment);
  if (!draft) return;
  if (draft.target.kind === 'thread') draft.thread.dispose();
  await draft.page.threads.drafts.discard(draft.target);
}

export async function saveEdit(session: CommentSession, comment: vscode.Comment): Promise<void> {
  const at = session.inline.postAt(comment);
  const text = typeof comment.body === 'string' ? comment.body : comment.body.value;
  if (!at) {
    await showStored(text);
    throw new Error(vscode.l10n.t('This comment was deleted. Your text is in a new document, so you can copy it.'));
  }
  const { account, threads } = at.placed.page;
  const target = editOf(at);
  if (text.trim() === '') {
    throw new Error(vscode.l10n.t("A comment can't be empty. Enter some text, or delete the comment."));
  }
  const pending = pendingOf(at);
  if (pending) {
    await threads.drafts.keep(pending.target, text);
    return endEdit(session, at);
  }
  endEdit(session, at);
  if (isPendingPost(at.reply ?? at.thread)) {
    await showStored(text);
    throw new Error(
      vscode.l10n.t('This pending comment was already sent or discarded. Your text is in a new document.'),
    );
  }
  await sendAndReport(session.parts, { account, threads, target, text });
}

export async function deletePost(session: CommentSession, at: PostAt): Promise<void> {
  const { comments, threads } = at.placed.page;
  const pending = pendingOf(at);
  const count = at.reply === undefined ? (comments.thread(at.thread)?.replyCount ?? 0) : 0;
  const remove = vscode.l10n.t('Delete');
  const answer = await session.parts.prompts.choose({
    modal: true,
    severity: 'warning',
    message: pending
      ? vscode.l10n.t('Delete this pending comment?')
      : at.reply === undefined
        ? vscode.l10n.t('Delete this comment?')
        : vscode.l10n.t('Delete this reply?'),
    detail: lostReplies(count),
    actions: [remove],
  });
  if (answer !== remove) return;
  await (pending ? threads.drafts.discard(pending.target) : comments.delete(at));
}

export async function openPostInBrowser(at: PostAt | undefined, placed: PlacedThread | undefined): Promise<void> {
  const address = at ? postOf(at)?.address : placed?.page.comments.thread(placed.id)?.address;
  if (address) await openInBrowser(address);
}

function pendingOf({ placed, thread, reply }: PostAt): Draft | undefined {
  return pendingDraft(placed.page, reply ?? thread);
}

function editOf({ placed, thread, reply }: PostAt): DraftTarget {
  return { kind: 'edit', place: placed.page.place, thread, ...(reply && { reply }) };
}

function endEdit(session: CommentSession, { placed, thread, reply }: PostAt): void {
  session.boxes.release(placed.widget.thread, true);
  placed.widget.endEdit(reply ?? thread);
  session.inline.show(placed.uri);
}
