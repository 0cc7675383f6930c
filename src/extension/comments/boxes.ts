import * as vscode from 'vscode';
import { placeOf } from '../../model/comments/quotePlace.ts';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import { controllerId } from './parts.ts';
import type { CommentedPage } from './commentedPage.ts';
import type { InlineThreads } from './inlineThreads.ts';
import { quoteAt } from './quoteAt.ts';

/**
 * Keeps what is typed into VS Code's boxes for comments as drafts, and shows the drafts of a page again when the page is opened.
 *
 * VS Code gives the text of a box as a document of the scheme `comment`, and doesn't say which thread it belongs to. It names the
 * thread to the buttons of the box only. With the first letter that is typed, the box is therefore asked: its default button is
 * run, which sends nothing that once, because `isAnswer` takes the run for an answer. VS Code empties a box when its button is done,
 * so that such a run never ends.
 */
export interface CommentBoxes extends vscode.Disposable {
  /** Whether a button was run to learn the thread of its box. Then nothing is to be sent. */
  isAnswer(given: unknown): boolean;
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

export interface RestoredDraft {
  readonly page: CommentedPage;
  readonly target: DraftTarget;
  readonly thread: vscode.CommentThread;
}

interface Box extends RestoredDraft {
  /** As it was kept last. */
  text: string;
  /** Of a draft that is shown again. */
  readonly comment?: vscode.Comment;
  /** Ends showing it. */
  readonly hide?: () => void;
}

/** After so long a box that was asked no longer answers, in ms. */
const longestAnswer = 10_000;

export function createCommentBoxes({
  inline,
  edge,
}: {
  readonly inline: InlineThreads;
  readonly edge: ErrorEdge;
}): CommentBoxes {
  /** By the URI of their document. */
  const boxes = new Map<string, Box>();
  /** Boxes that VS Code opens with a text of ours. It may open them again each time the page is shown. */
  const opened = new Set<Box>();
  /** Documents of boxes that were opened with a text of ours, also of those that are gone. */
  const own = new WeakSet<vscode.TextDocument>();
  const followed = new Set<unknown>();
  const asked = new WeakSet<vscode.TextDocument>();
  /** The box that was asked last and has not answered yet, and when, in ms since the epoch. */
  let asking: { readonly document: vscode.TextDocument; readonly at: number } | undefined;

  const following: vscode.Disposable[] = [
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === 'comment') typed(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      boxes.delete(document.uri.toString());
      closePage(document.uri.toString());
    }),
  ];

  function typed(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const text = document.getText();
    const box = boxes.get(key);
    if (box) return keep(box, text);
    if (isOurs(document.uri)) return ask(document);
    const mapped = new Set(boxes.values());
    const fresh = [...opened].find((each) => each.text === text && !mapped.has(each));
    if (!fresh) return;
    own.add(document);
    boxes.set(key, fresh);
  }

  function ask(document: vscode.TextDocument): void {
    if (document.getText().trim() === '' || asked.has(document) || mayReachAnother()) return;
    asked.add(document);
    asking = { document, at: Date.now() };
    const run = vscode.commands.executeCommand('editor.action.submitComment');
    Promise.resolve(run).catch((error: unknown) => edge.note('The box of a comment', error));
  }

  /** The command goes to the box that has the focus by then. In a thread, a comment that is edited comes first. */
  function mayReachAnother(): boolean {
    const isForeign = (document: vscode.TextDocument) =>
      document.uri.scheme === 'comment' && !isOurs(document.uri) && !own.has(document);
    const isEdited = [...opened].some(({ comment }) => !comment);
    return isEdited || vscode.workspace.textDocuments.some((each) => isForeign(each) && each.getText().trim() !== '');
  }

  async function identify(document: vscode.TextDocument, thread: vscode.CommentThread): Promise<void> {
    const placed = inline.placedAt(thread);
    const page = placed?.page ?? (await inline.shown(thread.uri));
    if (!page) return;
    const quote = placed ? '' : quoteAt(thread);
    const target: DraftTarget = placed
      ? { kind: 'reply', place: page.place, thread: placed.id }
      : { kind: 'thread', place: page.place, page: page.page, ...(quote && { quote }) };
    const before = await page.threads.drafts.get(target);
    // What was typed elsewhere for the same thread is not replaced. Both are joined when this one is sent.
    if (before || document.isClosed) return;
    const box: Box = { page, target, thread, text: '' };
    boxes.set(document.uri.toString(), box);
    keep(box, document.getText());
  }

  function keep(box: Box, text: string): void {
    const { drafts } = box.page.threads;
    box.text = text;
    // VS Code empties the box of what could not be sent.
    if (text.trim() === '' && draftOf(box)?.unsent) return;
    drafts.keep(box.target, text).catch((error: unknown) => edge.note('Keeping a draft', error));
  }

  function draftOf({ page, target }: RestoredDraft) {
    const print = JSON.stringify(target);
    return page.threads.drafts.known().find((draft) => JSON.stringify(draft.target) === print);
  }

  function targetOf(thread: vscode.CommentThread): DraftTarget | undefined {
    const isIt = (box: Box) => box.thread === thread && !box.comment && box.target.kind !== 'edit';
    return [...boxes.values()].find(isIt)?.target;
  }

  function forget(box: Box): void {
    opened.delete(box);
    for (const [key, each] of boxes) if (each === box) boxes.delete(key);
    box.hide?.();
  }

  /** Drafts that were sent, discarded or changed elsewhere are no longer shown here. */
  function followDrafts(): void {
    for (const box of [...opened]) {
      if (!box.comment) continue;
      const draft = draftOf(box);
      if (draft?.text !== box.text || draft.unsent) forget(box);
    }
  }

  function closePage(uri: string): void {
    for (const box of [...opened]) if (box.thread.uri.toString() === uri) forget(box);
    for (const [key, { thread }] of boxes) {
      if (thread.uri.toString() !== uri) continue;
      boxes.delete(key);
      // VS Code would show the box of a new comment once more, beside its draft.
      if (!inline.placedAt(thread)) thread.dispose();
    }
  }

  return {
    isAnswer(given) {
      if (!asking || !isReply(given)) return false;
      if (targetOf(given.thread)) return false;
      const { document, at } = asking;
      asking = undefined;
      // The question reached no box. This is the user, whose comment is to be sent.
      if (Date.now() - at > longestAnswer) return false;
      // The user types on meanwhile. Another box that has the focus by now has another text.
      const text = document.getText();
      if (text.startsWith(given.text) || given.text.startsWith(text)) {
        identify(document, given.thread).catch((error: unknown) => edge.note('Keeping a draft', error));
      }
      return true;
    },
    targetOf,
    hasText: (thread) =>
      vscode.workspace.textDocuments.some((document) => {
        if (document.uri.scheme !== 'comment' || document.getText().trim() === '') return false;
        const box = boxes.get(document.uri.toString());
        return box ? box.thread === thread : !own.has(document);
      }),
    release(thread, isEdit = false) {
      const isIt = (box: Box) => box.thread === thread && !box.comment && (box.target.kind === 'edit') === isEdit;
      for (const box of [...boxes.values(), ...opened]) if (isIt(box)) forget(box);
      for (const document of vscode.workspace.textDocuments) asked.delete(document);
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
      for (const { target, text, unsent } of drafts.known()) {
        if (target.kind === 'edit' || target.pending !== undefined || unsent) continue;
        if (JSON.stringify(target.place) !== JSON.stringify(page.place)) continue;
        const comment: vscode.Comment = {
          body: text,
          // A box would take the focus.
          mode: vscode.CommentMode.Preview,
          author: { name: vscode.l10n.t('You') },
          contextValue: 'draft',
          label: vscode.l10n.t('Draft'),
        };
        if (target.kind === 'reply') {
          const placed = inline.placedIn(document.uri).find(({ id }) => id === target.thread);
          if (!placed) continue;
          placed.widget.draft(comment);
          const hide = () => placed.widget.draft(undefined);
          opened.add({ page, target, thread: placed.widget.thread, text, comment, hide });
        } else if (target.page === page.page) {
          const thread = inline.begin(document.uri, rangeOf(target.quote, document), comment);
          const hide = () => {
            if (!inline.placedAt(thread)) thread.dispose();
          };
          opened.add({ page, target, thread, text, comment, hide });
        }
      }
    },
    editDraft(comment) {
      const box = [...opened].find((each) => each.comment === comment);
      if (!box) return;
      comment.body = box.text;
      comment.mode = vscode.CommentMode.Editing;
      box.thread.comments = [...box.thread.comments];
    },
    take(comment) {
      const box = [...opened].find((each) => each.comment === comment);
      if (box) {
        opened.delete(box);
        for (const [key, each] of boxes) if (each === box) boxes.delete(key);
        if (box.target.kind === 'reply') box.hide?.();
      }
      return box;
    },
    dispose() {
      for (const each of following) each.dispose();
    },
  };
}

function rangeOf(quote: string | undefined, document: vscode.TextDocument): vscode.Range | undefined {
  const place = quote === undefined ? undefined : placeOf(quote, document.getText());
  return place && new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
}

/** VS Code writes authorities in lower case. */
function isOurs({ authority }: vscode.Uri): boolean {
  return authority.toLowerCase() === controllerId.toLowerCase();
}

function isReply(given: unknown): given is vscode.CommentReply {
  return typeof given === 'object' && given !== null && 'thread' in given && 'text' in given;
}
