import type { Api } from '../../client/api.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import { isLocked } from '../../model/library/lockedSpace.ts';
import { failureOf, isKind } from '../shared/failure.ts';
import { createLane, type Lane } from '../shared/lane.ts';
import type { Turns } from '../shared/pagedList.ts';

/** A space as last heard. */
export interface SpaceRecord {
  readonly space: Space;
  /** When the platform said so, in ms since the epoch. */
  readonly asOf: number;
  readonly turn: number;
}

/** All spaces that were heard of, in lists or one by one. */
export interface SpaceRecords {
  known(id: string): SpaceRecord | undefined;
  all(): Iterable<SpaceRecord>;
  /** Takes in what a reply said, unless a later request has been answered already. */
  learn(spaces: readonly Space[], turn: number): void;
  /** Takes away one that was deleted, and tells `onGone`. */
  forget(id: string): void;
  /** As known within the last minute, else asked for. What is known also has to do when the platform cannot be reached. */
  fresh(id: string, signal?: AbortSignal): Promise<Space>;
  /** Asks for it. When the space is missing it is forgotten, and `onGone` told. */
  ask(id: string, signal?: AbortSignal): Promise<Space>;
}

/** How long what was heard needs no question, in ms. */
export const aMinute = 60_000;

export function createSpaceRecords(parts: {
  readonly api: Pick<Api['spaces'], 'get'>;
  readonly now: () => number;
  readonly turns: Turns;
  readonly onGone: (id: string) => void;
  /** Told when a space was heard of. */
  readonly onUpdate: () => void;
  /** Called with spaces whose titles were just learned. */
  readonly onTitles: (spaces: readonly Space[]) => void;
  readonly onLock: (id: string, isLocked: boolean) => void;
}): SpaceRecords {
  const { api, now, turns, onGone, onUpdate, onTitles, onLock } = parts;
  const records = new Map<string, SpaceRecord>();
  const missing = new Map<string, { readonly at: number; readonly error: unknown }>();
  const lanes = new Map<string, Lane>();
  /** While the platform cannot be reached, what is known does without a question each time. */
  let quietUntil = 0;

  function learn(spaces: readonly Space[], turn: number): void {
    const taken: Space[] = [];
    for (const space of spaces) {
      const before = records.get(space.id);
      if ((before?.turn ?? 0) > turn) continue;
      records.set(space.id, { space, turn, asOf: now() });
      missing.delete(space.id);
      taken.push(space);
      if (before && isLocked(before.space) !== isLocked(space)) onLock(space.id, isLocked(space));
    }
    onTitles(taken);
    if (spaces.length > 0) onUpdate();
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
        onGone(id);
      }
      throw error;
    }
  }

  function laneOf(id: string): Lane {
    const lane = lanes.get(id) ?? createLane();
    lanes.set(id, lane);
    return lane;
  }

  return {
    known: (id) => records.get(id),
    all: () => records.values(),
    learn,
    forget(id) {
      records.delete(id);
      onGone(id);
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
