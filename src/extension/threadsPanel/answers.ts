import { discussionKey, type DiscussionPlace } from '../../model/comments/place.ts';
import type { Handlers } from '../../protocol/answering.ts';
import type { NewsGiven, NotificationName } from '../../protocol/protocol.ts';
import type { Draft, Extent, Header, HeaderAction, Show, Target, ThreadsProtocol } from '../../protocol/threads.ts';
import type { Thread } from '../../model/comments/threads.ts';
import type { DraftTarget } from '../../store/comments/drafts.ts';
import type { Threads } from '../../store/comments/threads.ts';

/** What the panel needs of those around it. */
export interface AnswersParts {
  readonly threads: Threads;
  readonly place: DiscussionPlace;
  readonly tell: <Name extends NotificationName<ThreadsProtocol>>(
    name: Name,
    news: NewsGiven<ThreadsProtocol, Name>,
  ) => void;
  readonly header: () => Promise<Header>;
  /** For when that cannot be had. */
  readonly plainHeader: Header;
  readonly act: (action: HeaderAction) => Promise<unknown>;
  readonly confirmDelete: (thread: Thread, isThread: boolean) => Promise<boolean>;
  readonly goTo: (thread: Thread) => Promise<unknown>;
  /** Opens the page that a relative link in a thread leads to. */
  readonly openPage: (thread: Thread, link: string) => Promise<unknown>;
  readonly openAddress: (address: string) => Promise<unknown>;
  /** As `data:`. */
  readonly image: (address: string) => Promise<string>;
  /** What the webview is to show when it opens; undefined the second time. */
  readonly toShow: () => Show | undefined;
  readonly sentenceOf: (error: unknown) => string;
  /** Something failed that nobody asked for. */
  readonly note: (error: unknown) => void;
}

export interface Answers {
  readonly handlers: Handlers<ThreadsProtocol>;
  /** Asks anew for what is shown; false when that failed. Never rejects. */
  readonly refresh: () => Promise<boolean>;
  dispose(): void;
}

/** Of threads, beyond which the rest is asked for by the person. */
const mostUnasked = 20_000;

