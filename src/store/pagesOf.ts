import type { List } from '../contract/list.ts';

/** A page of a list, as it came; `cursors` are those that led to it and on. */
export interface ListPage<Item> {
  readonly list: List<Item>;
  readonly cursors: readonly string[];
  readonly hasMore: boolean;
}

/**
 * The pages of a list of the platform, each asked for as it is taken, from the start or on from the last of the `cursors` met
 * before. It ends where a cursor comes for a second time, since some servers repeat one for ever (section 2.1 of the API
 * document, list envelope).
 */
export async function* pagesOf<Item>(
  fetch: (cursor: string | undefined) => Promise<List<Item>>,
  cursors: readonly string[] = [],
): AsyncGenerator<ListPage<Item>, void, undefined> {
  for (let met = cursors; ;) {
    const list = await fetch(met.at(-1));
    const next = list.next?.page;
    const hasMore = !!next && !met.includes(next);
    if (hasMore) met = [...met, next];
    yield { list, cursors: met, hasMore };
    if (!hasMore) return;
  }
}
