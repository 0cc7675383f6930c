import { joinWork, startWork, type JointWork } from '../model/shared/jointWork.ts';

interface Flight extends JointWork<unknown> {
  /** When it began, in ms since the epoch. */
  readonly at: number;
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
    if (known && now() - known.at < longest && !known.stop.signal.aborted) return known;
    const flight: Flight = { at: now(), ...startWork(start) };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.result.then(land, land);
    return flight;
  }

  return {
    share: (key, signal, start) => joinWork(() => take(key, start), signal),
    close: () => flights.clear(),
  };
}
