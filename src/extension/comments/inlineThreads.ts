import * as vscode from 'vscode';
import { contextKeys } from '../contributions/contextKeys.ts';
import { setContext } from '../contributions/run.ts';
import { editScheme, scheme } from '../../model/shared/schemes.ts';
import { addressKey, pageAddressOf } from '../addresses/pageUri.ts';
import { leadingQuote } from '../../model/comments/text.ts';
import { createPlacedQuotes, type PlacedQuotes } from '../../model/comments/placedQuotes.ts';
import type { Thread } from '../../model/comments/threads.ts';
import type { CommentsChange, PostAddress } from '../../store/comments/threads.ts';
import type { Services } from '../services/services.ts';
import { isUnreachableText } from '../words/unreachablePage.ts';
import { controllerId } from './parts.ts';
import { commentedPage, type CommentedPage } from './commentedPage.ts';
import { commentWidget, emojiNamed, type CommentWidget } from './widget.ts';
import { openPageEditor } from './openPage.ts';
import { isPendingPost, pendingReplies, pendingThreads } from './pendingComments.ts';

/** A thread that stands in an editor. */
export interface PlacedThread {
  readonly page: CommentedPage;
  readonly uri: vscode.Uri;
  readonly id: string;
  /** The platform has not answered yet. */
  readonly isPending: boolean;
  readonly widget: CommentWidget;
  /** Undefined when its words have not been in the page: then it is about the file. */
  readonly range: vscode.Range | undefined;
}

/** The threads of the pages that are open, at their place in the text. */
export interface InlineThreads extends vscode.Disposable {
  placedAt(thread: vscode.CommentThread): PlacedThread | undefined;
  /** The post that a menu of a comment was opened at. */
  postAt(comment: vscode.Comment): (PostAddress & { readonly placed: PlacedThread }) | undefined;
  /** Those of an open page, from its top to its end; those without a place first. */
  placedIn(uri: vscode.Uri): readonly PlacedThread[];
  /** The page of an open editor, once its threads stand there. */
  shown(uri: vscode.Uri): Promise<CommentedPage | undefined>;
  /** Asks anew for what is in sight. */
  refresh(signal?: AbortSignal): Promise<void>;
  /**
   * Makes the thread of a box the one that is being sent with this text. Ends with `dispose`, which removes the box if nothing
   * was sent.
   */
  adopt(box: vscode.CommentThread, text: string): vscode.Disposable;
  /** Shows the draft of a new comment. */
  begin(uri: vscode.Uri, range: vscode.Range | undefined, draft: vscode.Comment): vscode.CommentThread;
  /** Shows the replies of a thread that has too many threads beside it to have been asked for. */
  unfold(placed: PlacedThread): Promise<void>;
  /** Shows what is known of the threads of an open page. */
  show(uri: vscode.Uri): void;
}

export interface InlineParts extends Services {
  /** Whether text in a box would be gone with this thread. */
  readonly hasText: (thread: vscode.CommentThread) => boolean;
  /** The threads of a page are shown for the first time. */
  readonly onShown: (page: CommentedPage, document: vscode.TextDocument) => void;
}

interface Shown {
  readonly document: vscode.TextDocument;
  readonly placed: Map<string, PlacedThread>;
  /** Boxes whose text is being sent as a new thread. */
  readonly sending: Map<vscode.CommentThread, string>;
  page: CommentedPage | undefined;
  readonly quotes: PlacedQuotes;
  /** The places of threads in this version of the document. */
  places?: { readonly version: number; readonly of: (thread: Thread) => Place };
  /** Waits for the end of typing. */
  timer?: NodeJS.Timeout;
  /** How long the threads took to be placed last, in ms. */
  cost: number;
  ready: Promise<void>;
  isClosed: boolean;
  /** Its threads are shown in the editable page only. */
  isHidden: boolean;
  /** Deleted threads are still there, because of text in a box. */
  hasDeleted?: boolean;
  /** Its pending comments, as they were shown last. */
  reviewed?: string;
  /** Its threads could not be had yet. */
  hasFailed?: boolean;
}

interface Place {
  readonly range: vscode.Range | undefined;
  readonly isRemoved: boolean;
}

/** In ms. VS Code moves threads with the text itself while the user types. */
const pauseInTyping = 300;

/** Of so many threads of a page the replies are asked for without being asked to. */
const mostUnfolded = 40;

