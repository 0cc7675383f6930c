import { commentsKey, type CommentsPlace } from '../../../model/comments/place.ts';
import { saidIn } from '../../../model/comments/quoteApart.ts';
import { suggestionsIn } from '../../../model/comments/suggestions.ts';
import type { Body, Post, Thread } from '../../../model/comments/threads.ts';
import type { LinkContext } from '../../../model/pages/links.ts';
import type { NewsGiven, NotificationName } from '../../../protocol/protocol.ts';
import type { Draft, Extent, Header, Target, ThreadsProtocol } from '../../../protocol/threads.ts';
import type { Draft as StoredDraft, DraftTarget } from '../../../store/comments/drafts.ts';
import type { Comments, Threads } from '../../../store/comments/threads.ts';
import { wordsOf } from '../words/reason.ts';
import type { ShownSuggestions } from './shownSuggestions.ts';
import { shownInBox, type BoxText } from './suggestionBox.ts';

export interface ContentContext {
  readonly threads: Threads;
  readonly place: CommentsPlace;
  /** The page whose threads are shown; undefined for those of all pages. */
  readonly page?: string | undefined;
  readonly notify: <Name extends NotificationName<ThreadsProtocol>>(
    name: Name,
    news: NewsGiven<ThreadsProtocol, Name>,
  ) => void;
  readonly header: () => Promise<Header>;
  /** Whether the words of the thread are gone from its page, or the text no longer fits a suggestion in it. */
  readonly isOutdated: (thread: Thread) => boolean;
  /** The suggestions of a comment on a page, as they are shown. */
  readonly shownSuggestions?: ((page: string, body: Body) => ShownSuggestions) | undefined;
  /** For the addresses in suggestions on a page; undefined until the pages are known. */
  readonly linkContext?: ((page: string) => LinkContext | undefined) | undefined;
  /** Used if the header can't be loaded. */
  readonly plainHeader: Header;
  readonly sentenceOf: (error: unknown) => string;
  /** Logs an error of background work. */
  readonly note: (error: unknown) => void;
}

/** A comment or reply as the webview gets it. `box` is its text in the box that edits it. */
type Shown<Kind> = Kind & ShownSuggestions & { readonly box?: BoxText };

/** Loads the content of the panel and notifies the webview of changes. */
export interface PanelContent {
  /** Returns what is cached. The rest is loaded and sent when it arrives. */
  open(): Promise<{ header: Header; threads: readonly Thread[]; extent: Extent; drafts: Draft[] }>;
  /** Refreshes what is shown. Resolves to false if that failed; never rejects. */
  refresh(): Promise<boolean>;
  more(): Promise<void>;
  /** Called when the webview shows the replies of this thread, so that it is notified of new ones. */
  followReplies(thread: string): void;
  /** Called when a page was read, perhaps with another text: sends the threads that may be outdated again. */
  pageRead(page: string): void;
  /** The same for all pages. */
  pagesRead(): void;
  shownReplies(thread: string, replies: readonly Post[]): readonly Shown<Post>[];
  dispose(): void;
}

/** How many threads are loaded in advance. The user has to ask for more. */
const mostUnasked = 20_000;

