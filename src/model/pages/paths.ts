import type { Page } from '../../contract/spaces/content.ts';
import { decoded } from '../shared/decoded.ts';
import { digest, shortDigest } from '../shared/digest.ts';
import { folded, segmentOf } from '../shared/segment.ts';

/** Paths that pages already have. */
export interface GivenPaths {
  /** Path → id of the page that was opened at it. The path leads to no other page as long as that one exists. */
  readonly opened?: ReadonlyMap<string, string> | undefined;
  /** The tree of an earlier revision: pages keep their paths from it. */
  readonly before?: { readonly byId: ReadonlyMap<string, { readonly path: string | undefined }> } | undefined;
}

/** Called with each sibling in order: its path, and the directory of its children. */
export type OnPath = (page: Page, path: string | undefined, directory: string) => void;

/**
 * Assigns the paths of siblings in a directory. A path is made of the pages' own names (`path`, `slug` or title), so it
 * changes if a page or one of its ancestors is renamed or moved.
 * Of siblings with the same name, one has the plain path, the others `name~xxxxxx` with a digest of their ids. The
 * plain path belongs to the one that already has it, else to the oldest, else to the one with the smallest id. So paths
 * don't change with the siblings' order or a new page; and if an older page moves in or the plain one disappears,
 * `given` keeps the paths of the others.
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

/** The name of a page in paths, made of its `path`, `slug` or title. Empty for a link. */
export function nameOf(page: Page): string {
  if (page.type === 'link' && !page.pages?.length) return '';
  for (const slug of [page.path, page.slug]) {
    const last = slug?.slice(slug.lastIndexOf('/', slug.length - 2) + 1);
    const name = last && segmentOf(decoded(last));
    if (name) return name;
  }
  return segmentOf(page.title ?? '') || `page-${shortDigest(page.id)}`;
}

function inDirectory(directory: string, name: string): string {
  return directory ? `${directory}/${name}` : name;
}

function pathOf({ type }: Page, below: string): string | undefined {
  return type === 'link' ? undefined : type === 'group' ? below : `${below}.md`;
}

/**
 * Limit in characters. A longer directory restarts at the top, because paths in a deep tree would take quadratic space.
 */
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

/** The owner of the plain path among the siblings, by folded name. */
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

/** A page's claim to the plain path; none for a page with another path. */
function claimOn(name: string, page: Page, directory: string, claims: Claims): number {
  const plain = claims(page, pathOf(page, inDirectory(directory, name)));
  if (plain !== 0) return plain;
  return claims(page, pathOf(page, inDirectory(directory, `${name}~${shortDigest(page.id)}`))) > 0 ? -1 : 0;
}

function isBefore(one: Page, other: Page): boolean {
  const [a, b] = [one.createdAt ?? '', other.createdAt ?? ''];
  return a === b ? one.id < other.id : a < b;
}

/** 2: it was opened there; 1: it was there before; 0: no page was; -1: another page was opened there. */
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
