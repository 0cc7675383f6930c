import type { Body } from './threads.ts';

export const threadStatuses = ['open', 'resolved', 'all'] as const;
export type ThreadStatus = (typeof threadStatuses)[number];
export const threadOrders = ['newest', 'oldest', 'page'] as const;
export type ThreadOrder = (typeof threadOrders)[number];

/** Filter and order of shown threads. */
export interface ThreadQuery {
  readonly status: ThreadStatus;
  /** A page's id; `''` for threads that aren't about a page. */
  readonly page?: string | undefined;
  /** Name of the first post's author. A name, because the server may not return ids. */
  readonly author?: string | undefined;
  /** All of its words occur somewhere in the thread, ignoring case. */
  readonly text: string;
  readonly order: ThreadOrder;
}

/** The searched fields of a thread: one of `threads.ts`, or the copy in a webview. */
interface Searched {
  readonly id: string;
  readonly author: { readonly name: string };
  readonly body: Body;
  readonly isResolved: boolean;
  readonly postedAt?: number | undefined;
  readonly page?: { readonly id: string; readonly title: string } | undefined;
  readonly quote?: string | undefined;
  readonly review?: string | undefined;
}

/** Whether a thread matches. `repliesOf` returns the available replies, which are searched too. */
export function matches<T extends Searched>(
  thread: T,
  { status, page, author, text }: ThreadQuery,
  repliesOf: (thread: T) => readonly Pick<Searched, 'author' | 'body'>[] = () => [],
): boolean {
  if (status !== 'all' && thread.isResolved !== (status === 'resolved')) return false;
  if (page !== undefined && (thread.page?.id ?? '') !== page) return false;
  if (author !== undefined && thread.author.name !== author) return false;
  const words = wordsOf(text);
  if (words.length === 0) return true;
  const texts = [searchText(thread), ...repliesOf(thread).map(searchText)];
  return words.every((word) => texts.some((each) => each.includes(word)));
}

/** Groups the threads of each review at the place of their first one. */
export function byReview<T extends Pick<Searched, 'review'>>(threads: readonly T[]): T[] {
  const together = Map.groupBy(threads, (thread) => thread.review ?? thread);
  return [...together.values()].flat();
}

/**
 * `newest` and `oldest` compare first posts. `page` sorts by page title, newest first within a page, with threads that
 * aren't about a page first.
 */
export function inOrder(order: ThreadOrder): (one: Searched, other: Searched) => number {
  const newest = (one: Searched, other: Searched) =>
    (other.postedAt ?? 0) - (one.postedAt ?? 0) || compare(other.id, one.id);
  switch (order) {
    case 'newest':
      return newest;
    case 'oldest':
      return (one, other) => newest(other, one);
    case 'page':
      return (one, other) =>
        compare(one.page?.title ?? '', other.page?.title ?? '') ||
        compare(one.page?.id ?? '', other.page?.id ?? '') ||
        newest(one, other);
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Computed once per thread, because it is searched on every key press. */
const searchTexts = new WeakMap<object, string>();

function searchText(post: Pick<Searched, 'page' | 'quote' | 'author' | 'body'>): string {
  const known = searchTexts.get(post);
  if (known !== undefined) return known;
  const body = post.body.kind === 'markdown' ? post.body.markdown : post.body.text;
  const text = [post.author.name, post.page?.title, post.quote, body].filter(Boolean).join('\n').toLowerCase();
  searchTexts.set(post, text);
  return text;
}
