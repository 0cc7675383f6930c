/** The rate-limit headers of every reply. */
export interface Allowance {
  readonly exceeded: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const period = 60_000;

/** Counts calls per caller in periods of a minute. */
export function rateLimiter(limit: number, now: () => number): (caller: string) => Allowance {
  const counts = new Map<string, number>();
  let end = 0;

  return (caller) => {
    const at = now();
    if (at >= end || end - at > period) {
      counts.clear();
      end = at + period;
    }
    const count = (counts.get(caller) ?? 0) + 1;
    counts.set(caller, count);
    return {
      exceeded: count > limit,
      headers: {
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(Math.max(0, limit - count)),
        'X-RateLimit-Reset': String(Math.ceil(end / 1000)),
      },
    };
  };
}
