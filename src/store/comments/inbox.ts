import type { CommentsPlace } from '../../model/comments/place.ts';
import type { Thread } from '../../model/comments/threads.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createLane } from '../shared/lane.ts';
import type { Storage } from '../shared/storage.ts';
import type { Read } from '../library/library.ts';
import { dropNews, inboxRecord, keepWatch, type InboxRecord, type News, type Watch } from './inboxRecord.ts';
import { ask, listName, sourcesOf, type Look } from './inboxSources.ts';
import type { CommentsChange, Threads } from './threads.ts';

/** News for one account since the user last read it; survives restarts. */
export interface Inbox {
  /** Newest first, without a request. */
  cached(): readonly News[];
  /** Reads the record, which other windows may have written. */
  load(): Promise<readonly News[]>;
  /**
   * Requests one list (the next one at each call) and each item whose number of comments has changed. Returns the items
   * that are new. Lists that the server lacks are skipped.
   */
  look(read?: Read): Promise<readonly News[]>;
  /** Requests all lists, as the user asks for it. A list that can't be loaded doesn't hide the others. */
  lookAtAll(read?: Read): Promise<readonly News[]>;
  /** Whether no window has ever checked this account. */
  isNew(): boolean;
  /**
   * Whether each list of change requests was requested since this inbox was opened. Until then, an empty inbox means
   * nothing.
   */
  isChecked(): boolean;
  /** Ids of the open change requests and drafts that the user's review is requested for, as last received. */
  requested(): readonly string[];
  /** Marks the news with these keys as read; all of it if omitted. */
  markRead(keys?: readonly string[]): Promise<void>;
  onDidChange(listener: () => void): { dispose(): void };
}

export interface InboxOptions {
  readonly api: Look['api'];
  readonly threads: Pick<Threads, 'of' | 'currentUserId' | 'onDidChange' | 'onDidSend'>;
  /** Ids of the account's organizations. */
  readonly organizations: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly now: () => number;
  /** See `ChangeRequests`. */
  readonly isOwnMove: Look['isOwnMove'];
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
}

/** Precision of the server's time, in ms. */
const aSecond = 1000;
const mostNews = 200;

