import { failureOf } from './failure.ts';

/** What was there, and when it was, in ms since the epoch, before something was sent whose outcome is not known. */
export interface Attempt {
  readonly since: number;
  readonly before: ReadonlySet<string>;
}

interface Making<Made> {
  /** What is the same for two attempts to make the same. */
  readonly key: string;
  /** Ids of what is known to be there already. */
  readonly known: Iterable<string>;
  readonly create: () => Promise<Made>;
  /** Asks the platform for what the attempt has made. */
  readonly find: (attempt: Attempt) => Promise<Made | undefined>;
}

/** How far the clocks of the platform and of this machine may be apart, in ms. */
const skew = 10 * 60_000;

/** Whether something with these fields can come of the attempt. */
export function mayComeOf(
  attempt: Attempt,
  { id, createdAt }: { readonly id: string; readonly createdAt?: string | null | undefined },
): boolean {
  return !attempt.before.has(id) && !(Date.parse(createdAt ?? '') < attempt.since - skew);
}

/** Makes a thing once: after a connection that broke, and before it is tried again, the platform is asked whether it is there. */
export function createdOnce<Made>(now: () => number): (making: Making<Made>) => Promise<Made> {
  const unsure = new Map<string, Attempt>();
  return async ({ key, known, create, find }) => {
    const earlier = unsure.get(key);
    const arrived = earlier && (await find(earlier));
    if (earlier) unsure.delete(key);
    if (arrived !== undefined) return arrived;
    const attempt = { since: now(), before: new Set(known) };
    try {
      return await create();
    } catch (error) {
      if (failureOf(error)?.details.mayHaveHappened !== true) throw error;
      unsure.set(key, attempt);
      const made = await find(attempt).catch(() => undefined);
      if (made === undefined) throw error;
      unsure.delete(key);
      return made;
    }
  };
}
