import { spaceOfSegment, uriOf, type SpaceNames } from '../shared/address.ts';
import { decoded } from '../shared/decoded.ts';
import { destinationsOf, type Destination } from '../text/destinations.ts';
import type { PageNode, PageTree } from './tree.ts';
import { folded } from '../shared/segment.ts';

/** What a link report or a list of backlinks says that something leads to (section 2.18): its kind, and an id or address. */
export interface LinkTarget {
  readonly kind: string;
  /** An id; of a page that is not there the path, of `url` the address. */
  readonly value: string;
  /** The space it stands in, where the platform tells. */
  readonly space?: string | undefined;
  /** Name of the target where it is known. */
  readonly name?: string | undefined;
}

/** Where a link stands in a text, in UTF-16 units. */
export interface LinkPlace {
  readonly start: number;
  readonly end: number;
}

/** Where a text stands: in which space, on which page; and the trees that are known. */
export interface LinkSite {
  readonly spaceId: string;
  readonly page: PageNode;
  readonly treeOf: (spaceId: string) => PageTree | undefined;
  /** How addresses call the spaces; by their ids without it. */
  readonly names?: SpaceNames | undefined;
}

/**
 * Where a page's text, as it reads in our file system, leads to the target: every such link, in order. The text was written by
 * somebody else's rules and its links were rewritten by ours, so this goes by what can be recognized, and may find none.
 */
export function placesOf(text: string, target: LinkTarget, site: LinkSite): LinkPlace[] {
  return destinationsOf(text)
    .filter((destination) => leadsTo(destination, target, site))
    .map(({ start, end }) => ({ start, end }));
}

function leadsTo({ url }: Destination, target: LinkTarget, site: LinkSite): boolean {
  if (target.kind === 'url') return sameAddress(url, target.value);
  const path = decoded(/^[^?#]*/.exec(url)?.[0] ?? '');
  if (path === '') return false;
  const segments = path.split('/');
  if (segments.includes(target.value)) return true;
  if (target.name !== undefined && segments.at(-1) === target.name) return true;
  if (target.kind !== 'page' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return false;

  const { spaceId, page, treeOf, names } = site;
  const linked = (from: string | null | undefined): string => byId(inSpace(spaceId, from, path), names);
  const space = target.space ?? spaceId;
  const ours = treeOf(space)?.byId.get(target.value)?.path;
  if (ours !== undefined && comparable(linked(page.path)) === comparable(inSpace(space, ours))) return true;
  // What is not there has no path of ours: the platform's then, as the author wrote it.
  return [linked(page.page.path), linked(page.path)].map(comparable).includes(comparable(inSpace(space, target.value)));
}

/** A path of a space, or the one that a link on it leads to, from the top of our file system. */
function inSpace(spaceId: string, path: string | null | undefined, link?: string): string {
  const { path: from } = uriOf({ account: '', space: spaceId, path: path ?? '' });
  if (link === undefined) return from.slice(1);
  return joined(link.startsWith('/') ? spaceId : from.slice(1, from.lastIndexOf('/')), link);
}

/** With the id of the space in its place, whatever the link calls it. */
function byId(path: string, names: SpaceNames | undefined): string {
  const [segment = '', ...rest] = path.split('/');
  const space = spaceOfSegment(segment, names);
  return [space === undefined ? segment : inSpace(space, undefined), ...rest].join('/');
}

function sameAddress(one: string, other: string): boolean {
  return one === other || URL.parse(one)?.href === (URL.parse(other)?.href ?? null);
}

function comparable(path: string): string {
  return folded(path.replace(/\.md$/i, ''));
}

function joined(folder: string, path: string): string {
  const segments = folder.split('/');
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
