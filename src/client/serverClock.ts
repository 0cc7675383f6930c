import type { Platform } from './platform.ts';

export interface Timed {
  /** The same platform. */
  readonly platform: Platform;
  /** The server's time, in ms since the epoch; undefined until a reply has told it. */
  readonly serverNow: () => number | undefined;
}

/** A reply that takes longer, in ms, tells no time: when in between it was dated is not known, and the computer may have slept. */
const longest = 60_000;

/**
 * A platform that reads the server's clock from the `Date` of its replies. Clocks of laptops are often wrong, so what the server
 * dates is compared with its own time. Only successes count: a proxy or gateway answers all else with a clock of its own.
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
      // The reply was dated somewhere in between, on average half a second after the whole second that it names.
      if (date !== undefined && took >= 0 && took < longest) ahead = date + 500 - (sent + took / 2);
      return response;
    },
    serverNow: () => (ahead === undefined ? undefined : now() + ahead),
  };
}

/** When the server dated a reply, in ms since the epoch. A cache on the way (`Age`) repeats an old date; any other form is no date. */
export function dateOf(headers: Headers): number | undefined {
  const date = headers.get('date') ?? '';
  const isCached = Number(headers.get('age') ?? 0) > 0;
  if (isCached || !/^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i.test(date)) return undefined;
  const time = Date.parse(date);
  return Number.isNaN(time) ? undefined : time;
}
