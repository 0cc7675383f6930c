import { cancellation } from './failure.ts';

/** Work on one thing, one piece after the other, so that an older reply never comes after a newer one. */
export interface Lane {
  /**
   * Work of a name is done once for all who ask while it waits or runs. The signal lets a caller go (rejecting as `cancelled`);
   * when all have gone the work is aborted.
   */
  share<T>(name: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** The same, but what has begun before is not good enough. */
  renew<T>(name: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Work that nobody shares, and that cannot be cancelled. */
  queue<T>(work: () => Promise<T>): Promise<T>;
}

interface Turn {
  /** Undefined for work that nobody shares. */
  readonly name: string | undefined;
  readonly stop: AbortController;
  result: Promise<unknown>;
  hasBegun: boolean;
  callers: number;
}

/** `onIdle` is told whenever nobody's work waits or runs any more. */
export function createLane(onIdle?: () => void): Lane {
  const turns = new Set<Turn>();
  let last: Promise<unknown> = Promise.resolve();

  function turnFor(
    name: string | undefined,
    isGood: (turn: Turn) => boolean,
    work: (signal: AbortSignal) => Promise<unknown>,
  ): Turn {
    for (const turn of turns) {
      if (turn.name === name && isGood(turn) && !turn.stop.signal.aborted) return turn;
    }
    const turn: Turn = { name, stop: new AbortController(), result: last, hasBegun: false, callers: 0 };
    turn.result = last.then(() => {
      turn.hasBegun = true;
      if (turn.stop.signal.aborted) throw cancellation();
      return work(turn.stop.signal);
    });
    turns.add(turn);
    last = turn.result
      .catch(() => undefined)
      .finally(() => {
        turns.delete(turn);
        if (turns.size === 0) onIdle?.();
      });
    return turn;
  }

  return {
    share: (name, signal, work) => join(() => turnFor(name, () => true, work), signal),
    renew: (name, signal, work) => join(() => turnFor(name, (turn) => !turn.hasBegun, work), signal),
    queue: <T>(work: () => Promise<T>) => turnFor(undefined, () => false, work).result as Promise<T>,
  };
}

/** A lane for each key, for as long as work waits or runs in it. */
export function createLanes(): (key: string) => Lane {
  const lanes = new Map<string, Lane>();
  return (key) => {
    const lane = lanes.get(key) ?? createLane(() => lanes.delete(key));
    lanes.set(key, lane);
    return lane;
  };
}

async function join<T>(turnFor: () => Turn, signal: AbortSignal | undefined): Promise<T> {
  if (signal?.aborted) throw cancellation();
  const turn = turnFor();
  turn.callers += 1;
  const leave = Promise.withResolvers<never>();
  const onAbort = () => {
    turn.callers -= 1;
    if (turn.callers === 0) turn.stop.abort();
    leave.reject(cancellation());
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return (await Promise.race([turn.result, leave.promise])) as T;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
