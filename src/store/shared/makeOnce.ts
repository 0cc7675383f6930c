import { instead, isKind } from '../../model/shared/failure.ts';
import { createRecent, createSendOnce } from './sendOnce.ts';

/** What existed before a request whose outcome is unknown, and when it was sent. */
export interface Attempt {
  /** In ms since the epoch by the server's clock. Undefined if unknown: then `before` lists everything that existed. */
  readonly since: number | undefined;
  readonly before: ReadonlySet<string>;
}

export interface Clocks {
  /** The time of this machine, in ms since the epoch. */
  readonly now: () => number;
  /** The server's time, in ms since the epoch; undefined until a reply contained it. */
  readonly serverNow: () => number | undefined;
}

export interface Making<Made> {
  /** Equal for two attempts to create the same thing. */
  readonly key: string;
  /** Ids of the items that are known to exist. */
  readonly cached: Iterable<string>;
  /** An earlier attempt with unknown outcome, such as one of another window. */
  readonly earlier?: Attempt | undefined;
  readonly create: () => Promise<Made>;
  /** Fetches everything that the attempt may have created. */
  readonly find: (attempt: Attempt) => Promise<readonly Made[]>;
}

/** Limit of the difference between the clocks of the server's machines, in ms. */
const skew = 10 * 60_000;

/** Whether something with this time (if it has one) can be the result of a request sent at `since`. */
export function isSince(time: string | null | undefined, since: number | undefined): boolean {
  return since === undefined || !(Date.parse(time ?? '') < since - skew);
}

/** Whether something with these fields can be the result of the attempt. */
export function mayComeOf(
  { before, since }: Attempt,
  { id, createdAt }: { readonly id: string; readonly createdAt?: string | null | undefined },
): boolean {
  return !before.has(id) && isSince(createdAt, since);
}

/** Creates something with an id once, even if the connection drops: see `createSendOnce`. */
export type MakeOnce = <Made extends { readonly id: string }>(making: Making<Made>) => Promise<Made>;

export function createMakeOnce({ now, serverNow }: Clocks, sendOnce = createSendOnce(now)): MakeOnce {
  return ({ key, cached: known, earlier, create, find }) =>
    sendOnce({
      key,
      earlier,
      // An attempt that wasn't found may still arrive, so the search stays the same.
      begin: async (attempt) => attempt ?? begun(known, find),
      send: create,
      look: async (attempt) => (await find(attempt))[0],
    });

  /** While the server's time is unknown, only the existing items tell which one is new, so they are listed first. */
  async function begun(
    known: Iterable<string>,
    find: (attempt: Attempt) => Promise<readonly { readonly id: string }[]>,
  ): Promise<Attempt> {
    const attempt = { since: serverNow(), before: new Set(known) };
    if (attempt.since !== undefined) return attempt;
    for (const { id } of await whereListed(() => find(attempt))) attempt.before.add(id);
    return { ...attempt, since: serverNow() };
  }
}

/** The items that a server lists; empty if the server lacks the list. */
export function whereListed<Item>(list: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
  return list().catch(instead([], 'unsupported', 'forbidden', 'missing'));
}

/** See `createInTwoSteps`. */
export type InTwoSteps = <Made, Done>(
  key: string,
  make: () => Promise<Made>,
  finish: (made: Made) => Promise<Done>,
) => Promise<Done>;

/**
 * Runs an action of two steps. If the second fails, the same action within the resend window continues with the result
 * of the first, unless the server no longer has it.
 */
export function createInTwoSteps(now: () => number): InTwoSteps {
  const unfinished = createRecent<{ readonly made: unknown }>(now);
  return async <Made, Done>(key: string, make: () => Promise<Made>, finish: (made: Made) => Promise<Done>) => {
    const { made } = (unfinished.get(key) as { readonly made: Made } | undefined) ?? { made: await make() };
    unfinished.set(key, { made });
    try {
      const done = await finish(made);
      unfinished.delete(key);
      return done;
    } catch (error) {
      if (isKind(error, 'missing')) unfinished.delete(key);
      throw error;
    }
  };
}
