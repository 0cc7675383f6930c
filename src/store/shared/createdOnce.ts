import { failureOf, isKind, mayHaveHappened, reworded } from './failure.ts';

/** What was there, and when it was, before something was sent whose outcome is not known. */
export interface Attempt {
  /** In ms since the epoch by the platform's clock; undefined where that is not known: then all that was there is in `before`. */
  readonly since: number | undefined;
  readonly before: ReadonlySet<string>;
}

export interface Clocks {
  /** This computer's time, in ms since the epoch. */
  readonly now: () => number;
  /** The platform's time, in ms since the epoch; undefined until a reply has told it. */
  readonly serverNow: () => number | undefined;
}

export interface Making<Made> {
  /** What is the same for two attempts to make the same. */
  readonly key: string;
  /** Ids of what is known to be there already. */
  readonly known: Iterable<string>;
  /** An attempt before, also by another window, whose outcome is not known. */
  readonly earlier?: Attempt | undefined;
  readonly create: () => Promise<Made>;
  /** Asks the platform for all that the attempt may have made. */
  readonly find: (attempt: Attempt) => Promise<readonly Made[]>;
}

/** How far the clocks of the platform's machines may be apart, in ms. */
const skew = 10 * 60_000;

/** How long what was sent may still arrive, in ms; the same again after that is meant to be another. */
const aWhile = 10 * 60_000;

const untold =
  'The connection broke, and whether it has arrived could not be looked up. Try again: that is looked up before anything is sent.';

/** Whether something that the platform says to be of that time, if it says one, may come of what was sent since then. */
export function isSince(time: string | null | undefined, since: number | undefined): boolean {
  return since === undefined || !(Date.parse(time ?? '') < since - skew);
}

/** Whether something with these fields can come of the attempt. */
export function mayComeOf(
  { before, since }: Attempt,
  { id, createdAt }: { readonly id: string; readonly createdAt?: string | null | undefined },
): boolean {
  return !before.has(id) && isSince(createdAt, since);
}

/** See `createdOnce`. */
export type MakeOnce = <Made extends { readonly id: string }>(making: Making<Made>) => Promise<Made>;

/**
 * Makes a thing once: where an answer does not come, it is looked up what came of it; where nothing is found, or that cannot be
 * told either, it is looked up again before the same is sent a second time.
 */
export function createdOnce({ now, serverNow }: Clocks): MakeOnce {
  const unsure = new Map<string, { readonly attempt: Attempt; readonly at: number }>();
  return async ({ key, known, earlier: given, create, find }) => {
    for (const [key, { at }] of unsure) if (now() - at >= aWhile) unsure.delete(key);
    const earlier = unsure.get(key) ?? (given && { attempt: given, at: now() });
    const arrived = earlier && (await lookedUp(() => find(earlier.attempt)));
    if (arrived !== undefined) {
      unsure.delete(key);
      return arrived;
    }
    const at = earlier?.at ?? now();
    const attempt = earlier?.attempt ?? (await begun(known, find));
    try {
      const made = await create();
      unsure.delete(key);
      return made;
    } catch (error) {
      if (!mayHaveHappened(error)) throw error;
      unsure.set(key, { attempt, at });
      const made = await lookedUp(() => find(attempt));
      if (made === undefined) throw error;
      unsure.delete(key);
      return made;
    }
  };

  /** As long as the platform's time is not known, only what was there before tells what is new: that is looked up first. */
  async function begun<Made extends { readonly id: string }>(
    known: Iterable<string>,
    find: Making<Made>['find'],
  ): Promise<Attempt> {
    const attempt = { since: serverNow(), before: new Set(known) };
    if (attempt.since !== undefined) return attempt;
    for (const { id } of await whereListed(() => find(attempt))) attempt.before.add(id);
    return { ...attempt, since: serverNow() };
  }
}

/** What a platform lists; nothing on one that does not list it. */
export async function whereListed<Item>(list: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await list();
  } catch (error) {
    if (isKind(error, 'unsupported', 'forbidden', 'missing')) return [];
    throw error;
  }
}

async function lookedUp<Made>(look: () => Promise<readonly Made[]>): Promise<Made | undefined> {
  try {
    return (await look())[0];
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { details } = failure;
    throw Object.assign(reworded(failure, `${untold} ${failure.message}`), {
      details: { ...details, mayHaveHappened: true },
    });
  }
}
