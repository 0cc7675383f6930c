import * as vscode from 'vscode';
import { versionOf } from '../ground/places/place.ts';
import type { Services } from '../ground/services/services.ts';
import { isUnreachableText } from '../ground/words/unreachablePage.ts';
import { commentedPage, type CommentedPage } from './commentedPage.ts';
import { controllerId } from './shared/context.ts';
import { isPendingPost } from './pendingComments.ts';
import {
  createShownThreads,
  shownIn,
  postOf,
  type PlacedThread,
  type PostAt,
  type Shown,
  type ShownPages,
  type ShownThreads,
} from './shownThreads.ts';
import { createThreadChanges } from './threadChanges.ts';
import { emojiNamed } from './widget.ts';

/** The threads of open pages, at their place in the text. */
export interface InlineThreads extends vscode.Disposable, Pick<ShownThreads, 'placedAt' | 'postAt' | 'begin'> {
  /** The threads of an open page from top to bottom, starting with those without a place. */
  placedIn(uri: vscode.Uri): readonly PlacedThread[];
  /** The page of an open editor, once its threads are shown there. */
  shown(uri: vscode.Uri): Promise<CommentedPage | undefined>;
  /** Loads the visible threads again. */
  refresh(signal?: AbortSignal): Promise<void>;
  /**
   * Makes the box's thread the one that is being sent with this text. `dispose` ends this, and removes the box if
   * nothing was sent.
   */
  adopt(box: vscode.CommentThread, text: string): vscode.Disposable;
  /** Shows the replies of a thread that weren't loaded because the page has too many threads. */
  unfold(placed: PlacedThread): Promise<void>;
  /** Shows the cached threads of an open page. */
  show(uri: vscode.Uri): void;
}

export interface InlineContext extends Services {
  /** Whether text in a box would be lost with this thread. */
  readonly hasText: (thread: vscode.CommentThread) => boolean;
  /** Called when the threads of a page are shown for the first time. */
  readonly onShown: (page: CommentedPage, document: vscode.TextDocument) => void;
}

/** In ms. While the user types, VS Code itself moves threads with the text. */
const pauseInTyping = 300;

/** How many threads of a page have their replies loaded in advance. */
const mostUnfolded = 40;

