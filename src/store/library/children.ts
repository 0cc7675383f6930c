import type { Space } from '../../contract/spaces/spaces.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { Children, Place } from './library.ts';
import {
  collectionPlace,
  filePlace,
  filesPlace,
  fingerprintOfPlace,
  organizationOf,
  organizationPlace,
  pagePlace,
  spacePlace,
} from './places.ts';
import { skippedReason } from '../shared/pagedList.ts';
import type { SpaceContent } from './spaceContent.ts';
import { contentIn, organizationIn, type LibraryState } from './state.ts';

/** Number of pages of a level that are shown at first, and that each further step adds. */
const step = 500;

/** The cached children of a place, without a request. Undefined while nothing is cached. */
export function childrenOf(state: LibraryState, place: Place | undefined): Children | undefined {
  switch (place?.kind) {
    case undefined:
      return organizations(state);
    case 'organization':
    case 'collection':
      return inOrganization(state, place);
    case 'space':
    case 'page':
      return pages(state, place);
    case 'files':
      return files(state, place);
    case 'file':
      return { places: [], asOf: 0, hasMore: false };
  }
}

/** Equal as long as the children's rows look the same. */
export function fingerprintOfChildren({ places, hasMore, incomplete, failure }: Children): string {
  return JSON.stringify([places.map(fingerprintOfPlace), hasMore, incomplete, failure?.kind]);
}

/** Shows more pages of a level: at least `count`, or one more step if omitted. */
export function widen({ widths }: LibraryState, { key }: Place, count?: number): void {
  const width = widths.get(key) ?? step;
  widths.set(key, count === undefined ? width + step : Math.max(width, Math.ceil(count / step) * step));
}

function organizations({ organizations }: LibraryState): Children | undefined {
  const list = organizations.cached();
  if (!list) return undefined;
  const { items, asOf, hasMore } = list;
  return {
    places: items.map(organizationPlace),
    asOf,
    hasMore,
    incomplete: skippedReason([list]),
    failure: organizations.failure(),
  };
}

function inOrganization(
  state: LibraryState,
  place: Place & { kind: 'organization' | 'collection' },
): Children | undefined {
  const owner = organizationIn(state, organizationOf(place));
  const collection = place.kind === 'collection' ? place.collection.id : undefined;
  const here = owner.isCached(collection) ? owner.hierarchy()?.at(collection) : undefined;
  if (!here) return undefined;
  const places = [
    ...here.collections.map((each) => collectionPlace(each, place)),
    ...here.spaces.map((each) => spacePlace(each, place)),
  ];
  return { places, ...owner.state(collection) };
}

function pages(state: LibraryState, place: Place & { kind: 'space' | 'page' }): Children | undefined {
  const content = contentIn(state, place.space.id);
  const known = content.tree();
  if (!known) return undefined;
  const space = latest(state, place.space);
  const level: readonly PageNode[] =
    place.kind === 'space' ? known.tree.roots : (known.tree.byId.get(place.node.id)?.children ?? []);
  const width = state.widths.get(place.key) ?? step;
  const places: Place[] = level.slice(0, width).map((node) => pagePlace(node, space, place));
  if (place.kind === 'space' && mayHaveFiles(content)) places.push(filesPlace(space, place));
  const incomplete = place.kind === 'space' ? skippedReason([known]) : undefined;
  return { places, asOf: known.asOf, hasMore: level.length > width, incomplete, failure: content.failure() };
}

/** False only if the server has listed no file; true while the list is unknown or has failed. */
function mayHaveFiles({ files }: SpaceContent): boolean {
  const list = files.cached();
  return !list || list.items.length > 0 || list.hasMore;
}

function files(state: LibraryState, place: Place & { kind: 'files' }): Children | undefined {
  const content = contentIn(state, place.space.id);
  const { files } = content;
  const list = files.cached();
  if (!list) return undefined;
  const space = latest(state, place.space);
  const { items, asOf, hasMore } = list;
  const names = content.names();
  const places = items.map((file) => filePlace(file, names, space, place));
  return { places, asOf, hasMore, incomplete: skippedReason([list]), failure: files.failure() };
}

function latest({ records }: LibraryState, space: Space): Space {
  return records.cached(space.id)?.space ?? space;
}
