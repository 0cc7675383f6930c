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

/** Waits for the work. The signal lets this caller leave, who is then rejected by `cancelled`. */
export function joinWork<Result>(
  work: JointWork<Result>,
  signal: AbortSignal | undefined,
  cancelled: () => Error,
): Promise<Result> {
  work.callers += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      work.callers -= 1;
      if (work.callers === 0) work.stop.abort();
      reject(cancelled());
    };
    signal?.addEventListener('abort', leave, { once: true });
    work.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
  });
}
