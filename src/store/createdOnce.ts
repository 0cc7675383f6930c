import { failureOf, mayHaveHappened, reworded } from './failure.ts';

/** What was there, and when it was, in ms since the epoch, before something was sent whose outcome is not known. */
export interface Attempt {
  readonly since: number;
  readonly before: ReadonlySet<string>;
}

export interface Making<Made> {
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

/** How long what was sent may still arrive, in ms; the same again after that is meant to be another. */
const aWhile = 10 * 60_000;

const untold =
  'The connection broke, and whether it has arrived could not be looked up. Try again: that is looked up before anything is sent.';

/** Whether something that the platform says to be of that time, if it says one, may come of what was sent since then. */
export function isSince(time: string | null | undefined, since: number): boolean {
  return !(Date.parse(time ?? '') < since - skew);
}

/** Whether something with these fields can come of the attempt. */
export function mayComeOf(
  { before, since }: Attempt,
  { id, createdAt }: { readonly id: string; readonly createdAt?: string | null | undefined },
): boolean {
  return !before.has(id) && isSince(createdAt, since);
}

/** See `createdOnce`. */
export type MakeOnce = <Made>(making: Making<Made>) => Promise<Made>;

/**
 * Makes a thing once: where an answer does not come, it is looked up what came of it; where nothing is found, or that cannot be
 * told either, it is looked up again before the same is sent a second time.
 */
export function createdOnce(now: () => number): MakeOnce {
  const unsure = new Map<string, Attempt>();
  return async ({ key, known, create, find }) => {
    for (const [key, { since }] of unsure) if (now() - since >= aWhile) unsure.delete(key);
    const earlier = unsure.get(key);
    const arrived = earlier && (await lookedUp(() => find(earlier)));
    if (arrived !== undefined) {
      unsure.delete(key);
      return arrived;
    }
    const attempt = earlier ?? { since: now(), before: new Set(known) };
    try {
      const made = await create();
      unsure.delete(key);
      return made;
    } catch (error) {
      if (!mayHaveHappened(error)) throw error;
      unsure.set(key, attempt);
      const made = await lookedUp(() => find(attempt));
      if (made === undefined) throw error;
      unsure.delete(key);
      return made;
    }
  };
}

async function lookedUp<Made>(look: () => Promise<Made | undefined>): Promise<Made | undefined> {
  try {
    return await look();
  } catch (error) {
    const failure = failureOf(error);
    throw failure ? reworded(failure, `${untold} ${failure.message}`) : error;
  }
}
