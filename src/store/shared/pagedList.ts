import type { List } from '../../contract/shared/list.ts';
import { failureOf, type ApiError } from '../../model/shared/failure.ts';
import { createLane } from './lane.ts';
import { pagesOf } from './pagesOf.ts';
import type { Reason } from '../../model/shared/reasons.ts';

/** A list as last received. */
export interface CachedList<Item> {
  readonly items: readonly Item[];
  /** When it was received, in ms since the epoch. */
  readonly asOf: number;
  /** The turn in which it was requested: see `Turns`. */
  readonly turn: number;
  readonly hasMore: boolean;
  /** Number of items that couldn't be read. */
  readonly skipped: number;
  /** Total number of items, if the server reports it. */
  readonly count: number | undefined;
}

/** A paged list of the server with a cache. */
export interface PagedList<Item> {
  cached(): CachedList<Item> | undefined;
  /** Why it couldn't be loaded or refreshed. */
  failure(): ApiError | undefined;
  /** The cached pages, or else fetches the first page. */
  load(signal?: AbortSignal): Promise<CachedList<Item>>;
  /** Fetches the next page; true if there was one. */
  more(signal?: AbortSignal): Promise<boolean>;
  /** Fetches as many pages as are cached again. If that fails, the cached pages stay and `failure` has the reason. */
  refresh(signal?: AbortSignal): Promise<void>;
}

export interface PagedListOptions<Item> {
  /** Fetches one page; the first one without a cursor. */
  readonly fetch: (cursor: string | undefined, signal: AbortSignal) => Promise<List<Item>>;
  readonly now: () => number;
  readonly turns: Turns;
  /** Called with the items of each page as it arrives. */
  readonly onItems?: (items: readonly Item[], turn: number) => void;
  /** Called when the list or the last failure changes. */
  readonly onUpdate: () => void;
}

/** Increasing numbers that tell which of two requests was sent later. */
export type Turns = () => number;

export function createTurns(): Turns {
  let turn = 0;
  return () => ++turn;
}

interface Stored<Item> extends CachedList<Item> {
  readonly pages: number;
  readonly cursors: readonly string[];
}

export function createPagedList<Item extends { readonly id: string }>(
  options: PagedListOptions<Item>,
): PagedList<Item> {
  const { fetch, now, turns, onItems, onUpdate } = options;
  const lane = createLane();
  let cached: Stored<Item> | undefined;
  let failure: ApiError | undefined;

  /** Fetches the pages after `before`, until there are this many. */
  async function upTo(pages: number, before: Stored<Item> | undefined, signal: AbortSignal): Promise<Stored<Item>> {
    let turn = 0;
    let known = before;
    const ask = (cursor: string | undefined) => {
      turn = turns();
      return fetch(cursor, signal);
    };
    for await (const page of pagesOf(ask, before?.cursors)) {
      onItems?.(page.list.items, turn);
      known = {
        items: distinct([...(known?.items ?? []), ...page.list.items]),
        asOf: known?.asOf ?? now(),
        turn: known?.turn ?? turn,
        hasMore: page.hasMore,
        skipped: (known?.skipped ?? 0) + (page.list.skipped?.length ?? 0),
        count: page.list.count ?? known?.count,
        pages: (known?.pages ?? 0) + 1,
        cursors: page.cursors,
      };
      if (known.pages >= pages) break;
    }
    return known as Stored<Item>;
  }

  function keep(fresh: Stored<Item>): Stored<Item> {
    cached = fresh;
    failure = undefined;
    onUpdate();
    return fresh;
  }

  function fail(error: unknown): void {
    const known = failureOf(error);
    if (known === undefined || known.kind === 'cancelled') throw error;
    failure = known;
    onUpdate();
  }

  return {
    cached: () => cached,
    failure: () => failure,
    load: async (signal) =>
      cached ??
      lane.share('load', signal, async (signal) => {
        if (cached) return cached;
        try {
          return keep(await upTo(1, undefined, signal));
        } catch (error) {
          fail(error);
          throw error;
        }
      }),
    more: (signal) =>
      lane.renew('more', signal, async (signal) => {
        if (cached?.hasMore === false) return false;
        cached = await upTo((cached?.pages ?? 0) + 1, cached, signal);
        onUpdate();
        return true;
      }),
    refresh: (signal) =>
      lane.renew('refresh', signal, async (signal) => {
        try {
          keep(await upTo(cached?.pages ?? 1, undefined, signal));
        } catch (error) {
          fail(error);
        }
      }),
  };
}

function distinct<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** Why items may be missing from these lists; undefined if all of their items could be read. */
export function skippedReason(lists: readonly Pick<CachedList<unknown>, 'skipped'>[]): Reason | undefined {
  const count = lists.reduce((sum, { skipped }) => sum + skipped, 0);
  return count === 0 ? undefined : { code: 'itemsSkipped', count };
}
