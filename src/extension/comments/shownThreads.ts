import * as vscode from 'vscode';
import { createPlacedQuotes, type PlacedQuotes } from '../../model/comments/placedQuotes.ts';
import { areWordsGone, quotedWords } from '../../model/comments/quotedWords.ts';
import { unfitBy } from '../ground/threads/outdatedThreads.ts';
import type { Post, Thread } from '../../model/comments/threads.ts';
import { editScheme, scheme } from '../../model/shared/schemes.ts';
import type { PostAddress } from '../../store/comments/threads.ts';
import { addressKey } from '../ground/places/pageUri.ts';
import type { CommentedPage } from './commentedPage.ts';
import { isPendingPost, pendingReplies, pendingThreads } from './pendingComments.ts';
import { commentWidget, type CommentWidget } from './widget.ts';
import { usesAccount } from '../ground/services/otherAccount.ts';

/** A thread shown in an editor. */
export interface PlacedThread {
  readonly page: CommentedPage;
  readonly uri: vscode.Uri;
  readonly id: string;
  /** Whether the platform hasn't answered yet. */
  readonly isPending: boolean;
  readonly widget: CommentWidget;
  /** Undefined if the page has never contained its quoted words. The thread is then about the file. */
  readonly range: vscode.Range | undefined;
}

/** A comment or reply of a shown thread. */
export type PostAt = PostAddress & { readonly placed: PlacedThread };

export function postOf({ placed, thread, reply }: PostAt): Post | undefined {
  const { comments } = placed.page;
  if (reply === undefined) return comments.thread(thread);
  return comments.cachedReplies(thread)?.replies.find(({ id }) => id === reply);
}

/** An open page and its threads as shown. */
export interface Shown {
  readonly document: vscode.TextDocument;
  readonly placed: Map<string, PlacedThread>;
  /** Boxes whose text is being sent as a new thread. */
  readonly sending: Map<vscode.CommentThread, string>;
  page: CommentedPage | undefined;
  readonly quotes: PlacedQuotes;
  /** The places of threads in this version of the document. */
  places?: { readonly version: number; readonly of: (thread: Thread) => Place };
  /** Whether lines were replaced since threads were placed: VS Code then moves their threads elsewhere. */
  isReplaced?: boolean;
  /** Threads that stay where VS Code has moved them until the text in their box is sent or deleted. */
  readonly held: Set<vscode.CommentThread>;
  /** Runs after a pause in typing. */
  timer?: NodeJS.Timeout;
  /** How long it took to place the threads the last time, in ms. */
  cost: number;
  ready: Promise<void>;
  isClosed: boolean;
  /** Whether its threads are shown only in the editable page. */
  isHidden: boolean;
  /** Whether deleted threads are still shown because of text in a box. */
  hasDeleted?: boolean;
  /** A fingerprint of its pending comments as last shown. */
  reviewed?: string;
  /** Whether its threads couldn't be loaded yet. */
  hasFailed?: boolean;
}

interface Place {
  readonly range: vscode.Range | undefined;
  readonly isRemoved: boolean;
}

/** The open pages, by URI. */
export type ShownPages = Map<string, Shown>;

export function shownIn(document: vscode.TextDocument): Shown {
  return {
    document,
    placed: new Map(),
    held: new Set(),
    sending: new Map(),
    quotes: createPlacedQuotes(),
    cost: 0,
    page: undefined,
    ready: Promise.resolve(),
    isClosed: false,
    isHidden: false,
  };
}

/** Shows the threads of open pages at their place in the text. */
export interface ShownThreads {
  show(known: Shown): void;
  /** Shows the draft of a new comment. */
  begin(uri: vscode.Uri, range: vscode.Range | undefined, draft: vscode.Comment): vscode.CommentThread;
  /** Removes or moves threads that stayed because of text in a box, once the box is empty. */
  boxesChanged(): void;
  /** If a page is open twice, shows its threads only once. */
  hideTwins(): void;
  placedAt(thread: vscode.CommentThread): PlacedThread | undefined;
  /** The post whose menu was opened. */
  postAt(comment: vscode.Comment): PostAt | undefined;
}

