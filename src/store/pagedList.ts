import type { ApiError } from '../client/errors.ts';
import type { List } from '../contract/list.ts';
import { failureOf } from './failure.ts';
import { createLane } from './lane.ts';

/** A list of the platform as last heard. */
export interface KnownList<Item> {
  readonly items: readonly Item[];
  /** When the platform said so, in ms since the epoch. */
  readonly asOf: number;
  /** The turn in which it was asked for: see `Turns`. */
  readonly turn: number;
  readonly hasMore: boolean;
  /** How many of the items could not be read. */
  readonly skipped: number;
}

/** A paged list of the platform that keeps what it has heard. */
export interface PagedList<Item> {
  known(): KnownList<Item> | undefined;
  /** Why the last refresh failed. */
  failure(): ApiError | undefined;
  /** What is known, else the first page. */
  load(signal?: AbortSignal): Promise<KnownList<Item>>;
  /** Fetches the next page; true when there was one. */
  more(signal?: AbortSignal): Promise<boolean>;
  /** Fetches anew as many pages as are known. A failed call is kept, what is known stays. */
  refresh(signal?: AbortSignal): Promise<void>;
}

export interface PagedListOptions<Item> {
  /** One page; of the start without a cursor. */
  readonly fetch: (cursor: string | undefined, signal: AbortSignal) => Promise<List<Item>>;
  readonly now: () => number;
  readonly turns: Turns;
  /** Told of the items of each page as it comes. */
  readonly onItems?: (items: readonly Item[], turn: number) => void;
}

/** Numbers that say which of two requests was sent later. */
export type Turns = () => number;

export function createTurns(): Turns {
  let turn = 0;
  return () => ++turn;
}

interface Kept<Item> extends KnownList<Item> {
  readonly pages: number;
  readonly cursors: readonly string[];
}

export function pagedList<Item extends { readonly id: string }>(options: PagedListOptions<Item>): PagedList<Item> {
  const { fetch, now, turns, onItems } = options;
  const lane = createLane();
  let kept: Kept<Item> | undefined;
  let failure: ApiError | undefined;

  async function next(before: Kept<Item> | undefined, signal: AbortSignal): Promise<Kept<Item>> {
    const turn = turns();
    const cursor = before?.cursors.at(-1);
    const page = await fetch(cursor, signal);
    onItems?.(page.items, turn);
    const following = page.next?.page;
    const cursors = before?.cursors ?? [];
    // Some servers repeat a cursor for ever.
    const hasMore = !!following && !cursors.includes(following);
    return {
      items: distinct([...(before?.items ?? []), ...page.items]),
      asOf: before?.asOf ?? now(),
      turn: before?.turn ?? turn,
      hasMore,
      skipped: (before?.skipped ?? 0) + (page.skipped?.length ?? 0),
      pages: (before?.pages ?? 0) + 1,
      cursors: hasMore ? [...cursors, following] : cursors,
    };
  }

  return {
    known: () => kept,
    failure: () => failure,
    load: async (signal) =>
      kept ??
      lane.share('load', signal, async (signal) => {
        kept ??= await next(undefined, signal);
        return kept;
      }),
    more: (signal) =>
      lane.renew('more', signal, async (signal) => {
        if (kept?.hasMore === false) return false;
        kept = await next(kept, signal);
        return true;
      }),
    refresh: (signal) =>
      lane.renew('refresh', signal, async (signal) => {
        const pages = kept?.pages ?? 1;
        try {
          let fresh = await next(undefined, signal);
          while (fresh.hasMore && fresh.pages < pages) fresh = await next(fresh, signal);
          kept = fresh;
          failure = undefined;
        } catch (error) {
          failure = failureOf(error);
          if (failure === undefined || failure.kind === 'cancelled') throw error;
        }
      }),
  };
}

function distinct<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