export function createContent(parts: ContentContext): PanelContent {
  const { threads, place, page, notify, note, sentenceOf } = parts;
  const comments = threads.of(place);
  const key = commentsKey(place);
  /** Threads whose replies the webview shows. */
  const followed = new Set<string>();
  const changed = new Set<string>();
  let loading: Promise<void> | undefined;
  let failure: unknown;
  let isOver = false;
  let sentHeader: string | undefined;
  let draftsChange: ReturnType<typeof setTimeout> | undefined;

  const hearing = [
    threads.onDidChange((change) => {
      if (commentsKey(change.place) !== key) return;
      notifySoon(change.threads);
    }),
    threads.drafts.onDidChange(() => {
      draftsChange ??= setTimeout(() => {
        draftsChange = undefined;
        notify('drafts', drafts());
      }, 50);
    }),
  ];

  function notifySoon(ids: Iterable<string>): void {
    if (changed.size === 0) setTimeout(notifyChanges, 0);
    for (const id of ids) changed.add(id);
  }

  function notifyChanges(): void {
    const ids = [...changed];
    if (ids.length === 0) return;
    changed.clear();
    const now = ids.map((id) => comments.thread(id));
    notify('threads', {
      changed: now
        .filter((thread) => thread !== undefined)
        .filter(isShown)
        .map(asShown(parts)),
      gone: ids.filter((_, index) => now[index] === undefined),
    });
    for (const id of ids) {
      const replies = followed.has(id) ? comments.cachedReplies(id) : undefined;
      if (replies) notify('replies', { thread: id, ...replies, replies: shownReplies(parts, id, replies.replies) });
    }
    notify('extent', extent());
  }

  function isShown(thread: Thread): boolean {
    return page === undefined || thread.page?.id === page;
  }

  function extent(): Extent {
    const { hasMore, failure: failed = failure } = comments.cached();
    return {
      hasMore: hasMore && page === undefined,
      isLoading: loading !== undefined,
      ...(failed === undefined ? {} : { failure: sentenceOf(failed) }),
    };
  }

  function drafts(): Draft[] {
    return threads.drafts
      .cached()
      .filter(
        ({ target }) => commentsKey(target.place) === key && !isSummary(target) && isOfPage(target, comments, page),
      )
      .map((draft) => asSent(draft, contextOf(parts, draft.target)));
  }

  /** Loads a thousand threads at a time, until all are loaded or there are too many to load in advance. */
  function load(): Promise<void> {
    loading ??= loadAll().finally(() => {
      // Report loaded threads before `isLoading` ends, so that they don't count as new.
      notifyChanges();
      loading = undefined;
      notify('extent', extent());
    });
    return loading;
  }

  async function loadAll(): Promise<void> {
    try {
      failure = undefined;
      if (page !== undefined) {
        for (const { id } of await comments.ofPage(page)) changed.add(id);
        return;
      }
      let known = await comments.load();
      while (!isOver && known.hasMore && known.threads.length < mostUnasked) known = await comments.more();
    } catch (error) {
      failure = error;
      note(error);
    }
  }

  async function refresh(): Promise<boolean> {
    if (page !== undefined) await comments.refresh({ page }).catch(note);
    else if (comments.cached().asOf === 0) await load();
    else await comments.refresh().catch(note);
    await notifyHeader().catch(note);
    notify('extent', extent());
    return extent().failure === undefined;
  }

  async function notifyHeader(): Promise<void> {
    const header = await parts.header();
    if (JSON.stringify(header) === sentHeader) return;
    sentHeader = JSON.stringify(header);
    notify('header', header);
  }

  return {
    async open() {
      // The user sees cached threads and drafts even when offline.
      const asked = parts.header().catch((error: unknown) => {
        note(error);
        return parts.plainHeader;
      });
      const [header] = await Promise.all([asked, threads.currentUserId().catch(note), threads.drafts.load()]);
      sentHeader = JSON.stringify(header);
      const known = comments.cached();
      if (page !== undefined || known.asOf === 0 || known.hasMore) void load();
      else void refresh();
      const shown = page === undefined ? known.threads : comments.cachedOfPage(page);
      return { header, threads: shown.map(asShown(parts)), extent: extent(), drafts: drafts() };
    },
    refresh,
    async more() {
      await comments.more();
      notify('extent', extent());
    },
    followReplies: (thread) => void followed.add(thread),
    pageRead(read) {
      notifySoon(textual(comments.cachedOfPage(read), followed));
    },
    pagesRead() {
      notifySoon(textual(page === undefined ? comments.cached().threads : comments.cachedOfPage(page), followed));
      notify('drafts', drafts());
    },
    shownReplies: (thread, replies) => shownReplies(parts, thread, replies),
    dispose() {
      isOver = true;
      clearTimeout(draftsChange);
      for (const each of hearing) each.dispose();
    },
  };
}

