import { newTrace, type Trace } from './network/trace.ts';
import { joinWork, startWork, type JointWork } from '../model/shared/jointWork.ts';

interface Flight extends JointWork<unknown> {
  /** When the call began, in ms since the epoch. */
  readonly at: number;
  readonly trace: Trace;
}

export interface Sharing {
  /**
   * Joins the pending call under `key`, or starts it. The signal lets this caller leave; when all have left, the call
   * is aborted.
   */
  share(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal, trace: Trace) => Promise<unknown>,
  ): Promise<unknown>;
  /** Lets pending calls finish for their callers, but nobody else joins them, because their results may be outdated. */
  close(): void;
}

/**
 * In ms. A call that has been pending for longer may never finish, so a new caller starts another one. The time begins
 * again when the call is repeated for a busy server.
 */
const longest = 5000;

/** Shares one call among callers that want the same at about the same time. */
export function createSharing(now: () => number): Sharing {
  const flights = new Map<string, Flight>();

  function mayBeJoined({ at, trace, stop }: Flight): boolean {
    return now() - Math.max(at, trace.waitsUntil ?? 0) < longest && !stop.signal.aborted;
  }

  function take(key: string, start: (signal: AbortSignal, trace: Trace) => Promise<unknown>): Flight {
    const known = flights.get(key);
    if (known && mayBeJoined(known)) return known;
    const trace = newTrace();
    const flight: Flight = { at: now(), trace, ...startWork((signal) => start(signal, trace)) };
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
