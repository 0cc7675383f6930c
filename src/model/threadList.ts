import type { Person, Thread } from './threads.ts';

/** What of a discussion is to be seen. Absent parts let everything through. */
export interface ThreadFilter {
  readonly status: 'open' | 'resolved' | 'all';
  /** A page's id; null for threads that are about no page. */
  readonly page?: string | null | undefined;
  /** A user's id. Replies by others do not count. */
  readonly author?: string | undefined;
  /** Every word of it stands in the text, the quote, the author's name or the page's title, in whatever case. */
  readonly text?: string | undefined;
}

export type ThreadOrder = 'newest' | 'oldest' | 'page';

/** The threads that the filter lets through, in order. By page: in the order of `pages` (ids), then the oldest first. */
export function listed(
  threads: readonly Thread[],
  filter: ThreadFilter,
  order: ThreadOrder,
  pages: readonly string[] = [],
): readonly Thread[] {
  const words = wordsOf(filter.text ?? '');
  const chosen = threads.filter((thread) => passes(thread, filter) && (words.length === 0 || holds(thread, words)));
  const byAge = (one: Thread, other: Thread) =>
    (one.postedAt ?? 0) - (other.postedAt ?? 0) || compare(one.id, other.id);
  if (order === 'oldest') return chosen.sort(byAge);
  if (order === 'newest') return chosen.sort((one, other) => byAge(other, one));
  const ranks = new Map(pages.map((id, index) => [id, index]));
  const rank = ({ page }: Thread) => (page ? (ranks.get(page.id) ?? pages.length) : -1);
  const byPage = (one: Thread, other: Thread) =>
    rank(one) - rank(other) || compare(one.page?.title ?? '', other.page?.title ?? '') || byAge(one, other);
  return chosen.sort(byPage);
}

/** Threads in the order given, those of one review of a change request together, where the first of them stands. */
export function byReview(
  threads: readonly Thread[],
): readonly { readonly review: string | undefined; readonly threads: readonly Thread[] }[] {
  const groups: { review: string | undefined; threads: Thread[] }[] = [];
  const reviews = new Map<string, Thread[]>();
  for (const thread of threads) {
    const together = thread.review === undefined ? undefined : reviews.get(thread.review);
    if (together) {
      together.push(thread);
      continue;
    }
    const group = { review: thread.review, threads: [thread] };
    if (thread.review !== undefined) reviews.set(thread.review, group.threads);
    groups.push(group);
  }
  return groups;
}

/** Who began threads, by name; those whom the platform does not identify are left out. */
export function authorsOf(threads: readonly Thread[]): readonly Person[] {
  const people = new Map(threads.flatMap(({ author }) => (author.id === undefined ? [] : [[author.id, author]])));
  return [...people.values()].sort((one, other) => compare(one.name, other.name));
}

/** The pages that threads are about, by title. */
export function pagesOfThreads(threads: readonly Thread[]): readonly { readonly id: string; readonly title: string }[] {
  const pages = new Map(threads.flatMap(({ page }) => (page ? [[page.id, { id: page.id, title: page.title }]] : [])));
  return [...pages.values()].sort((one, other) => compare(one.title, other.title));
}

function passes({ isResolved, page, author }: Thread, filter: ThreadFilter): boolean {
  if (filter.status !== 'all' && isResolved !== (filter.status === 'resolved')) return false;
  if (filter.page !== undefined && (page?.id ?? null) !== filter.page) return false;
  return filter.author === undefined || author.id === filter.author;
}

function holds({ body, quote, author, page }: Thread, words: readonly string[]): boolean {
  const text = body.kind === 'markdown' ? body.markdown : body.text;
  const all = [text, quote, author.name, page?.title].join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
