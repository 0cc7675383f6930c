import type { List } from '../../contract/shared/list.ts';
import { ApiError } from '../../model/shared/failure.ts';

/** A page of a list, as it came; `cursors` are those that led to it and on. */
export interface ListPage<Item> {
  readonly list: List<Item>;
  readonly cursors: readonly string[];
  readonly hasMore: boolean;
}

/** The longest list that is read: a server that names a new cursor each time would be asked for ever. */
const mostPages = 1000;
/** So many empty pages in a row are passed over: a server may filter what it has paged already. */
const mostEmpty = 20;

/**
 * The pages of a list of the platform, each asked for as it is taken, from the start or on from the last of the `cursors` met
 * before. It ends where a cursor comes for a second time, since some servers repeat one for ever (section 2.1 of the API
 * document, list envelope). Empty pages before the last are passed over. Rejects with an ApiError `unreadable` where the list
 * has no end: half of one is not to be taken for the whole.
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
    const list = await fetch(latest.at(-1));
    const next = list.next?.page;
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

function endless(pages: number): ApiError {
  const message = `The server's list has no end: after ${pages} pages it still names a next one. Tell whoever runs the server.`;
  return new ApiError('unreadable', message);
}
