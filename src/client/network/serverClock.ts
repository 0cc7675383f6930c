import type { Platform } from './platform.ts';

export interface Timed {
  /** The same platform. */
  readonly platform: Platform;
  /** The server's time, in ms since the epoch; undefined before the first dated reply. */
  readonly serverNow: () => number | undefined;
}

/**
 * In ms. A slower reply isn't used for the clock: it is unknown when in between it was dated, and the computer may have
 * slept.
 */
const longest = 60_000;

/**
 * Wraps a platform to read the server's clock from the `Date` of its replies. Clocks of laptops are often wrong, so the
 * server's dates are compared with its own time. Only successes count: a proxy or gateway dates other replies by its
 * own clock.
 */
export function withServerClock(platform: Platform, now: () => number = Date.now): Timed {
  /** How far the server's clock is ahead of this computer's, in ms. */
  let ahead: number | undefined;
  return {
    async platform(request) {
      const sent = now();
      const response = await platform(request);
      const date = response.ok ? dateOf(response.headers) : undefined;
      const took = now() - sent;
      // The reply was dated somewhere in between, on average half a second after the full second that it names.
      if (date !== undefined && took >= 0 && took < longest) ahead = date + 500 - (sent + took / 2);
      return response;
    },
    serverNow: () => (ahead === undefined ? undefined : now() + ahead),
  };
}

/**
 * When the server dated a reply, in ms since the epoch. A reply from a cache (`Age`) has an old date; any other form is
 * ignored.
 */
export function dateOf(headers: Headers): number | undefined {
  const date = headers.get('date') ?? '';
  const isCached = Number(headers.get('age') ?? 0) > 0;
  if (isCached || !/^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i.test(date)) return undefined;
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : time;
}
