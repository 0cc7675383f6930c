import { cancellation } from '../../model/shared/failure.ts';
import { joinWork, startWork, type JointWork } from '../../model/shared/jointWork.ts';

/** Work on one thing, one piece after the other, so that an older reply never comes after a newer one. */
export interface Lane {
  /**
   * Work of a name is done once for all who ask while it waits or runs. The signal lets a caller leave (rejecting as `cancelled`);
   * when all have left the work is aborted.
   */
  share<T>(name: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** The same, but what has begun before is not good enough. */
  renew<T>(name: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Work that nobody shares, and that cannot be cancelled. */
  queue<T>(work: () => Promise<T>): Promise<T>;
}

interface Turn extends JointWork<unknown> {
  readonly name: string;
  hasBegun: boolean;
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

/** `onIdle` is called whenever no work waits or runs any more. */
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
