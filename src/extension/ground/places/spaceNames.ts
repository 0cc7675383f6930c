import type { LearnedNames } from '../../../model/shared/address.ts';
import { folded } from '../../../model/shared/segment.ts';
import { spaceSlugOf } from '../../../model/library/spaceSlug.ts';
import type { GlobalState } from '../services/globalState.ts';

/** The names that spaces have in the addresses of their pages, by account. They outlive the window. */
export interface AllSpaceNames {
  of(account: string): LearnedNames;
  /** Forgets an account, except for the names of open pages: those open again after the user signs back in. */
  forget(account: string): Promise<void>;
}

/**
 * A slug and the id of its space. The id is empty if two windows gave the slug to two spaces at once. A space uses its
 * last slug.
 */
type Given = readonly [slug: string, space: string];

interface Names {
  /** Space ids by slug, in the order of use. No entry is ever removed, and no slug is given to another space. */
  readonly given: Map<string, string>;
  /** Space ids by case-folded slug. */
  readonly taken: Map<string, string>;
  /** The slug in use in this window, by space. */
  readonly current: Map<string, string>;
  /** The title and the slug made from it, by space. */
  readonly titles: Map<string, { readonly title: string; readonly base: string }>;
  /** Ids by case-folded id, so that no slug can be read as one of them. */
  readonly ids: Map<string, string>;
  /** The stored value as last read from the global state. */
  stored: unknown;
}

/**
 * Gives a space its slug when it is first addressed, and stores it in the global state. Several windows share that
 * state, so the slugs of this window are joined with the stored ones. `isOpen` tells whether a tab of this window uses
 * a slug.
 */
export function openSpaceNames(
  globalState: GlobalState,
  isOpen: (account: string, slug: string) => boolean,
): AllSpaceNames {
  const accounts = new Map<string, Names>();

  function namesOf(account: string): Names {
    const known = accounts.get(account);
    const stored = globalState.get(keyOf(account));
    if (known?.stored === stored && known) return known;
    const names = known ?? {
      given: new Map<string, string>(),
      taken: new Map<string, string>(),
      current: new Map<string, string>(),
      titles: new Map<string, { title: string; base: string }>(),
      ids: new Map<string, string>(),
      stored,
    };
    accounts.set(account, names);
    names.stored = stored;
    const all = parsed(stored);
    // Another window overwrote the state with its own slugs, so this window's are stored again, unless the account was
    // forgotten.
    if (known && stored !== undefined && isOther(joined(all, known), all)) keep(account, known);
    for (const [slug, space] of all) if (!names.given.has(slug)) put(names, slug, space);
    return names;
  }

  function put({ given, taken, ids }: Names, slug: string, space: string): void {
    // A slug that is used again becomes the last one.
    given.delete(slug);
    given.set(slug, space);
    taken.set(folded(slug), space);
    if (space) ids.set(folded(space), space);
  }

  function keep(account: string, names: Names): void {
    const all = joined(parsed(globalState.get(keyOf(account))), names);
    names.stored = all;
    // If this fails, the slug is stored together with the next one.
    globalState.update(keyOf(account), all).then(undefined, () => undefined);
  }

  function slugOf(account: string, space: string): string | undefined {
    const names = namesOf(account);
    const { current, titles, given } = names;
    const slug = current.get(space) ?? slugsOf(given, space).at(-1);
    const { base } = titles.get(space) ?? {};
    const isSettled = base === undefined || (slug !== undefined && isMadeOf(slug, base, names, space));
    if (isSettled || (slug !== undefined && isOpen(account, slug))) {
      if (slug !== undefined) current.set(space, slug);
      return slug;
    }
    const other = slugsOf(given, space).find((each) => isMadeOf(each, base, names, space)) ?? free(names, space, base);
    current.set(space, other);
    put(names, other, space);
    keep(account, names);
    return other;
  }

  function learn(account: string, spaces: Parameters<LearnedNames['learn']>[0]): void {
    const { titles, ids } = namesOf(account);
    for (const { id, title: given } of spaces) {
      const title = given ?? '';
      if (titles.get(id)?.title === title) continue;
      titles.set(id, { title, base: spaceSlugOf(title) });
      ids.set(folded(id), id);
    }
  }

  return {
    of: (account) => ({
      slugOf: (space) => slugOf(account, space),
      spaceOf: (slug) => namesOf(account).given.get(slug) || undefined,
      formerSlugsOf: (space) => {
        const slugs = slugsOf(namesOf(account).given, space);
        const current = slugOf(account, space);
        return slugs.filter((slug) => slug !== current).reverse();
      },
      learn: (spaces) => learn(account, spaces),
    }),
    async forget(account) {
      const names = namesOf(account);
      const open = [...names.given].filter(([slug]) => isOpen(account, slug));
      accounts.delete(account);
      await globalState.update(keyOf(account), open.length > 0 ? open : undefined);
    },
  };
}

function keyOf(account: string): string {
  return `spaceNames/${account}`;
}

function parsed(stored: unknown): readonly Given[] {
  const isGiven = (each: unknown): each is Given =>
    Array.isArray(each) && each.length === 2 && each.every((text) => typeof text === 'string');
  return Array.isArray(stored) ? stored.filter(isGiven) : [];
}

/**
 * Joins the stored slugs with those of this window. A slug that two spaces got belongs to neither from then on, so that
 * no address opens the wrong space.
 */
function joined(stored: readonly Given[], { given }: Names): readonly Given[] {
  const bySlug = new Map(stored.map(([slug, space]) => [folded(slug), space]));
  const spelled = new Set(stored.map(([slug]) => slug));
  const contested = new Set<string>();
  const own: Given[] = [];
  for (const [slug, space] of given) {
    const other = bySlug.get(folded(slug));
    if (other === undefined || (other === space && !spelled.has(slug))) own.push([slug, space]);
    else if (other !== space) contested.add(folded(slug));
  }
  const all = stored.map(([slug, space]): Given => [slug, contested.has(folded(slug)) ? '' : space]);
  return [...all, ...own];
}

function isOther(one: readonly Given[], other: readonly Given[]): boolean {
  return one.length !== other.length || one.some(([, space], at) => space !== other[at]?.[1]);
}

function slugsOf(given: ReadonlyMap<string, string>, space: string): string[] {
  return [...given].flatMap(([slug, each]) => (each === space ? [slug] : []));
}

/**
 * Whether a space of this title can have the slug. A numbered slug is fine only if the one without a number is taken.
 */
function isMadeOf(slug: string, base: string, names: Names, space: string): boolean {
  if (slug === base) return true;
  const isNumbered = slug.startsWith(`${base}-`) && /^[1-9]\d*$/.test(slug.slice(base.length + 1));
  return isNumbered && !isFree(base, names, space);
}

function free(names: Names, space: string, base: string): string {
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (isFree(slug, names, space)) return slug;
  }
}

function isFree(slug: string, { taken, ids }: Names, space: string): boolean {
  const [owner, id] = [taken.get(folded(slug)), ids.get(folded(slug))];
  return (owner === undefined || owner === space) && (id === undefined || id === space);
}