/** Those whose page changed, and those with suggestions, or with replies that may have some. */
function textual(all: readonly Thread[], followed: ReadonlySet<string>): string[] {
  return all
    .filter((thread) => thread.page?.isOutdated || hasSuggestion(thread) || followed.has(thread.id))
    .map(({ id }) => id);
}

function hasSuggestion({ body }: Thread): boolean {
  return body.kind === 'markdown' && suggestionsIn(body.markdown).length > 0;
}

/** The thread, marked as outdated only if the text of its page no longer fits it. */
function asShown(parts: ContentContext): (thread: Thread) => Shown<Thread> {
  return (thread) => {
    if (!thread.page) return thread;
    const shown = shownOn(parts, thread.page.id, thread);
    const isOutdated = parts.isOutdated(thread);
    return isOutdated === thread.page.isOutdated ? shown : { ...shown, page: { ...thread.page, isOutdated } };
  };
}

function shownReplies(parts: ContentContext, thread: string, replies: readonly Post[]): readonly Shown<Post>[] {
  const page = parts.threads.of(parts.place).thread(thread)?.page?.id;
  return page === undefined ? replies : replies.map((reply) => shownOn(parts, page, reply));
}

function shownOn<Kind extends Post>(
  { shownSuggestions, linkContext }: ContentContext,
  page: string,
  post: Kind,
): Shown<Kind> {
  const { body, may } = post;
  // Only the first comment of a thread shows by a quote where it belongs.
  const said = (markdown: string) => ('isResolved' in post ? saidIn(markdown) : markdown);
  const box = may.edit && body.kind === 'markdown' ? shownInBox(said(body.markdown), linkContext?.(page)) : undefined;
  return { ...post, ...shownSuggestions?.(page, body), ...(box?.shownOldLines && { box }) };
}

/** For the page that a box is about. */
export function contextOf({ threads, place, linkContext }: ContentContext, target: Target): LinkContext | undefined {
  const page = target.kind === 'thread' ? target.page : threads.of(place).thread(target.thread)?.page?.id;
  return page === undefined ? undefined : linkContext?.(page);
}

/** Those of the user's review stay together, and those on no page have no other place. */
function isOfPage(target: DraftTarget, comments: Comments, page: string | undefined): boolean {
  if (page === undefined || (target.kind !== 'edit' && target.pending !== undefined)) return true;
  if (target.kind === 'thread') return target.page === undefined || target.page === page;
  return comments.cachedOfPage(page).some(({ id }) => id === target.thread);
}

/** The summary of a review is typed in an input box of VS Code. */
function isSummary(target: DraftTarget): boolean {
  return target.kind === 'thread' && target.pending === 'summary';
}

function asSent({ target, text, unsent, isSending }: StoredDraft, context: LinkContext | undefined): Draft {
  return {
    target: localOf(target),
    ...shownInBox(text, context),
    ...(unsent &&
      !isSending && {
        unsent: {
          reason: wordsOf(unsent.reason),
          isGone: unsent.isGone,
          resolve: unsent.resolve,
          ...(unsent.reason.code === 'commentedPageGone' && { gonePage: unsent.reason.title ?? '' }),
        },
      }),
  };
}

/** The target without its place, because the panel has only one. */
function localOf(target: DraftTarget): Target {
  const pending = target.kind !== 'edit' && target.pending !== undefined ? { pending: target.pending } : {};
  switch (target.kind) {
    case 'reply':
      return { kind: 'reply', thread: target.thread, ...pending };
    case 'edit':
      return { kind: 'edit', thread: target.thread, ...(target.reply !== undefined && { reply: target.reply }) };
    case 'thread':
      return {
        kind: 'thread',
        ...(target.page !== undefined && { page: target.page }),
        ...(target.node !== undefined && { node: target.node }),
        ...(target.quote !== undefined && { quote: target.quote }),
        ...pending,
      };
  }
}
