import type { List } from '../../contract/shared/list.ts';
import { ApiError } from '../../model/shared/failure.ts';

/**
 * A page of a list as received. `cursors` are the ones used so far and the next one: `unreadable` if it couldn't be
 * read.
 */
export interface ListPage<Item> {
  readonly list: List<Item>;
  readonly cursors: readonly string[];
  readonly hasMore: boolean;
}

/** Limit of pages per list: a server that names a new cursor each time would be asked forever. */
const mostPages = 1000;
/** Stands for a cursor that couldn't be read. No cursor of a server is a NUL, which no query can contain. */
const unreadable = '\0';
/** Limit of consecutive empty pages: a server may filter after paging. */
const mostEmpty = 20;

/**
 * Yields the pages of a list, each requested when it is taken, from the start or from the last of the given `cursors`.
 * Ends when a cursor comes for the second time, because some servers repeat one forever (section 2.1 of the API
 * document, list envelope). Skips empty pages before the last. Rejects with the ApiError `unreadable` if the list has
 * no end or its next cursor couldn't be read, because half a list must not pass for the whole.
 */
export async function* pagesOf<Item>(
  fetch: (cursor: string | undefined) => Promise<List<Item>>,
  cursors: readonly string[] = [],
): AsyncGenerator<ListPage<Item>, void, undefined> {
  const met = new Set(cursors);
  const latest = [...cursors];
  let empty = 0;
  for (let hasMore = true; hasMore;) {
    if (latest.length >= mostPages || empty >= mostEmpty) throw endless(latest.length);
    if (latest.at(-1) === unreadable) throw cut();
    const list = await fetch(latest.at(-1));
    const next = list.isCut ? unreadable : list.next?.page;
    hasMore = !!next && !met.has(next);
    if (hasMore) {
      met.add(next as string);
      latest.push(next as string);
    }
    const isEmpty = list.items.length === 0 && !list.skipped?.length;
    empty = isEmpty ? empty + 1 : 0;
    if (!isEmpty || !hasMore) yield { list, cursors: latest, hasMore };
  }
}

/** Why the rest of a list can't be requested. */
export function cut(): ApiError {
  const violation = { field: 'next.page', rule: { is: 'type', type: 'string' } } as const;
  return new ApiError('unreadable', { code: 'unexpectedReply', violation });
}

function endless(pages: number): ApiError {
  return new ApiError('unreadable', { code: 'endlessList', pages });
}
