import { main, spaceOfSegment, uriOf, type SpaceNames } from '../shared/address.ts';
import { decoded } from '../shared/decoded.ts';
import { destinationsOf, type Destination } from '../text/destinations.ts';
import type { PageNode, PageTree } from './tree.ts';
import { folded } from '../shared/segment.ts';

/**
 * The target of a link as named in a link report or a list of backlinks (section 2.18): its kind, and an id or address.
 */
export interface LinkTarget {
  readonly kind: string;
  /** An id; for a missing page its path, for `url` the address. */
  readonly value: string;
  /** The space of the target, if the server reports it. */
  readonly space?: string | undefined;
  /** Name of the target, if known. */
  readonly name?: string | undefined;
}

/** The place of a link in a text, in UTF-16 units. */
export interface LinkPlace {
  readonly start: number;
  readonly end: number;
}

/** The place of a text: its space and page, and the known trees. */
export interface LinkSite {
  readonly spaceId: string;
  readonly page: PageNode;
  readonly treeOf: (spaceId: string) => PageTree | undefined;
  /** Names of spaces in addresses. Without them, addresses use the spaces' ids. */
  readonly names?: SpaceNames | undefined;
}

/**
 * The links of a page's text, in the form of our file system, that lead to the target, in order. The author followed
 * other rules and we rewrote the links, so only recognizable ones are found, possibly none.
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
  // A missing page has no path in our tree, so the server's path is compared, as the author wrote it.
  return [linked(page.page.path), linked(page.path)].map(comparable).includes(comparable(inSpace(space, target.value)));
}

/** A path of a space, or the target of a link on it, from the top of our file system. */
function inSpace(spaceId: string, path: string | null | undefined, link?: string): string {
  const { path: from } = uriOf({ account: '', space: spaceId, version: main, path: path ?? '' });
  if (link === undefined) return from.slice(1);
  return joined(link.startsWith('/') ? spaceId : from.slice(1, from.lastIndexOf('/')), link);
}

/** With the space's id in place of any of its names. */
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