export function createInlineThreads({ accounts, stores, edge, hasText, onShown }: InlineParts): InlineThreads {
  const controller = vscode.comments.createCommentController(controllerId, vscode.l10n.t('Docs Platform'));
  controller.options = {
    prompt: vscode.l10n.t('Reply…'),
    placeHolder: vscode.l10n.t('Write in Markdown'),
  };
  const documents = new Map<string, Shown>();
  const followed = new Map<string, vscode.Disposable>();
  let review: string | undefined;
  const placedAt = new WeakMap<vscode.CommentThread, PlacedThread>();

  controller.commentingRangeProvider = {
    provideCommentingRanges: async (document) => {
      const page = await shown(document.uri);
      return page?.mayComment ? commentingRanges(document) : undefined;
    },
  };
  controller.reactionHandler = async (comment, reaction) => {
    const at = postAt(comment);
    // VS Code offers reactions on pending comments too.
    if (!at || isPendingPost(at.reply ?? at.thread)) return;
    const { discussion } = at.placed.page;
    const thread = discussion.thread(at.thread);
    const replies = discussion.knownReplies(at.thread)?.replies ?? [];
    const post = at.reply === undefined ? thread : replies.find(({ id }) => id === at.reply);
    try {
      await discussion.react(at, emojiNamed(reaction.label, post), !reaction.authorHasReacted);
    } catch (error) {
      edge.explain('Reaction', error);
    }
  };

  const following = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((document) => {
      close(document);
      if (document.uri.scheme === 'comment') removeDeleted();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === 'comment') removeDeleted();
      const known = documents.get(document.uri.toString());
      if (!known || contentChanges.length === 0) return;
      known.quotes.edited(
        contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
          start: rangeOffset,
          removed: rangeLength,
          added: text.length,
        })),
      );
      clearTimeout(known.timer);
      // Large pages may be placed for a tenth of the time at most.
      known.timer = setTimeout(() => showThreads(known), Math.max(pauseInTyping, 10 * known.cost));
    }),
    vscode.window.onDidChangeVisibleTextEditors(hideTwins),
    vscode.window.onDidChangeActiveTextEditor(tellReview),
    accounts.onDidChange(({ removed, added }) => {
      for (const { key } of removed) {
        followed.get(key)?.dispose();
        followed.delete(key);
      }
      if (added.length + removed.length > 0) placeAnew();
    }),
  );
  for (const document of vscode.workspace.textDocuments) open(document);

  function placeAnew(): void {
    for (const { document } of [...documents.values()]) {
      close(document);
      open(document);
    }
  }

  function open(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (!pageAddressOf(document.uri) || documents.has(key)) return;
    const made: Shown = {
      document,
      placed: new Map(),
      sending: new Map(),
      quotes: createPlacedQuotes(),
      cost: 0,
      page: undefined,
      ready: Promise.resolve(),
      isClosed: false,
      isHidden: false,
    };
    documents.set(key, made);
    begin(made);
  }

  function begin(known: Shown): void {
    known.hasFailed = false;
    known.ready = load(known).catch((error: unknown) => {
      known.hasFailed = true;
      edge.note(`Comments of ${known.document.uri.path}`, error);
    });
  }

  function close(document: vscode.TextDocument): void {
    const known = documents.get(document.uri.toString());
    if (!known) return;
    known.isClosed = true;
    clearTimeout(known.timer);
    documents.delete(document.uri.toString());
    for (const { widget } of known.placed.values()) widget.thread.dispose();
    hideTwins();
  }

  async function load(known: Shown): Promise<void> {
    const page = await commentedPage({ accounts, stores }, known.document.uri);
    if (!page || known.isClosed) return;
    known.page = page;
    if (!followed.has(page.account.key)) {
      followed.set(
        page.account.key,
        vscode.Disposable.from(
          page.threads.onDidChange((change) => follow(page.account.key, change)),
          page.threads.drafts.onDidChange(() => followReviews(page.account.key)),
        ),
      );
    }
    // A change request has few threads: one request for all its pages, however many of them are opened together.
    if (page.place.changeRequest !== undefined) await page.discussion.load();
    await Promise.all([page.discussion.ofPage(page.page), page.threads.drafts.load()]);
    showThreads(known);
    onShown(page, known.document);
    hideTwins();
    tellReview();
    void unfoldAll(known).catch((error: unknown) => edge.note('Replies', error));
  }

  function follow(account: string, { place, threads, sent }: CommentsChange): void {
    for (const known of documents.values()) {
      const { page } = known;
      if (page?.account.key !== account) continue;
      if (page.place.space !== place.space || page.place.changeRequest !== place.changeRequest) continue;
      if (sent) rename(known, sent);
      const isHere = threads.some((id) => known.placed.has(id) || page.discussion.thread(id)?.page?.id === page.page);
      if (isHere) showThreads(known);
    }
  }

  /** The pending thread becomes the one that was sent. */
  function rename({ placed }: Shown, { pending, thread }: NonNullable<CommentsChange['sent']>): void {
    const at = placed.get(pending);
    if (!at || placed.has(thread)) return;
    placed.delete(pending);
    placed.set(thread, { ...at, id: thread });
  }

  /** Pending comments are drafts, which change with each key that is typed: pages without them have nothing to show anew. */
  function followReviews(account: string): void {
    for (const known of documents.values()) {
      const { page } = known;
      if (page?.account.key !== account || page.place.changeRequest === undefined) continue;
      const print = JSON.stringify(page.threads.reviews.comments(page.place));
      if (print !== known.reviewed) showThreads(known);
      known.reviewed = print;
    }
    tellReview();
  }

  /** Has the boxes of comments offer to start a review, or to add to it, by the page that is edited. */
  function tellReview(): void {
    // A box is an editor of its own: it belongs to the page that was active before.
    if (vscode.window.activeTextEditor?.document.uri.scheme === 'comment') return;
    const uri = openPageEditor()?.document.uri;
    const page = uri && documents.get(uri.toString())?.page;
    const isPending = page !== undefined && page.threads.reviews.comments(page.place).length > 0;
    const state = page?.place.changeRequest === undefined ? undefined : isPending ? 'pending' : 'none';
    if (state === review) return;
    review = state;
    void setContext(contextKeys.comments.review, state);
  }

  /** The replies are asked for when the threads stand already; those that are open first. */
  async function unfoldAll(known: Shown): Promise<void> {
    const { page } = known;
    if (!page) return;
    const wanted = page.discussion
      .knownOfPage(page.page)
      .filter(({ id }) => !page.discussion.knownReplies(id))
      .sort((one, other) => Number(one.isResolved) - Number(other.isResolved))
      .slice(0, mostUnfolded);
    await page.discussion.unfold(wanted.map(({ id }) => id));
  }

  function showThreads(known: Shown): void {
    const { page, document, placed } = known;
    if (!page || known.isClosed) return;
    const isHidden = hasTwin(known);
    // Text in a box would be gone with its thread.
    if (isHidden && [...placed.values()].some(({ widget }) => hasText(widget.thread))) return;
    known.isHidden = isHidden;
    const threads = isHidden ? [] : [...page.discussion.knownOfPage(page.page), ...pendingThreads(page)];
    const present = new Set(threads.map(({ id }) => id));
    known.hasDeleted = false;
    for (const [id, { widget, isPending }] of placed) {
      if (present.has(id) || (isPendingPost(id) && widget.isEdited())) continue;
      if (!isPending && !isPendingPost(id) && hasText(widget.thread)) {
        known.hasDeleted = true;
        widget.thread.label = vscode.l10n.t('Deleted. What you type here is kept under Unsent when you send it.');
        continue;
      }
      widget.thread.dispose();
      placed.delete(id);
    }
    const start = performance.now();
    const isPlacedAnew = known.places?.version !== document.version;
    if (isPlacedAnew || !known.places) {
      known.places = { version: document.version, of: placesIn(document, known.quotes) };
    }
    for (const thread of threads) showThread(known, page, thread, known.places.of(thread));
    if (isPlacedAnew) known.cost = performance.now() - start;
  }

  /** Threads that stayed for the sake of a box go when that is empty. */
  function removeDeleted(): void {
    for (const known of documents.values()) if (known.hasDeleted) showThreads(known);
  }

  /** Whether the page is open for editing, too, and not looked at here: VS Code's list of comments is to have its threads once. */
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

  function showThread(known: Shown, page: CommentedPage, thread: Thread, place: Place): void {
    const { document, placed } = known;
    const before = placed.get(thread.id);
    // The typings do not know of comments about the whole file, which VS Code makes of what has no range.
    const box = before ? undefined : boxOf(known, thread);
    // A comment on an empty line has no words to be found by. It stays where its box was.
    const range = place.range ?? before?.range ?? box?.range;
    // VS Code would show two boxes for replies in a thread that has had none.
    const adopted = box?.contextValue === 'draft' ? undefined : box;
    if (!adopted) box?.dispose();
    const widget =
      before?.widget ??
      commentWidget(adopted ?? controller.createCommentThread(document.uri, range as vscode.Range, []), page.pageLink);
    if (!isSameRange(widget.thread.range, range) && !hasText(widget.thread)) widget.thread.range = range;
    if (!before && !adopted) {
      const { Collapsed, Expanded } = vscode.CommentThreadCollapsibleState;
      widget.thread.collapsibleState = box ? Expanded : Collapsed;
    }
    const at: PlacedThread = { page, uri: document.uri, id: thread.id, isPending: thread.isPending, widget, range };
    placed.set(thread.id, at);
    placedAt.set(widget.thread, at);
    const isOutdated = place.isRemoved && thread.page !== undefined;
    const shown = isOutdated ? { ...thread, page: { ...thread.page, isOutdated } } : thread;
    widget.show(shown, page.discussion.knownReplies(thread.id), pendingReplies(page, thread.id));
  }

  /** The box that this new thread was typed into. */
  function boxOf({ sending }: Shown, { isOwn, body }: Thread): vscode.CommentThread | undefined {
    if (!isOwn || body.kind !== 'markdown') return undefined;
    const [box] = [...sending].find(([, text]) => body.markdown.trimEnd().endsWith(text.trim())) ?? [];
    if (box) sending.delete(box);
    return box;
  }

  function postAt(comment: vscode.Comment): (PostAddress & { readonly placed: PlacedThread }) | undefined {
    for (const known of documents.values()) {
      for (const placed of known.placed.values()) {
        const post = placed.widget.postOf(comment);
        if (post !== undefined) return { placed, thread: placed.id, reply: post === placed.id ? undefined : post };
      }
    }
    return undefined;
  }

  async function shown(uri: vscode.Uri): Promise<CommentedPage | undefined> {
    const known = documents.get(uri.toString());
    await known?.ready;
    return known?.page;
  }

  return {
    placedAt: (thread) => placedAt.get(thread),
    postAt,
    placedIn: (uri) =>
      [...(documents.get(uri.toString())?.placed.values() ?? [])].sort(
        (one, other) => lineOf(one) - lineOf(other) || (one.id < other.id ? -1 : 1),
      ),
    shown,
    async refresh(signal) {
      const inSight = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
      const shownNow = [...documents].flatMap(([uri, known]) => (inSight.has(uri) ? [known] : []));
      const failed = shownNow.filter(({ hasFailed }) => hasFailed);
      for (const known of failed) {
        begin(known);
        await known.ready;
      }
      for (const { page: at } of shownNow.filter((known) => !failed.includes(known))) {
        if (!at) continue;
        await at.discussion.refresh({ signal, page: at.page });
        const { failure } = at.discussion.known();
        if (failure) throw failure;
      }
      if (failed.some(({ hasFailed }) => hasFailed)) {
        throw new Error(
          vscode.l10n.t('The comments of this page could not be loaded. Check your connection, and refresh.'),
        );
      }
    },
    adopt(box, text) {
      const sending = documents.get(box.uri.toString())?.sending;
      sending?.set(box, text);
      return {
        dispose() {
          const isSent = sending?.delete(box) === false;
          if (!isSent) box.dispose();
        },
      };
    },
    begin(uri, range, draft) {
      // Without a range it is about the whole file, as above.
      const thread = controller.createCommentThread(uri, range as vscode.Range, []);
      thread.comments = [draft];
      thread.canReply = false;
      thread.contextValue = 'draft';
      thread.label = vscode.l10n.t('Draft');
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
      return thread;
    },
    async unfold({ page, id }) {
      const known = page.discussion.knownReplies(id);
      if (known?.hasMore) await page.discussion.moreReplies(id);
      else await page.discussion.replies(id);
    },
    show(uri) {
      const known = documents.get(uri.toString());
      if (known) showThreads(known);
    },
    dispose() {
      following.dispose();
      for (const subscription of followed.values()) subscription.dispose();
      for (const { document } of [...documents.values()]) close(document);
      controller.dispose();
    },
  };
}

/** None in a page that couldn't be loaded: a comment would quote what isn't in it. */
export function commentingRanges(document: vscode.TextDocument): vscode.CommentingRanges | undefined {
  if (isUnreachableText(document.getText())) return undefined;
  return { enableFileComments: true, ranges: [new vscode.Range(0, 0, Math.max(0, document.lineCount - 1), 0)] };
}

/** The places of threads in a document; found once for each quote. */
function placesIn(document: vscode.TextDocument, quotes: PlacedQuotes): (thread: Thread) => Place {
  const placeOf = quotes.placesIn(document.getText());
  return ({ quote, body }) => {
    const words = quote ?? (body.kind === 'markdown' ? leadingQuote(body.markdown) : undefined);
    if (words === undefined) return { range: undefined, isRemoved: false };
    const { span, isRemoved } = placeOf(words);
    const range = span && new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
    return { range, isRemoved };
  };
}

function isSameRange(one: vscode.Range | undefined, other: vscode.Range | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && one.isEqual(other));
}

function lineOf({ range }: PlacedThread): number {
  return range?.start.line ?? -1;
}
