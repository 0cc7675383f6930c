import type { CommentsPlace } from '../../model/comments/place.ts';

/**
 * Something that others did and the user hasn't read yet:
 * - `review`: the user's review of a change request was requested
 * - `merge`: a change request that they were asked to review was merged
 * - `comment`: on a change request that the user created or reviews
 * - `reply`: in a thread in which the user has written
 */
export interface News {
  /** Equal for the same event. */
  readonly key: string;
  readonly kind: 'review' | 'merge' | 'comment' | 'reply';
  readonly place: CommentsPlace;
  readonly thread?: string | undefined;
  /** The person who did it, if known. */
  readonly who: string | undefined;
  /** The subject of the change request, or the beginning of the thread. */
  readonly subject: string;
  /** The text of the post, in one line. */
  readonly text: string;
  /** In ms since the epoch. */
  readonly at: number;
  /** Whether it needs an answer from the user. */
  readonly needsAttention: boolean;
}

/** A thread in which the user has written. */
export interface Watch {
  readonly place: CommentsPlace;
  readonly thread: string;
  /** Number of replies that the user has seen. */
  readonly replies: number;
  /** Whether the user started it. */
  readonly isOwn: boolean;
  /** Whether its replies were shown. */
  readonly isSeen: boolean;
}

/** The stored state of an inbox. */
export interface InboxRecord {
  /** In ms since the epoch. Earlier posts aren't news. */
  readonly since: number;
  /** Index of the list to request next. */
  turn: number;
  /** Number of open comments by change request, as last received. */
  readonly counts: Record<string, number>;
  /** Change requests that the user's review is requested for, by organization. */
  readonly reviews: Record<string, readonly string[]>;
  /** The space of each change request in a list, as last received. */
  readonly listed: Record<string, Readonly<Record<string, string>>>;
  watches: readonly Watch[];
  news: readonly News[];
  /** Keys of the last news that the user has read. */
  read: readonly string[];
}

/** Parses the stored record. A missing or unreadable record starts now. */
export function inboxRecord(text: string | undefined, now: number): InboxRecord {
  const empty: InboxRecord = {
    since: now,
    turn: 0,
    counts: {},
    reviews: {},
    listed: {},
    watches: [],
    news: [],
    read: [],
  };
  if (text === undefined) return empty;
  try {
    const stored = JSON.parse(text) as Partial<InboxRecord>;
    const isWhole =
      typeof stored.since === 'number' &&
      typeof stored.turn === 'number' &&
      [stored.watches, stored.news, stored.read].every(Array.isArray) &&
      [stored.counts, stored.reviews].every((each) => typeof each === 'object');
    return isWhole ? withPresentNames({ ...empty, ...stored }) : empty;
  } catch {
    return empty;
  }
}

/** Version 0.1.0 stored two fields under other names. */
function withPresentNames(record: InboxRecord): InboxRecord {
  return {
    ...record,
    news: record.news.map((each) => ({ ...each, needsAttention: isTrue(each, 'needsAttention', 'waitsOnMe') })),
    watches: record.watches.map((each) => ({ ...each, isOwn: isTrue(each, 'isOwn', 'isMine') })),
  };
}

function isTrue(stored: object, ...names: readonly string[]): boolean {
  return names.some((name) => Reflect.get(stored, name) === true);
}

/**
 * What outlives a sign-out: ids and counts, but no texts. News that the user hasn't read are found again. Undefined if
 * the record can't be read.
 */
export function withoutTexts(text: string): string | undefined {
  const { since, counts, reviews, listed, watches, news, read } = inboxRecord(text, 0);
  if (since === 0) return undefined;
  const unread = new Set(news.map(({ key }) => key));
  const replied = new Set(
    news.flatMap(({ kind, thread }) => (kind === 'reply' && thread !== undefined ? [thread] : [])),
  );
  const commented = news.flatMap(({ kind, place }) => (kind === 'comment' ? [place.changeRequest ?? ''] : []));
  const record: InboxRecord = {
    since,
    turn: 0,
    counts: { ...counts, ...Object.fromEntries(commented.map((id) => [id, -1])) },
    reviews: Object.fromEntries(
      Object.entries(reviews).map(([organization, ids]) => [
        organization,
        ids.filter((id) => !unread.has(`review/${id}`)),
      ]),
    ),
    listed,
    watches: watches.map((each) =>
      replied.has(each.thread) ? { ...each, replies: Math.max(0, each.replies - 1) } : each,
    ),
    news: [],
    read,
  };
  return JSON.stringify(record);
}

/** Of several replies in one thread, only the last counts as news. */
export function addNews(record: InboxRecord, news: News): void {
  const others = record.news.filter(
    (each) => each.key !== news.key && !(news.kind === 'reply' && each.kind === 'reply' && each.thread === news.thread),
  );
  record.news = [...others, news];
}

/** Removes news. It isn't added again if the user has read it. */
export function dropNews(record: InboxRecord, isMeant: (news: News) => boolean, isRead = false): void {
  const dropped = record.news.filter(isMeant);
  record.news = record.news.filter((each) => !dropped.includes(each));
  if (isRead) record.read = [...record.read, ...dropped.map(({ key }) => key)].slice(-mostRead);
}

const mostRead = 1000;
const mostWatches = 200;

export function keepWatch(record: InboxRecord, watch: Watch): void {
  const before = record.watches.find(({ thread }) => thread === watch.thread);
  const replies = watch.isSeen || !before ? watch.replies : before.replies;
  record.watches = [...record.watches.filter((each) => each !== before), { ...watch, replies }].slice(-mostWatches);
}