/** The extension's side of the panel: answers from the store, and tells what becomes other there. */
export function threadsAnswers(parts: AnswersParts): Answers {
  const { threads, place, tell, note, sentenceOf } = parts;
  const discussion = threads.of(place);
  const key = discussionKey(place);
  /** Threads whose replies the webview shows. */
  const followed = new Set<string>();
  const changed = new Set<string>();
  let loading: Promise<void> | undefined;
  let failure: unknown;
  let isOver = false;
  let told: string | undefined;
  let draftsChange: ReturnType<typeof setTimeout> | undefined;

  const hearing = [
    threads.onDidChange((change) => {
      if (discussionKey(change.place) !== key) return;
      if (changed.size === 0) setTimeout(tellChanges, 0);
      for (const id of change.threads) changed.add(id);
    }),
    threads.drafts.onDidChange(() => {
      draftsChange ??= setTimeout(() => {
        draftsChange = undefined;
        tell('drafts', drafts());
      }, 50);
    }),
  ];

  function tellChanges(): void {
    const ids = [...changed];
    if (ids.length === 0) return;
    changed.clear();
    const now = ids.map((id) => discussion.thread(id));
    tell('threads', {
      changed: now.filter((thread) => thread !== undefined),
      gone: ids.filter((_, index) => now[index] === undefined),
    });
    for (const id of ids) {
      const replies = followed.has(id) ? discussion.knownReplies(id) : undefined;
      if (replies) tell('replies', { thread: id, ...replies });
    }
    tell('extent', extent());
  }

  function extent(): Extent {
    const { hasMore, failure: failed = failure } = discussion.known();
    return {
      hasMore,
      isLoading: loading !== undefined,
      ...(failed === undefined ? {} : { failure: sentenceOf(failed) }),
    };
  }

  function drafts(): Draft[] {
    return threads.drafts
      .known()
      .filter(({ target }) => discussionKey(target.place) === key && !isSummary(target))
      .map(({ target, text, unsent }) => ({
        target: localOf(target),
        text,
        ...(unsent && { unsent: { reason: unsent.reason, isGone: unsent.isGone, resolve: unsent.resolve } }),
      }));
  }

  function fullTarget(target: Target): DraftTarget {
    return { ...target, place };
  }

  /** The first thousand, and the next, until all are there or there are too many to be asked for unasked. */
  function load(): Promise<void> {
    loading ??= loadAll().finally(() => {
      // What was loaded is told as such, and not as new.
      tellChanges();
      loading = undefined;
      tell('extent', extent());
    });
    return loading;
  }

  async function loadAll(): Promise<void> {
    try {
      failure = undefined;
      let known = await discussion.load();
      while (!isOver && known.hasMore && known.threads.length < mostUnasked) known = await discussion.more();
    } catch (error) {
      failure = error;
      note(error);
    }
  }

  async function refresh(): Promise<boolean> {
    if (discussion.known().asOf === 0) await load();
    else await discussion.refresh().catch(note);
    await tellHeader().catch(note);
    tell('extent', extent());
    return extent().failure === undefined;
  }

  async function tellHeader(): Promise<void> {
    const header = await parts.header();
    if (JSON.stringify(header) === told) return;
    told = JSON.stringify(header);
    tell('header', header);
  }

  function threadOf(id: string): Thread {
    const thread = discussion.thread(id);
    if (!thread) throw new Error('This thread is gone: someone has deleted it.');
    return thread;
  }

  const handlers: Handlers<ThreadsProtocol> = {
    async open() {
      // Offline, too, one sees what is known and what was typed.
      const asked = parts.header().catch((error: unknown) => {
        note(error);
        return parts.plainHeader;
      });
      const [header] = await Promise.all([asked, threads.me().catch(note), threads.drafts.load()]);
      told = JSON.stringify(header);
      const known = discussion.known();
      void (known.asOf === 0 || known.hasMore ? load() : refresh());
      const show = parts.toShow();
      return { header, threads: known.threads, extent: extent(), drafts: drafts(), ...(show && { show }) };
    },
    refresh: () => nothing(refresh()),
    more: () => nothing(discussion.more().then(() => tell('extent', extent()))),
    async replies({ thread, more }) {
      const { replies, hasMore } = await (more && discussion.knownReplies(thread)
        ? discussion.moreReplies(thread)
        : discussion.replies(thread));
      followed.add(thread);
      return { replies, hasMore };
    },
    resolve: ({ thread }) => nothing(discussion.resolve(thread)),
    reopen: ({ thread }) => nothing(discussion.reopen(thread)),
    react: ({ post, emoji, isOn }) => nothing(discussion.react(post, emoji, isOn)),
    async delete({ post }) {
      if (!(await parts.confirmDelete(threadOf(post.thread), post.reply === undefined))) return false;
      await discussion.delete(post);
      return true;
    },
    send: ({ target, text, resolve }) => nothing(threads.send(fullTarget(target), text, { resolve })),
    addToReview: ({ target, text }) => nothing(threads.reviews.add(fullTarget(target), text)),
    keepDraft: ({ target, text }) => nothing(threads.drafts.keep(fullTarget(target), text)),
    discardDraft: ({ target }) => nothing(threads.drafts.discard(fullTarget(target))),
    goTo: ({ thread }) => nothing(parts.goTo(threadOf(thread))),
    openPage: ({ thread, link }) => nothing(parts.openPage(threadOf(thread), link)),
    async openInBrowser({ post: { thread, reply } }) {
      const post =
        reply === undefined
          ? threadOf(thread)
          : discussion.knownReplies(thread)?.replies.find(({ id }) => id === reply);
      if (!post?.address) throw new Error('The platform gives this comment no address in the browser.');
      return nothing(parts.openAddress(post.address));
    },
    act: ({ action }) => nothing(parts.act(action)),
    image: ({ address }) => parts.image(address),
  };

  return {
    handlers,
    refresh,
    dispose() {
      isOver = true;
      clearTimeout(draftsChange);
      for (const each of hearing) each.dispose();
    },
  };
}

async function nothing(done: Promise<unknown>): Promise<null> {
  await done;
  return null;
}

/** The summary of a review is typed in a box of VS Code. */
function isSummary(target: DraftTarget): boolean {
  return target.kind === 'thread' && target.pending === 'summary';
}

/** The place is the panel's own. */
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
