import type { Api } from '../../client/api.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { isLocked } from '../../model/library/lockedSpace.ts';
import { failureOf, isKind } from '../../model/shared/failure.ts';
import { createLanes } from '../shared/lane.ts';
import type { LearnedNames } from '../../model/shared/address.ts';
import type { LibraryChanges } from './changes.ts';
import type { Turns } from '../shared/pagedList.ts';

/** A space as last fetched. */
export interface SpaceRecord {
  readonly space: Space;
  /** When it was received, in ms since the epoch. */
  readonly asOf: number;
  readonly turn: number;
}

/** All spaces that were fetched, in lists or one by one. */
export interface SpaceRecords {
  cached(id: string): SpaceRecord | undefined;
  all(): Iterable<SpaceRecord>;
  /** Caches the spaces of a reply, unless a later request has already been answered. */
  learn(spaces: readonly Space[], turn: number): void;
  /** Removes a deleted space, and everything cached below it. */
  forget(id: string): void;
  /** The space, cached for up to a minute. If the server can't be reached, an older one is returned. */
  fresh(id: string, signal?: AbortSignal): Promise<Space>;
  /** Fetches the space. If it is missing, it is removed from the cache. */
  ask(id: string, signal?: AbortSignal): Promise<Space>;
}

/** How long a fetched value counts as fresh, in ms. */
export const aMinute = 60_000;

export function createSpaceRecords(parts: {
  readonly api: Pick<Api['spaces'], 'get'>;
  readonly now: () => number;
  readonly turns: Turns;
  readonly names: Pick<LearnedNames, 'learn'> | undefined;
  readonly changes: Pick<LibraryChanges, 'emit' | 'mark'>;
  /** Drops what is cached below a space that doesn't exist anymore. */
  readonly drop: (id: string) => void;
}): SpaceRecords {
  const { api, now, turns, names, changes, drop } = parts;
  const records = new Map<string, SpaceRecord>();
  const missing = new Map<string, { readonly at: number; readonly error: unknown }>();
  const laneOf = createLanes();
  /** While the server can't be reached, cached values are returned without a request each time. */
  let quietUntil = 0;

  function learn(spaces: readonly Space[], turn: number): void {
    const taken: Space[] = [];
    for (const space of spaces) {
      const before = records.get(space.id);
      if ((before?.turn ?? 0) > turn) continue;
      records.set(space.id, { space, turn, asOf: now() });
      missing.delete(space.id);
      taken.push(space);
      if (before && isLocked(before.space) !== isLocked(space)) {
        changes.emit({ kind: 'lock', space: space.id, isLocked: isLocked(space) });
      }
    }
    names?.learn(taken);
    if (spaces.length > 0) changes.mark();
  }

  async function fetch(id: string, signal: AbortSignal): Promise<Space> {
    const turn = turns();
    try {
      const space = await api.get({ spaceId: id }, { signal });
      learn([space], turn);
      return space;
    } catch (error) {
      if (isKind(error, 'missing')) {
        missing.set(id, { at: now(), error });
        records.delete(id);
        drop(id);
      }
      throw error;
    }
  }

  return {
    cached: (id) => records.get(id),
    all: () => records.values(),
    learn,
    forget(id) {
      records.delete(id);
      drop(id);
    },
    async fresh(id, signal) {
      const known = records.get(id);
      if (known && now() - known.asOf < aMinute) return known.space;
      const gone = missing.get(id);
      if (gone && now() - gone.at < aMinute) throw gone.error;
      if (known && now() < quietUntil) return known.space;
      try {
        return await laneOf(id).share('space', signal, (signal) => fetch(id, signal));
      } catch (error) {
        if (!known || !isKind(error, 'unavailable', 'throttled', 'unreadable')) throw error;
        quietUntil = failureOf(error)?.details.retryAt ?? now() + aMinute / 4;
        return known.space;
      }
    },
    ask: (id, signal) => laneOf(id).renew('space', signal, (signal) => fetch(id, signal)),
  };
}
