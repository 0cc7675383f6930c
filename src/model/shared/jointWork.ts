import { cancellation } from './failure.ts';

/** Work that several callers wait for. It is aborted when all of them have left. */
export interface JointWork<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  callers: number;
}

export function startWork<Result>(start: (signal: AbortSignal) => Promise<Result>): JointWork<Result> {
  const stop = new AbortController();
  return { result: start(stop.signal), stop, callers: 0 };
}

/**
 * Waits for the work of `find`. The signal lets this caller leave (rejecting with `cancelled`), or skip the work
 * entirely.
 */
export function joinWork<Result>(find: () => JointWork<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal?.aborted) return Promise.reject(cancellation());
  const work = find();
  work.callers += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      work.callers -= 1;
      if (work.callers === 0) work.stop.abort();
      reject(cancellation());
    };
    signal?.addEventListener('abort', leave, { once: true });
    work.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
  });
}
