export interface Allowance {
  readonly exceeded: boolean;
  /**
   * The headers of every reply: the rate limit, and the date. Without HTTP, nothing else adds the date: clients compare
   * `createdAt` and other times with this clock.
   */
  readonly headers: Readonly<Record<string, string>>;
}

const period = 60_000;

/** Counts calls per caller in periods of a minute. */
export function rateLimiter(limit: number, now: () => number): (caller: string) => Allowance {
  const counts = new Map<string, number>();
  let end = 0;
  let second = NaN;
  let date = '';

  return (caller) => {
    const at = now();
    if (at >= end || end - at > period) {
      counts.clear();
      end = at + period;
    }
    if (Math.floor(at / 1000) !== second) {
      second = Math.floor(at / 1000);
      date = new Date(at).toUTCString();
    }
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return {
      exceeded: count > limit,
      headers: {
        Date: date,
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(Math.max(0, limit - count)),
        'X-RateLimit-Reset': String(Math.ceil(end / 1000)),
      },
    };
  };
}
