import type { Page } from '../contract/content.ts';
import { digest, shortDigest } from './digest.ts';
import { folded, segmentOf } from './segment.ts';

/** The paths that have been given out before. */
export interface GivenPaths {
  /** Path → id of the page that was opened there. It leads to no other page as long as that one exists. */
  readonly opened?: ReadonlyMap<string, string> | undefined;
  /** The tree of an earlier revision: who had a path there keeps it. */
  readonly before?: { readonly byId: ReadonlyMap<string, { readonly path: string | undefined }> } | undefined;
}

export interface Located {
  readonly page: Page;
  readonly path: string | undefined;
  /** Where its children are. */
  readonly directory: string;
}

/**
 * Gives out the paths of siblings in a directory. A path is made of the pages' own names (`path`, `slug` or title), so it changes
 * when a page, or one above it, is renamed or moved.
 *
 * Of siblings of the same name one has the plain path, the others `name~xxxxxx` by a digest of their ids. The plain one is who
 * has it already, else the oldest, else the one of the least id. So neither the siblings' order nor one that is created later
 * changes a path; and where an older one is moved in, or the plain one goes away, `given` keeps the paths of those who stay.
 */
export function pathsFor(
  pages: readonly Page[],
  given: GivenPaths,
): (siblings: readonly Page[], directory: string) => Located[] {
  const claims = claimsIn(pages, given);
  return (siblings, directory) => {
    const names = siblings.map(nameOf);
    const owners = ownersOf(siblings, names, directory, claims);
    const taken = new Set<string>();
    return siblings.map((page, index) => {
      const name = names[index]!;
      if (!name) return { page, path: undefined, directory };
      const plain = owners.get(folded(name)) === page;
      return located(page, directory, plain ? name : distinct(name, page.id, taken));
    });
  };
}

function nameOf(page: Page): string {
  if (page.type === 'link' && !page.pages?.length) return '';
  for (const slug of [page.path, page.slug]) {
    const last = slug?.slice(slug.lastIndexOf('/', slug.length - 2) + 1);
    const name = last && segmentOf(decoded(last));
    if (name) return name;
  }
  return segmentOf(page.title ?? '') || `page-${shortDigest(page.id)}`;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function located(page: Page, directory: string, name: string): Located {
  const below = directory ? `${directory}/${name}` : name;
  const path = page.type === 'link' ? undefined : page.type === 'group' ? below : `${below}.md`;
  return { page, path, directory: below.length > maximalDirectory ? `~${digest(page.id)}` : below };
}

/** A longer directory starts anew at the top, or paths in a deep tree would grow with the square of its depth. */
const maximalDirectory = 1000;

function distinct(name: string, id: string, taken: Set<string>): string {
  const endings = [shortDigest(id), digest(id)];
  for (let count = 2; ; count++) {
    const distinct = `${name}~${endings.shift() ?? `${digest(id)}${count}`}`;
    if (taken.has(folded(distinct))) continue;
    taken.add(folded(distinct));
    return distinct;
  }
}

/** The sibling that has the plain path, by folded name. */
function ownersOf(
  siblings: readonly Page[],
  names: readonly string[],
  directory: string,
  claims: Claims | undefined,
): Map<string, Page> {
  const owners = new Map<string, Page>();
  const bestClaims = new Map<string, number>();
  for (const [index, page] of siblings.entries()) {
    const name = names[index]!;
    if (!name) continue;
    const key = folded(name);
    const claim = claims ? claimOn(name, page, directory, claims) : 0;
    if (claim < 0) continue;
    const owner = owners.get(key);
    const bestClaim = bestClaims.get(key) ?? 0;
    if (owner && (claim < bestClaim || (claim === bestClaim && isBefore(owner, page)))) continue;
    owners.set(key, page);
    bestClaims.set(key, claim);
  }
  return owners;
}

/** The claim on the plain path; none for a page that stands at another one. */
function claimOn(name: string, page: Page, directory: string, claims: Claims): number {
  const plain = claims(page, located(page, directory, name).path);
  if (plain !== 0) return plain;
  return claims(page, located(page, directory, `${name}~${shortDigest(page.id)}`).path) > 0 ? -1 : 0;
}

function isBefore(one: Page, other: Page): boolean {
  const [a, b] = [one.createdAt ?? '', other.createdAt ?? ''];
  return a === b ? one.id < other.id : a < b;
}

/** 2: it was opened there; 1: it stood there; 0: nobody did; -1: another page was opened there. */
type Claims = (page: Page, path: string | undefined) => number;

function claimsIn(pages: readonly Page[], { opened, before }: GivenPaths): Claims | undefined {
  if (!opened?.size && !before) return undefined;
  const holders = new Map<string, string>();
  const present = opened?.size ? idsIn(pages) : new Set<string>();
  for (const [path, id] of opened ?? []) if (present.has(id)) holders.set(folded(path), id);
  return (page, path) => {
    if (path === undefined) return 0;
    const holder = holders.get(folded(path));
    if (holder !== undefined) return holder === page.id ? 2 : -1;
    return before?.byId.get(page.id)?.path === path ? 1 : 0;
  };
}

function idsIn(pages: readonly Page[]): Set<string> {
  const ids = new Set<string>();
  const open = [pages];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const page of next) {
      if (ids.has(page.id)) continue;
      ids.add(page.id);
      if (page.pages?.length) open.push(page.pages);
    }
  }
  return ids;
}
