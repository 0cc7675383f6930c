import { isKind } from '../../model/shared/failure.ts';
import { createRecent, createSendOnce } from './sendOnce.ts';

/** What was there, and when it was, before something was sent whose outcome is unknown. */
export interface Attempt {
  /** In ms since the epoch by the server's clock; undefined where that is unknown: then all that was there is in `before`. */
  readonly since: number | undefined;
  readonly before: ReadonlySet<string>;
}

export interface Clocks {
  /** This computer's time, in ms since the epoch. */
  readonly now: () => number;
  /** The server's time, in ms since the epoch; undefined until a reply has named it. */
  readonly serverNow: () => number | undefined;
}

export interface Making<Made> {
  /** Equal for two attempts to make the same. */
  readonly key: string;
  /** Ids of what is known to be there already. */
  readonly known: Iterable<string>;
  /** An earlier attempt of unknown outcome, such as one of another window. */
  readonly earlier?: Attempt | undefined;
  readonly create: () => Promise<Made>;
  /** Asks the server for all that the attempt may have made. */
  readonly find: (attempt: Attempt) => Promise<readonly Made[]>;
}

/** How far the clocks of the server's machines may be apart, in ms. */
const skew = 10 * 60_000;

/** Whether something that the server says to be of that time, if it says one, may come of a request that was sent since then. */
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

/** Makes something with an id once, also when the connection breaks: see `createSendOnce`. */
export type MakeOnce = <Made extends { readonly id: string }>(making: Making<Made>) => Promise<Made>;

export function createMakeOnce({ now, serverNow }: Clocks, sendOnce = createSendOnce(now)): MakeOnce {
  return ({ key, known, earlier, create, find }) =>
    sendOnce({
      key,
      earlier,
      // An attempt that was not found may still arrive: what is looked for stays the same.
      begin: async (attempt) => attempt ?? begun(known, find),
      send: create,
      look: async (attempt) => (await find(attempt))[0],
    });

  /** As long as the server's time is unknown, only what was there before says what is new: that is looked up first. */
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

/** What a server lists; nothing on one that does not list it. */
export async function whereListed<Item>(list: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await list();
  } catch (error) {
    if (isKind(error, 'unsupported', 'forbidden', 'missing')) return [];
    throw error;
  }
}

/** See `createInTwoSteps`. */
export type InTwoSteps = <Made, Done>(
  key: string,
  make: () => Promise<Made>,
  finish: (made: Made) => Promise<Done>,
) => Promise<Done>;

/**
 * What takes two steps: where the second fails, the same once more within the resend window goes on with what the first has made,
 * unless that is gone from the server.
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
