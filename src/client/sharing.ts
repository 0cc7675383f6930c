import { joinWork, startWork, type JointWork } from '../model/shared/jointWork.ts';

interface Flight extends JointWork<unknown> {
  /** When the call began, in ms since the epoch. */
  readonly at: number;
}

export interface Sharing {
  /**
   * Joins the pending call under `key`, or starts it. The signal lets this caller leave; when all have left, the call
   * is aborted.
   */
  share(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<unknown>;
  /** Lets pending calls finish for their callers, but nobody else joins them, because their results may be outdated. */
  close(): void;
}

/** In ms. A call that has been pending for longer may never finish, so a new caller starts another one. */
const longest = 5000;

/** Shares one call among callers that want the same at about the same time. */
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
