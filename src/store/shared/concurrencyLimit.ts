import { cancellation } from '../../model/shared/failure.ts';

/** Lets so much work run at the same time; the rest waits for its turn. */
export type Gate = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function createGate(atOnce: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work, signal) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      if (signal.aborted) throw cancellation();
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes over to who waits for it.
      if (next) next();
      else running -= 1;
    }
  };
}