export function createShownThreads(
  controller: vscode.CommentController,
  documents: ShownPages,
  hasText: (thread: vscode.CommentThread) => boolean,
): ShownThreads {
  const placedAt = new WeakMap<vscode.CommentThread, PlacedThread>();

  function showThreads(known: Shown): void {
    const { page, document, placed } = known;
    if (!page || page.former || known.isClosed) return;
    const isHidden = hasTwin(known);
    // Text in a box would be lost with its thread.
    if (isHidden && [...placed.values()].some(({ widget }) => hasText(widget.thread))) return;
    known.isHidden = isHidden;
    const threads = isHidden ? [] : [...page.comments.cachedOfPage(page.page), ...pendingThreads(page)];
    const present = new Set(threads.map(({ id }) => id));
    known.hasDeleted = false;
    for (const [id, { widget, isPending }] of placed) {
      if (present.has(id) || (isPendingPost(id) && widget.isEdited())) continue;
      if (!isPending && !isPendingPost(id) && hasText(widget.thread)) {
        known.hasDeleted = true;
        widget.thread.label = vscode.l10n.t('Deleted. Sending your text saves it under Unsent.');
        continue;
      }
      widget.thread.dispose();
      known.held.delete(widget.thread);
      placed.delete(id);
    }
    const start = performance.now();
    const isPlacedAgain = known.places?.version !== document.version;
    if (isPlacedAgain || !known.places) {
      known.places = { version: document.version, of: placesIn(document, known.quotes) };
    }
    const isUnfit = unfitBy(() => page.markdown());
    for (const thread of threads) {
      const place = known.places.of(thread);
      const areGone = !thread.isResolved && areWordsGone(thread, () => place.range !== undefined);
      const isOutdated = place.isRemoved || isUnfit(thread) || areGone;
      const isSame = thread.page === undefined || thread.page.isOutdated === isOutdated;
      const shown = isSame ? thread : { ...thread, page: { ...thread.page, isOutdated } };
      showThread(known, page, shown, place.range);
    }
    if (isPlacedAgain) known.isReplaced = false;
    if (isPlacedAgain) known.cost = performance.now() - start;
  }

  function boxesChanged(): void {
    for (const known of documents.values())
      if (known.hasDeleted || [...known.held].some((thread) => !hasText(thread))) showThreads(known);
  }

  /**
   * Whether the page is also open for editing and not visible here: VS Code's list of comments should show its threads
   * once.
   */
  function hasTwin({ document }: Shown): boolean {
    return (
      document.uri.scheme === scheme &&
      isEdited(document.uri) &&
      !vscode.window.visibleTextEditors.some((editor) => editor.document === document)
    );
  }

  function isEdited(page: vscode.Uri): boolean {
    const editable = addressKey(page.with({ scheme: editScheme }));
    return [...documents.values()].some(
      ({ document: { uri } }) => uri.scheme === editScheme && addressKey(uri) === editable,
    );
  }

  function hideTwins(): void {
    for (const known of documents.values()) if (hasTwin(known) !== known.isHidden) showThreads(known);
  }

  function showThread(known: Shown, page: CommentedPage, thread: Thread, place: vscode.Range | undefined): void {
    const { document, placed } = known;
    const before = placed.get(thread.id);
    // VS Code turns comments without a range into comments on the whole file, although the typings don't allow it.
    const box = before ? undefined : boxOf(known, thread);
    // A comment on an empty line has no words to find it by. It stays where its box was.
    const range = place ?? before?.range ?? box?.range;
    // VS Code would show two reply boxes in a thread that was created without comments.
    const adopted = box?.contextValue === 'draft' ? undefined : box;
    if (!adopted) box?.dispose();
    const widget =
      before?.widget ??
      commentWidget(adopted ?? controller.createCommentThread(document.uri, range as vscode.Range, []), page);
    const isSame = isSameRange(widget.thread.range, range);
    const wasHeld = known.held.delete(widget.thread);
    const isMoved = !isSame || known.isReplaced || wasHeld;
    if (isMoved && hasText(widget.thread)) known.held.add(widget.thread);
    else if (isMoved) {
      // VS Code ignores a range that it was given before, although it has moved the thread since.
      if (isSame && range) widget.thread.range = new vscode.Range(range.start, range.end.translate(0, 1));
      widget.thread.range = range;
    }
    if (!before && !adopted) {
      const { Collapsed, Expanded } = vscode.CommentThreadCollapsibleState;
      widget.thread.collapsibleState = box ? Expanded : Collapsed;
    }
    const at: PlacedThread = { page, uri: document.uri, id: thread.id, isPending: thread.isPending, widget, range };
    placed.set(thread.id, at);
    placedAt.set(widget.thread, at);
    widget.show(thread, page.comments.cachedReplies(thread.id), pendingReplies(page, thread.id));
  }

  /** The box where this new thread was typed. */
  function boxOf({ sending }: Shown, { isOwn, body }: Thread): vscode.CommentThread | undefined {
    if (!isOwn || body.kind !== 'markdown') return undefined;
    const [box] = [...sending].find(([, text]) => body.markdown.trimEnd().endsWith(text.trim())) ?? [];
    if (box) sending.delete(box);
    return box;
  }

  function begin(uri: vscode.Uri, range: vscode.Range | undefined, draft: vscode.Comment): vscode.CommentThread {
    // Without a range the thread is about the whole file, as above.
    const thread = controller.createCommentThread(uri, range as vscode.Range, []);
    thread.comments = [draft];
    thread.canReply = false;
    thread.contextValue = 'draft';
    thread.label = vscode.l10n.t('Draft');
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    return thread;
  }

  function postAt(comment: vscode.Comment): PostAt | undefined {
    for (const known of documents.values()) {
      for (const placed of known.placed.values()) {
        const post = placed.widget.postOf(comment);
        if (post !== undefined) return { placed, thread: placed.id, reply: post === placed.id ? undefined : post };
      }
    }
    return undefined;
  }

  return {
    show: showThreads,
    begin,
    boxesChanged,
    hideTwins,
    placedAt: (thread) => used(placedAt.get(thread)),
    postAt(comment) {
      const at = postAt(comment);
      used(at?.placed);
      return at;
    },
  };
}

/** The user acts on what VS Code passes, for its account. */
function used(placed: PlacedThread | undefined): PlacedThread | undefined {
  if (placed) usesAccount(placed.page.account.key);
  return placed;
}

/** The places of threads in a document. Each quote is searched for once. */
function placesIn(document: vscode.TextDocument, quotes: PlacedQuotes): (thread: Thread) => Place {
  const placeOf = quotes.placesIn(document.getText());
  return (thread) => {
    const words = quotedWords(thread);
    if (words === undefined) return { range: undefined, isRemoved: false };
    const { span, isRemoved } = placeOf(words);
    const range = span && new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
    return { range, isRemoved };
  };
}

function isSameRange(one: vscode.Range | undefined, other: vscode.Range | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && one.isEqual(other));
}
