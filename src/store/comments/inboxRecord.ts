import type { DiscussionPlace } from '../../model/comments/place.ts';

/**
 * Something that others did and one has not looked at yet:
 * - `review` one's review of a change request is asked for
 * - `comment` on a change request that one made, or is to review
 * - `reply` in a thread in which one wrote
 */
export interface News {
  /** The same for the same thing. */
  readonly key: string;
  readonly kind: 'review' | 'comment' | 'reply';
  readonly place: DiscussionPlace;
  readonly thread?: string | undefined;
  /** Who did it, where that is known. */
  readonly who: string | undefined;
  /** What it is about: the subject of the change request, or what the thread begins with. */
  readonly subject: string;
  /** What was written, in one line. */
  readonly text: string;
  /** In ms since the epoch. */
  readonly at: number;
  /** It waits for an answer of oneself. */
  readonly waitsOnMe: boolean;
}

/** A thread in which one wrote. */
export interface Watch {
  readonly place: DiscussionPlace;
  readonly thread: string;
  /** How many replies one has seen. */
  readonly replies: number;
  /** One began it. */
  readonly isMine: boolean;
  /** Its replies were shown. */
  readonly isSeen: boolean;
}

/** What is kept of an inbox between two looks. */
export interface InboxRecord {
  /** What was written before is not new, in ms since the epoch. */
  readonly since: number;
  /** Which list is asked for next. */
  turn: number;
  /** Open comments by change request, as last heard. */
  readonly counts: Record<string, number>;
  /** By organization: the change requests for which one's review was asked. */
  readonly reviews: Record<string, readonly string[]>;
  watches: readonly Watch[];
  news: readonly News[];
  /** Keys of what was read, the last ones. */
  read: readonly string[];
}

/** The record as it was kept; one that begins now when there is none, or none that can be read. */
export function inboxRecord(text: string | undefined, now: number): InboxRecord {
  const empty: InboxRecord = { since: now, turn: 0, counts: {}, reviews: {}, watches: [], news: [], read: [] };
  if (text === undefined) return empty;
  try {
    const kept = JSON.parse(text) as Partial<InboxRecord>;
    const isWhole =
      typeof kept.since === 'number' &&
      typeof kept.turn === 'number' &&
      [kept.watches, kept.news, kept.read].every(Array.isArray) &&
      [kept.counts, kept.reviews].every((each) => typeof each === 'object');
    return isWhole ? { ...empty, ...kept } : empty;
  } catch {
    return empty;
  }
}

/** Of several replies in one thread the last is the news. */
export function addNews(record: InboxRecord, news: News): void {
  const others = record.news.filter(
    (each) => each.key !== news.key && !(news.kind === 'reply' && each.kind === 'reply' && each.thread === news.thread),
  );
  record.news = [...others, news];
}

const mostWatches = 200;

export function keepWatch(record: InboxRecord, watch: Watch): void {
  const before = record.watches.find(({ thread }) => thread === watch.thread);
  const replies = watch.isSeen || !before ? watch.replies : before.replies;
  record.watches = [...record.watches.filter((each) => each !== before), { ...watch, replies }].slice(-mostWatches);
}