export function createInlineThreads({ accounts, stores, edge, hasText, onShown }: InlineContext): InlineThreads {
  const controller = vscode.comments.createCommentController(controllerId, vscode.l10n.t('Docs Platform'));
  controller.options = { prompt: vscode.l10n.t('Reply…'), placeHolder: vscode.l10n.t('Write in Markdown') };
  const documents: ShownPages = new Map();
  const threads = createShownThreads(controller, documents, hasText);
  const changes = createThreadChanges({ stores }, documents, threads);

  controller.commentingRangeProvider = {
    provideCommentingRanges: async (document) => {
      const page = await shown(document.uri);
      return page?.mayComment ? commentingRanges(document) : undefined;
    },
  };
  controller.reactionHandler = async (comment, reaction) => {
    const at = threads.postAt(comment);
    try {
      if (at) await react(at, reaction);
    } catch (error) {
      edge.explain('Reaction', error);
    }
  };

  const following = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((document) => {
      close(document);
      if (document.uri.scheme === 'comment') threads.boxesChanged();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === 'comment') threads.boxesChanged();
      const known = documents.get(document.uri.toString());
      if (!known || contentChanges.length === 0) return;
      known.quotes.edited(
        contentChanges.map(({ rangeOffset, rangeLength, text }) => ({
          start: rangeOffset,
          removed: rangeLength,
          added: text.length,
        })),
      );
      known.isReplaced ||= contentChanges.some(({ range }) => range.start.line !== range.end.line);
      clearTimeout(known.timer);
      // Placing threads takes at most a tenth of the time, also in large pages.
      known.timer = setTimeout(() => threads.show(known), Math.max(pauseInTyping, 10 * known.cost));
    }),
    vscode.window.onDidChangeVisibleTextEditors(() => threads.hideTwins()),
    vscode.window.onDidChangeActiveTextEditor(() => changes.reportReview()),
    accounts.onDidChange(({ removed, added }) => {
      if (added.length + removed.length > 0) placeAgain();
    }),
  );
  for (const document of vscode.workspace.textDocuments) open(document);

  function placeAgain(): void {
    for (const { document } of [...documents.values()]) {
      close(document);
      open(document);
    }
  }

  function open(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (!versionOf(document.uri) || documents.has(key)) return;
    const made = shownIn(document);
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
    threads.hideTwins();
  }

  async function load(known: Shown): Promise<void> {
    const page = await commentedPage({ accounts, stores }, known.document.uri);
    if (!page || known.isClosed) return;
    known.page = page;
    if (page.former) return changes.reportReview();
    // A change request has few threads, so one request loads those of all its pages, however many are opened together.
    if (page.place.changeRequest !== undefined) await page.comments.load();
    await Promise.all([page.comments.ofPage(page.page), page.threads.drafts.load()]);
    threads.show(known);
    onShown(page, known.document);
    threads.hideTwins();
    changes.reportReview();
    void unfoldAll(known).catch((error: unknown) => edge.note('Replies', error));
  }

  async function shown(uri: vscode.Uri): Promise<CommentedPage | undefined> {
    const known = documents.get(uri.toString());
    await known?.ready;
    return known?.page;
  }

  return {
    placedAt: (thread) => threads.placedAt(thread),
    postAt: (comment) => threads.postAt(comment),
    placedIn: (uri) =>
      [...(documents.get(uri.toString())?.placed.values() ?? [])].sort(
        (one, other) => lineOf(one) - lineOf(other) || (one.id < other.id ? -1 : 1),
      ),
    shown,
    async refresh(signal) {
      const inSight = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
      const shownNow = [...documents].flatMap(([uri, known]) => (inSight.has(uri) ? [known] : []));
      await refreshAll(shownNow, begin, signal);
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
    begin: (uri, range, draft) => threads.begin(uri, range, draft),
    async unfold({ page, id }) {
      const known = page.comments.cachedReplies(id);
      if (known?.hasMore) await page.comments.moreReplies(id);
      else await page.comments.replies(id);
    },
    show(uri) {
      const known = documents.get(uri.toString());
      if (known) threads.show(known);
    },
    dispose() {
      following.dispose();
      changes.dispose();
      for (const { document } of [...documents.values()]) close(document);
      controller.dispose();
    },
  };
}

/** Loads the threads that couldn't be loaded before, and refreshes the others. */
async function refreshAll(
  all: readonly Shown[],
  begin: (known: Shown) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const failed = all.filter(({ hasFailed }) => hasFailed);
  for (const known of failed) {
    begin(known);
    await known.ready;
  }
  for (const { page: at } of all.filter((known) => !failed.includes(known))) {
    if (!at || at.former) continue;
    await at.comments.refresh({ signal, page: at.page });
    const { failure } = at.comments.cached();
    if (failure) throw failure;
  }
  if (failed.some(({ hasFailed }) => hasFailed)) {
    throw new Error(vscode.l10n.t("Couldn't load the comments of this page. Check your connection and refresh."));
  }
}

/** VS Code also offers reactions on pending comments. */
async function react(at: PostAt, { label, authorHasReacted }: vscode.CommentReaction): Promise<void> {
  if (isPendingPost(at.reply ?? at.thread)) return;
  await at.placed.page.comments.react(at, emojiNamed(label, postOf(at)), !authorHasReacted);
}

/** Replies are loaded once the threads are shown, those of open threads first. */
async function unfoldAll(known: Shown): Promise<void> {
  const { page } = known;
  if (!page) return;
  const wanted = page.comments
    .cachedOfPage(page.page)
    .filter(({ id }) => !page.comments.cachedReplies(id))
    .sort((one, other) => Number(one.isResolved) - Number(other.isResolved))
    .slice(0, mostUnfolded);
  await page.comments.unfold(wanted.map(({ id }) => id));
}

/** A page that couldn't be loaded takes no comments, because they would quote text that isn't in it. */
export function commentingRanges(document: vscode.TextDocument): vscode.CommentingRanges | undefined {
  if (isUnreachableText(document.getText(), document.uri.authority)) return undefined;
  return { enableFileComments: true, ranges: [new vscode.Range(0, 0, Math.max(0, document.lineCount - 1), 0)] };
}

function lineOf({ range }: PlacedThread): number {
  return range?.start.line ?? -1;
}
