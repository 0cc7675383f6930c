import type { Page } from '../../contract/spaces/content.ts';
import { digest, shortDigest } from '../shared/digest.ts';
import { folded, segmentOf } from '../shared/segment.ts';

/** The paths that have been given out before. */
export interface GivenPaths {
  /** Path → id of the page that was opened there. It leads to no other page as long as that one exists. */
  readonly opened?: ReadonlyMap<string, string> | undefined;
  /** The tree of an earlier revision: who had a path there keeps it. */
  readonly before?: { readonly byId: ReadonlyMap<string, { readonly path: string | undefined }> } | undefined;
}

/** Told of each sibling in order: its path, and the directory where its children are. */
export type OnPath = (page: Page, path: string | undefined, directory: string) => void;

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
): (siblings: readonly Page[], directory: string, onPath: OnPath) => void {
  const claims = claimsIn(pages, given);
  return (siblings, directory, onPath) => {
    const names = siblings.map(nameOf);
    const keys = names.map(folded);
    const owners = ownersOf(
      siblings,
      keys,
      claims && names.map((name, at) => claimOn(name, siblings[at]!, directory, claims)),
    );
    const taken = new Set<string>();
    siblings.forEach((page, index) => {
      const name = names[index]!;
      if (!name) return onPath(page, undefined, directory);
      const isOwner = owners.get(keys[index]!) === index;
      const below = inDirectory(directory, isOwner ? name : distinct(name, page.id, taken));
      onPath(page, pathOf(page, below), below.length > maximalDirectory ? `~${digest(page.id)}` : below);
    });
  };
}

/** The name that a page gives itself in a path: made of its `path`, `slug` or title. Empty for a link. */
export function nameOf(page: Page): string {
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

function inDirectory(directory: string, name: string): string {
  return directory ? `${directory}/${name}` : name;
}

function pathOf({ type }: Page, below: string): string | undefined {
  return type === 'link' ? undefined : type === 'group' ? below : `${below}.md`;
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

/** Which of the siblings has the plain path, by folded name. */
function ownersOf(
  siblings: readonly Page[],
  keys: readonly string[],
  claims: readonly number[] | undefined,
): Map<string, number> {
  const owners = new Map<string, number>();
  keys.forEach((key, index) => {
    const claim = claims?.[index] ?? 0;
    if (claim < 0) return;
    const owner = owners.get(key);
    if (owner !== undefined) {
      const ownerClaim = claims?.[owner] ?? 0;
      if (claim < ownerClaim || (claim === ownerClaim && isBefore(siblings[owner]!, siblings[index]!))) return;
    }
    owners.set(key, index);
  });
  return owners;
}

/** The claim on the plain path; none for a page that stands at another one. */
function claimOn(name: string, page: Page, directory: string, claims: Claims): number {
  const plain = claims(page, pathOf(page, inDirectory(directory, name)));
  if (plain !== 0) return plain;
  return claims(page, pathOf(page, inDirectory(directory, `${name}~${shortDigest(page.id)}`))) > 0 ? -1 : 0;
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
