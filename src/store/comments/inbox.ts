import type { DiscussionPlace } from '../../model/comments/place.ts';
import type { Thread } from '../../model/comments/threads.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createLane } from '../shared/lane.ts';
import type { Storage } from '../shared/storage.ts';
import type { Read } from '../library/library.ts';
import { inboxRecord, keepWatch, type InboxRecord, type News, type Watch } from './inboxRecord.ts';
import { ask, listName, sourcesOf, type Look } from './inboxSources.ts';
import type { CommentsChange, Threads } from './threads.ts';

/** What is new for one account since it was last looked at; kept over restarts. */
export interface Inbox {
  /** Newest first, without a request. */
  known(): readonly News[];
  /** Reads what is kept, also by other windows. */
  load(): Promise<readonly News[]>;
  /**
   * Asks for one list (each time the next of several), and for each item whose number of comments has changed. Gives what was not
   * known before. Servers that lack a list are asked for the others.
   */
  look(read?: Read): Promise<readonly News[]>;
  /** Whether this account was never asked about, in any window. */
  isNew(): boolean;
  /** Whether each list of change requests was asked for since this was opened: before, that nothing is known means nothing. */
  isChecked(): boolean;
  /** All of it when no keys are given. */
  markRead(keys?: readonly string[]): Promise<void>;
  onDidChange(listener: () => void): { dispose(): void };
}

export interface InboxOptions {
  readonly api: Look['api'];
  readonly threads: Pick<Threads, 'of' | 'me' | 'onDidChange' | 'onDidSend'>;
  /** Ids of the account's organizations. */
  readonly organizations: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly storage: Storage;
  readonly log: { warn(message: string): void };
}

/** How exactly the platform's time is known, in ms. */
const aSecond = 1000;
const mostNews = 200;

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
        await ask(source, { api, now, record: kept, me, signal });
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