export function createInbox(options: InboxOptions): Inbox & { dispose(): void } {
  const { api, threads, organizations, isOwnMove, now, serverNow, storage, log } = options;
  const lane = createLane();
  const changed = createEmitter<void>((error) => log.warn(`A listener of the inbox failed: ${String(error)}`));
  const failed = (error: unknown): void => log.warn(`The inbox could not be written: ${String(error)}`);
  let record: InboxRecord | undefined;
  const watching = [
    threads.onDidChange((change) => watch(change)),
    threads.onDidSend(({ place, thread: id }) => {
      const thread = threads.of(place).thread(id);
      if (!thread) return;
      follow(place, thread, true);
      forget((news) => news.thread === id);
      // Written at once, because the window may close before the next check.
      const marked = lane.renew('mark', undefined, async () => write(await read()));
      marked.catch(failed);
    }),
  ];
  /** Threads seen since the record was last written. `merged` holds those of them that the current record contains. */
  const unmarked = new Map<string, Watch>();
  let merged: readonly Watch[] = [];
  /** Lists that haven't been requested yet; undefined before the lists are known. */
  let unasked: Set<string> | undefined;
  let isDisposed = false;

  async function read(): Promise<InboxRecord> {
    record = inboxRecord(await storage.read(inboxName), (serverNow() ?? now()) - aSecond);
    merged = [...unmarked.values()];
    for (const each of merged) keepWatch(record, each);
    return record;
  }

  async function write(stored: InboxRecord): Promise<void> {
    record = stored;
    // After a reset of the sample workspace, a check that is still running would write the old state.
    if (isDisposed) return;
    const written = merged;
    await storage.write(inboxName, JSON.stringify(stored));
    for (const each of written) if (unmarked.get(each.thread) === each) unmarked.delete(each.thread);
  }

  function follow(place: CommentsPlace, { id, replyCount, isOwn }: Thread, isSeen: boolean): void {
    unmarked.set(id, { place, thread: id, replies: replyCount, isOwn: isOwn, isSeen });
  }

  /** Follows the threads in which the user has written. Replies that are shown, and resolved threads, aren't news. */
  function watch({ place, threads: ids }: CommentsChange): void {
    const comments = threads.of(place);
    for (const id of ids) {
      const thread = comments.thread(id);
      const replies = comments.cachedReplies(id);
      if (!thread || thread.isPending) continue;
      const isShown = ({ key }: News) =>
        thread.isResolved || (replies?.replies.some((reply) => key === `reply/${id}/${reply.id}`) ?? false);
      forget((news) => news.thread === id && isShown(news));
      if (!thread.isOwn && !replies?.replies.some(({ isOwn, isPending }) => isOwn && !isPending)) continue;
      follow(place, thread, replies !== undefined);
    }
  }

  async function lookAtAll(signal: AbortSignal): Promise<readonly News[]> {
    const found: News[] = [];
    const failures: unknown[] = [];
    const { length } = sourcesOf(await read(), await organizations(signal));
    for (let index = 0; index < length && !signal.aborted; index++) {
      await look(signal, index).then(
        (news) => found.push(...news),
        (error: unknown) => failures.push(error),
      );
    }
    signal.throwIfAborted();
    if (failures.length > 0) throw failures[0];
    return found;
  }

  /** Requests the list at an index, or the next one. */
  async function look(signal: AbortSignal, index?: number): Promise<readonly News[]> {
    const currentUserId = await threads.currentUserId();
    // Requested first, because its reply tells the server's time, at which a new record starts.
    const ids = await organizations(signal);
    const stored = await read();
    const sources = sourcesOf(stored, ids);
    const wasChecked = isChecked();
    // Without a known current user, no list can be requested.
    const lists = currentUserId === undefined ? [] : sources.flatMap((each) => listName(each) ?? []);
    unasked = new Set(lists.filter((list) => unasked?.has(list) ?? true));
    if (currentUserId === undefined) {
      if (!wasChecked) changed.emit();
      return [];
    }
    const first = sources.filter((each) => unasked?.has(listName(each) ?? ''));
    const next = first.length > 0 ? first : sources;
    const source = index === undefined ? next[stored.turn % next.length] : sources[index];
    stored.turn += 1;
    const before = new Set(stored.news.map(({ key }) => key));
    const requested = String(Object.values(stored.reviews));
    try {
      if (source) {
        await ask(source, { api, isOwnMove, now, record: stored, currentUserId, signal });
        unasked.delete(listName(source) ?? '');
      }
    } catch (error) {
      // Drops partial results but advances the turn, so that a failing list doesn't hide the others.
      await write({ ...(await read()), turn: stored.turn });
      throw error;
    }
    stored.news = [...stored.news].sort((one, other) => other.at - one.at).slice(0, mostNews);
    await write(stored);
    const found = stored.news.filter(({ key }) => !before.has(key));
    const isOther = stored.news.length !== before.size || requested !== String(Object.values(stored.reviews));
    if (found.length > 0 || isOther || isChecked() !== wasChecked) changed.emit();
    return found;
  }

  function isChecked(): boolean {
    return unasked?.size === 0;
  }

  /** Marks what the user saw or answered elsewhere as read. */
  function forget(isMeant: (news: News) => boolean): void {
    const keys = record?.news.filter(isMeant).map(({ key }) => key) ?? [];
    if (keys.length > 0) markRead(keys).catch(failed);
  }

  async function markRead(keys?: readonly string[]): Promise<void> {
    return lane.renew(`read ${String(keys)}`, undefined, async () => {
      const stored = await read();
      dropNews(stored, ({ key }) => keys === undefined || keys.includes(key), true);
      await write(stored);
      changed.emit();
    });
  }

  return {
    cached: () => record?.news ?? [],
    load: async () => (await read()).news,
    isNew: () => (record?.turn ?? 0) === 0,
    isChecked,
    requested: () => Object.values(record?.reviews ?? {}).flat(),
    look: ({ signal } = {}) => lane.share('look', signal, (shared) => look(shared)),
    lookAtAll: ({ signal } = {}) => lane.share('lookAtAll', signal, lookAtAll),
    markRead,
    onDidChange: (listener) => changed.listen(listener),
    dispose() {
      isDisposed = true;
      watching.forEach((each) => each.dispose());
    },
  };
}

/** Name of the record's file. */
export const inboxName = 'inbox';
