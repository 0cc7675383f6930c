import { cancellation } from '../model/shared/failure.ts';

interface Flight {
  readonly result: Promise<unknown>;
  /** When it began, in ms since the epoch. */
  readonly at: number;
  readonly stop: AbortController;
  passengers: number;
}

export interface Sharing {
  /** Joins the call in flight under `key`, or starts it. The signal lets this caller go; the last to go aborts the call. */
  share(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<unknown>;
  /** Lets calls in flight finish for those who wait, but nobody else joins them: what they bring may be outdated. */
  close(): void;
}

/** A call that has been in flight for so long, in ms, may never land: whoever wants the same then makes another. */
const longest = 5000;

/** One call in flight for callers that want the same at about the same time. */
export function createSharing(now: () => number): Sharing {
  const flights = new Map<string, Flight>();

  function take(key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight {
    const known = flights.get(key);
    if (known !== undefined && now() - known.at < longest) return known;
    const stop = new AbortController();
    const flight: Flight = { result: start(stop.signal), at: now(), stop, passengers: 0 };
    flights.set(key, flight);
    const land = () => remove(key, flight);
    flight.result.then(land, land);
    return flight;
  }

  function remove(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return {
    share(key, signal, start) {
      if (signal?.aborted) return Promise.reject(cancellation());
      const flight = take(key, start);
      flight.passengers += 1;
      return new Promise((resolve, reject) => {
        const leave = () => {
          flight.passengers -= 1;
          if (flight.passengers === 0) {
            remove(key, flight);
            flight.stop.abort();
          }
          reject(cancellation());
        };
        signal?.addEventListener('abort', leave, { once: true });
        flight.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
      });
    },
    close: () => flights.clear(),
  };
}
