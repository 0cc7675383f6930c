import type { Api } from '../../client/api.ts';
import type { Comment } from '../../contract/comments/comments.ts';
import type { OrganizationChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import { summaryOf } from '../../model/comments/text.ts';
import { discussionKey, type DiscussionPlace } from '../../model/comments/place.ts';
import { postOf, threadOf, type Post, type Thread } from '../../model/comments/threads.ts';
import { isKind } from '../../model/shared/failure.ts';
import { commentCalls, type CommentApi } from './calls.ts';
import { createEmitter } from '../shared/emitter.ts';
import type { Inbox, News } from './inbox.ts';
import { inboxRecord, type InboxRecord, type Watch } from './inboxRecord.ts';
import { createLane } from '../shared/lane.ts';
import type { Storage } from '../shared/storage.ts';
import type { CommentsChange, Threads } from './threads.ts';

export interface InboxOptions {
  readonly api: CommentApi & { readonly changeRequests: Pick<Api['changeRequests'], 'ofOrganization'> };
  readonly threads: Pick<Threads, 'of' | 'me' | 'onDidChange' | 'onDidSend'>;
  /** Ids of the account's organizations. */
  readonly organizations: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
}

/** One question of a poll. */
type Source =
  | { readonly kind: 'review' | 'created'; readonly organization: string }
  | { readonly kind: 'watched'; readonly place: DiscussionPlace };

const atOnce = 100;
/** How exactly the platform's time is known, in ms. */
const aSecond = 1000;
const mostNews = 200;
const mostWatches = 200;

export function createInbox(options: InboxOptions): Inbox & { dispose(): void } {
  const { api, threads, organizations, now, serverNow, storage, log } = options;
  const lane = createLane();
  const changed = createEmitter<void>((error) => log.warn(`A listener of the inbox failed: ${String(error)}`));
  let record: InboxRecord | undefined;
  const watching = [
    threads.onDidChange((change) => watch(change)),
    threads.onDidSend(({ place, thread: id }) => {
      const thread = threads.of(place).thread(id);
      if (!thread) return;
      follow(place, thread, true);
      // At once: the window may be closed before the next look.
      const marked = lane.renew('mark', undefined, async () => write(await read()));
      marked.catch((error: unknown) => log.warn(`The inbox could not be written: ${String(error)}`));
    }),
  ];
  /** Threads that were met since the record was last written, and those of them that stand in what is known of it. */
  const unmarked = new Map<string, Watch>();
  let merged: readonly Watch[] = [];
  /** Lists that are still to be asked for the first time; undefined before they are known. */
  let unasked: Set<string> | undefined;
  let isDisposed = false;

  async function read(): Promise<InboxRecord> {
    record = inboxRecord(await storage.read(inboxName), (serverNow() ?? now()) - aSecond);
    merged = [...unmarked.values()];
    for (const each of merged) keepWatch(record, each);
    return record;
  }

  async function write(kept: InboxRecord): Promise<void> {
    record = kept;
    // A look that is under way when the sample workspace is reset would write down what was there before.
    if (isDisposed) return;
    const written = merged;
    await storage.write(inboxName, JSON.stringify(kept));
    for (const each of written) if (unmarked.get(each.thread) === each) unmarked.delete(each.thread);
  }

  function follow(place: DiscussionPlace, { id, replyCount, isOwn }: Thread, isSeen: boolean): void {
    unmarked.set(id, { place, thread: id, replies: replyCount, isMine: isOwn, isSeen });
  }

  /** Threads in which one wrote are followed from then on; what one sees of them is not new. */
  function watch({ place, threads: ids }: CommentsChange): void {
    const discussion = threads.of(place);
    for (const id of ids) {
      const thread = discussion.thread(id);
      const replies = discussion.knownReplies(id);
      if (!thread || thread.isPending) continue;
      if (!thread.isOwn && !replies?.replies.some(({ isOwn, isPending }) => isOwn && !isPending)) continue;
      follow(place, thread, replies !== undefined);
    }
  }

  async function look(signal: AbortSignal): Promise<readonly News[]> {
    const me = await threads.me();
    // Asked first: its answer tells the platform's time, by which a new record begins.
    const ids = await organizations(signal);
    const kept = await read();
    const sources = sourcesOf(kept, ids);
    const wasChecked = isChecked();
    // Where nobody tells who one is, nothing can be asked.
    const lists = me === undefined ? [] : sources.flatMap((each) => listName(each) ?? []);
    unasked = new Set(lists.filter((list) => unasked?.has(list) ?? true));
    if (me === undefined) {
      if (!wasChecked) changed.emit();
      return [];
    }
    const first = sources.filter((each) => unasked?.has(listName(each) ?? ''));
    const next = first.length > 0 ? first : sources;
    const source = next[kept.turn % next.length];
    kept.turn += 1;
    const before = new Set(kept.news.map(({ key }) => key));
    try {
      if (source) {
        await ask(source, kept, me, signal);
        unasked.delete(listName(source) ?? '');
      }
    } catch (error) {
      // Nothing of what was half heard is kept, but the next look asks for another list: one that fails is not to hide the others.
      await write({ ...(await read()), turn: kept.turn });
      throw error;
    }
    kept.news = [...kept.news].sort((one, other) => other.at - one.at).slice(0, mostNews);
    await write(kept);
    const found = kept.news.filter(({ key }) => !before.has(key));
    if (found.length > 0 || kept.news.length !== before.size || isChecked() !== wasChecked) changed.emit();
    return found;
  }

  function isChecked(): boolean {
    return unasked?.size === 0;
  }

  function sourcesOf({ watches }: InboxRecord, ids: readonly string[]): readonly Source[] {
    const lists = ids.flatMap((organization): Source[] => [
      { kind: 'review', organization },
      { kind: 'created', organization },
    ]);
    const places = new Map(watches.map(({ place }) => [discussionKey(place), place]));
    return [...lists, ...[...places.values()].map((place): Source => ({ kind: 'watched', place }))];
  }

  async function ask(source: Source, kept: InboxRecord, me: string, signal: AbortSignal): Promise<void> {
    try {
      if (source.kind === 'watched') await askThreads(source.place, kept, me, signal);
      else await askChangeRequests(source.kind, source.organization, kept, me, signal);
    } catch (error) {
      if (!isKind(error, 'unsupported', 'forbidden', 'missing')) throw error;
    }
  }

  async function askChangeRequests(
    kind: 'review' | 'created',
    organizationId: string,
    kept: InboxRecord,
    me: string,
    signal: AbortSignal,
  ): Promise<void> {
    const who = kind === 'review' ? { requestedReviewer: me } : { creator: me };
    const asked = { organizationId, ...who, status: ['open' as const, 'draft' as const], limit: atOnce };
    const { items } = await api.changeRequests.ofOrganization(asked, { signal });
    if (kind === 'review') learnReviews(items, organizationId, kept, me);
    for (const item of items) {
      const place = placeOf(item);
      if (!place) continue;
      const before = kept.counts[item.id];
      kept.counts[item.id] = item.comments;
      if (before !== undefined && before !== item.comments) {
        await askComments(place, item.subject, kind === 'created', kept, me, signal);
      }
    }
  }

  /** Reviews that are not asked for any more are no news any more. */
  function learnReviews(
    items: readonly OrganizationChangeRequest[],
    organization: string,
    kept: InboxRecord,
    me: string,
  ): void {
    const known = new Set(kept.reviews[organization] ?? []);
    kept.reviews[organization] = items.map(({ id }) => id);
    const asked = new Set(items.map(({ id }) => `review/${id}`));
    kept.news = kept.news.filter(({ key, kind }) => kind !== 'review' || asked.has(key) || !known.has(key.slice(7)));
    for (const item of items) {
      const place = placeOf(item);
      if (!place || known.has(item.id) || item.createdBy?.id === me) continue;
      addNews(kept, {
        key: `review/${item.id}`,
        kind: 'review',
        place,
        who: item.createdBy?.displayName ?? undefined,
        subject: item.subject,
        text: '',
        at: Date.parse(item.updatedAt ?? '') || now(),
        waitsOnMe: true,
      });
    }
  }

  async function askComments(
    place: DiscussionPlace,
    subject: string,
    isMine: boolean,
    kept: InboxRecord,
    me: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { items } = await commentCalls(api, place).list({ limit: atOnce }, { signal });
    for (const comment of items) {
      const thread = threadOf(comment, me);
      if (thread.isOwn || thread.isResolved || (thread.postedAt ?? 0) <= kept.since) continue;
      if (kept.read.includes(`comment/${thread.id}`)) continue;
      addNews(kept, {
        key: `comment/${thread.id}`,
        kind: 'comment',
        place,
        thread: thread.id,
        who: thread.author.name,
        subject,
        text: textOf(thread),
        at: thread.postedAt ?? now(),
        waitsOnMe: isMine,
      });
    }
  }

  async function askThreads(place: DiscussionPlace, kept: InboxRecord, me: string, signal: AbortSignal): Promise<void> {
    const calls = commentCalls(api, place);
    const { items } = await calls.list({ limit: 1000 }, { signal });
    const listed = new Map(items.map((comment) => [comment.id, comment]));
    const here = kept.watches.filter((each) => discussionKey(each.place) === discussionKey(place));
    for (const each of here) {
      const comment = listed.get(each.thread);
      // One that was deleted makes room for the next to be noticed.
      if (comment && (comment.replies ?? 0) < each.replies) {
        keepWatch(kept, { ...each, replies: comment.replies ?? 0, isSeen: true });
      }
      if (!comment || (comment.replies ?? 0) <= each.replies) continue;
      const { items: replies } = await calls.replies(each.thread, { limit: 1000 }, { signal });
      const last = replies
        .slice(each.replies)
        .map((reply) => postOf(reply, me))
        .findLast(({ isOwn }) => !isOwn);
      keepWatch(kept, { ...each, replies: comment.replies ?? 0, isSeen: true });
      if (last) addNews(kept, replyNews(place, comment, last, each, me));
    }
  }

  function replyNews(place: DiscussionPlace, comment: Comment, reply: Post, { isMine }: Watch, me: string): News {
    return {
      key: `reply/${comment.id}/${reply.id}`,
      kind: 'reply',
      place,
      thread: comment.id,
      who: reply.author.name,
      subject: textOf(threadOf(comment, me)),
      text: textOf(reply),
      at: reply.postedAt ?? now(),
      waitsOnMe: isMine,
    };
  }

  return {
    known: () => record?.news ?? [],
    load: async () => (await read()).news,
    isNew: () => (record?.turn ?? 0) === 0,
    isChecked,
    look: ({ signal } = {}) => lane.share('look', signal, look),
    markRead: (keys) =>
      lane.renew(`read ${String(keys)}`, undefined, async () => {
        const kept = await read();
        const isRead = (key: string) => keys === undefined || keys.includes(key);
        kept.read = [...kept.read, ...kept.news.map(({ key }) => key).filter(isRead)].slice(-1000);
        kept.news = kept.news.filter(({ key }) => !isRead(key));
        await write(kept);
        changed.emit();
      }),
    onDidChange: (listener) => changed.listen(listener),
    dispose() {
      isDisposed = true;
      watching.forEach((each) => each.dispose());
    },
  };
}

/** What the record is kept under. */
export const inboxName = 'inbox';

function listName(source: Source): string | undefined {
  return source.kind === 'watched' ? undefined : `${source.kind} ${source.organization}`;
}

/** Of several replies in one thread the last is the news. */
function addNews(kept: InboxRecord, news: News): void {
  const others = kept.news.filter(
    (each) => each.key !== news.key && !(news.kind === 'reply' && each.kind === 'reply' && each.thread === news.thread),
  );
  kept.news = [...others, news];
}

function keepWatch(kept: InboxRecord, watch: Watch): void {
  const before = kept.watches.find(({ thread }) => thread === watch.thread);
  const replies = watch.isSeen || !before ? watch.replies : before.replies;
  kept.watches = [...kept.watches.filter((each) => each !== before), { ...watch, replies }].slice(-mostWatches);
}

function placeOf({ id, space }: OrganizationChangeRequest): DiscussionPlace | undefined {
  const spaceId = typeof space === 'string' ? space : space?.id;
  return spaceId === undefined ? undefined : { space: spaceId, changeRequest: id };
}

function textOf({ body }: Post): string {
  return summaryOf(body.kind === 'markdown' ? body.markdown : body.text);
}
