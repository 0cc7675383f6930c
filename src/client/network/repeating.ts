import { setTimeout as pause } from 'node:timers/promises';
import { failureOf } from '../../model/shared/failure.ts';
import type { Platform } from './platform.ts';
import { isBusy, retryAtOf } from './retryAt.ts';
import { traceOf } from './trace.ts';

/** How often a read is repeated. */
export const mostRepeats = 2;
/** In ms: how long a read waits for its server in all. If the server asks for more, the user is told instead. */
export const longestWait = 10_000;

export interface RepeatingOptions {
  readonly now?: (() => number) | undefined;
  /** Between 0 and 1. */
  readonly random?: (() => number) | undefined;
}

/**
 * Repeats reads that fail for the moment: the connection breaks, the server or its gateway is busy (502, 503, 504), or
 * it asks to wait a few seconds (429, too). Writes are never repeated, because they may have been applied.
 */
export function withRepeats(platform: Platform, options: RepeatingOptions = {}): Platform {
  return withBusyRepeats(withBrokenRepeats(platform, options), options);
}

/** Repeats reads whose connection breaks, after a moment. */
export function withBrokenRepeats(platform: Platform, { random = Math.random }: RepeatingOptions = {}): Platform {
  return async (request) => {
    const trace = traceOf(request);
    for (;;) {
      try {
        return await platform(request);
      } catch (error) {
        const isFinal = request.method !== 'GET' || trace.repeats >= mostRepeats || request.signal.aborted;
        if (isFinal || !isBroken(error)) throw error;
      }
      await pauseBefore(request, pauseAfterBreak(trace.repeats, random));
    }
  };
}

/** Repeats reads that a server answers by saying that it is busy. */
export function withBusyRepeats(
  platform: Platform,
  { now = Date.now, random = Math.random }: RepeatingOptions = {},
): Platform {
  function waitAfter({ status, headers }: Response, repeats: number): number | undefined {
    if (repeats >= mostRepeats || !isBusy(status)) return undefined;
    const retryAt = retryAtOf(status, headers, now());
    if (retryAt !== undefined) return Math.max(0, retryAt - now()) + jitter(20, 0, random);
    return status === 429 ? undefined : jitter(250, repeats, random);
  }

  return async (request) => {
    if (request.method !== 'GET') return platform(request);
    const trace = traceOf(request);
    const givenUp = now() + longestWait + 100;
    for (;;) {
      const response = await platform(request);
      const wait = waitAfter(response, trace.repeats);
      if (wait === undefined || now() + wait > givenUp) return response;
      void response.body?.cancel().catch(() => undefined);
      trace.waitsUntil = now() + wait;
      await pauseBefore(request, wait);
    }
  };
}

/** Counts a repeat and waits for it. Rejects with the signal's reason if the caller leaves. */
async function pauseBefore(request: Request, wait: number): Promise<void> {
  const { signal } = request;
  traceOf(request).repeats += 1;
  await pause(wait, undefined, { signal }).catch(() => {
    throw signal.reason as Error;
  });
}

/** How long to wait before a read whose connection broke is repeated, in ms. */
export function pauseAfterBreak(repeats: number, random: () => number = Math.random): number {
  return jitter(50, repeats, random);
}

/** In ms: longer each time, and not the same for all who wait. */
function jitter(base: number, repeats: number, random: () => number): number {
  return base * 4 ** repeats * (0.5 + random());
}

/** Whether an established connection broke. */
export function isBroken(error: unknown): boolean {
  const reason = failureOf(error)?.reason;
  const cause = reason?.code === 'behindProxy' ? reason.cause : reason;
  return cause?.code === 'connectionLost';
}
