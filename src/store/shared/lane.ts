import { cancellation } from '../../model/shared/failure.ts';
import { joinWork, startWork, type JointWork } from '../../model/shared/jointWork.ts';

/** Runs work on one thing piece after piece, so that an older reply never comes after a newer one. */
export interface Lane {
  /**
   * Runs work of a name once for all callers that come while it waits or runs. A caller can leave by its signal
   * (rejecting with `cancelled`); when all have left, the work is aborted.
   */
  share<T>(name: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** The same, but doesn't share work that has already begun. */
  renew<T>(name: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Runs work that is neither shared nor cancellable. */
  queue<T>(work: () => Promise<T>): Promise<T>;
}

interface Turn extends JointWork<unknown> {
  readonly name: string;
  hasBegun: boolean;
}

/** Returns a lane per key, which exists as long as work waits or runs in it. */
export function createLanes(): (key: string) => Lane {
  const lanes = new Map<string, Lane>();
  return (key) => {
    const lane = lanes.get(key) ?? createLane(() => lanes.delete(key));
    lanes.set(key, lane);
    return lane;
  };
}

/** `onIdle` is called whenever the lane runs out of work. */
export function createLane(onIdle?: () => void): Lane {
  const turns = new Set<Turn>();
  let last: Promise<unknown> = Promise.resolve();
  let unfinished = 0;

  function queue<T>(work: () => Promise<T>): Promise<T> {
    unfinished += 1;
    const result = last.then(work);
    const end = () => {
      unfinished -= 1;
      if (unfinished === 0) onIdle?.();
    };
    last = result.then(end, end);
    return result;
  }

  function turnFor<T>(
    name: string,
    isGood: (turn: Turn) => boolean,
    work: (signal: AbortSignal) => Promise<T>,
  ): JointWork<T> {
    for (const turn of turns) {
      if (turn.name === name && isGood(turn) && !turn.stop.signal.aborted) return turn as JointWork<T>;
    }
    const begin = async (signal: AbortSignal) => {
      turn.hasBegun = true;
      if (signal.aborted) throw cancellation();
      return work(signal);
    };
    const turn = { name, hasBegun: false, ...startWork((signal) => queue(() => begin(signal))) };
    turns.add(turn);
    const remove = () => turns.delete(turn);
    turn.result.then(remove, remove);
    return turn;
  }

  return {
    share: (name, signal, work) => joinWork(() => turnFor(name, () => true, work), signal),
    renew: (name, signal, work) => joinWork(() => turnFor(name, (turn) => !turn.hasBegun, work), signal),
    queue,
  };
}
