import type { Space } from '../../contract/spaces/spaces.ts';
import type { PageNode } from '../../model/pages/tree.ts';
import type { LibraryChange, Place, Children } from './library.ts';
import type { Organization } from '../../contract/organizations/organizations.ts';
import type { OrganizationContent } from './organizationContent.ts';
import type { PagedList } from '../shared/pagedList.ts';
import {
  collectionPlace,
  filePlace,
  filesPlace,
  looksOf,
  organizationOf,
  organizationPlace,
  pagePlace,
  spacePlace,
} from './places.ts';
import type { SpaceContent } from './spaceContent.ts';
import type { SpaceRecords } from './spaceRecords.ts';

/** Hierarchy made of what is known, without a request; and which of those that were shown have become others. */
export interface ShelfView {
  /** Undefined before anything is known of it. */
  shelfOf(place: Place | undefined): Children | undefined;
  /** The same, for showing: from now on `changes` tells when it becomes another, or becomes known. */
  show(place: Place | undefined): Children | undefined;
  /** What to ask for again: each shelf that is not as it was when last shown or told. */
  changes(): LibraryChange[];
  /** Shows more of the pages of a level: at least `count`, else one step. */
  widen(place: Place, count?: number): void;
}

export interface ShelfViewParts {
  readonly organizations: PagedList<Organization>;
  readonly organization: (id: string) => OrganizationContent;
  readonly records: SpaceRecords;
  readonly content: (spaceId: string) => SpaceContent;
}

/** So many pages of one level are shown at once. */
const step = 500;

interface Shown {
  readonly place: Place | undefined;
  readonly looks: string | undefined;
}

export function createShelfView(parts: ShelfViewParts): ShelfView {
  const { organizations, organization, records, content } = parts;
  const shown = new Map<string, Shown>();
  const widths = new Map<string, number>();

  function shelfOf(place: Place | undefined): Children | undefined {
    switch (place?.kind) {
      case undefined:
        return rootShelf();
      case 'organization':
      case 'collection':
        return organizationShelf(place);
      case 'space':
      case 'page':
        return pagesShelf(place);
      case 'files':
        return filesShelf(place);
      case 'file':
        return { places: [], asOf: 0, hasMore: false };
    }
  }

  function rootShelf(): Children | undefined {
    const list = organizations.known();
    if (!list) return undefined;
    const { items, asOf, hasMore } = list;
    return { places: items.map(organizationPlace), asOf, hasMore, failure: organizations.failure() };
  }

  function organizationShelf(place: Place & { kind: 'organization' | 'collection' }): Children | undefined {
    const owner = organization(organizationOf(place));
    const collection = place.kind === 'collection' ? place.collection.id : undefined;
    const here = owner.isKnown(collection) ? owner.hierarchy()?.at(collection) : undefined;
    if (!here) return undefined;
    const places = [
      ...here.collections.map((each) => collectionPlace(each, place)),
      ...here.spaces.map((each) => spacePlace(each, place)),
    ];
    return { places, ...owner.state(collection) };
  }

  function pagesShelf(place: Place & { kind: 'space' | 'page' }): Children | undefined {
    const pages = content(place.space.id);
    const known = pages.tree();
    if (!known) return undefined;
    const space = spaceNow(place.space);
    const level = levelOf(place, known.tree.roots, known.tree.byId);
    const width = widths.get(place.key) ?? step;
    const places: Place[] = level.slice(0, width).map((node) => pagePlace(node, space, place));
    if (place.kind === 'space' && mayHaveFiles(pages)) places.push(filesPlace(space, place));
    return { places, asOf: known.asOf, hasMore: level.length > width, failure: pages.failure() };
  }

  function levelOf(
    place: Place & { kind: 'space' | 'page' },
    roots: readonly PageNode[],
    byId: ReadonlyMap<string, PageNode>,
  ): readonly PageNode[] {
    return place.kind === 'space' ? roots : (byId.get(place.node.id)?.children ?? []);
  }

  /** False only once the platform has listed no file: true while the list is unknown or failed. */
  function mayHaveFiles({ files }: SpaceContent): boolean {
    const list = files.known();
    return !list || list.items.length > 0 || list.hasMore;
  }

  function filesShelf(place: Place & { kind: 'files' }): Children | undefined {
    const { files, ...pages } = content(place.space.id);
    const list = files.known();
    if (!list) return undefined;
    const space = spaceNow(place.space);
    const names = pages.names();
    const { items, asOf, hasMore } = list;
    return {
      places: items.map((file) => filePlace(file, names, space, place)),
      asOf,
      hasMore,
      failure: files.failure(),
    };
  }

  function spaceNow(space: Space): Space {
    return records.known(space.id)?.space ?? space;
  }

  return {
    shelfOf,
    show(place) {
      const shelf = shelfOf(place);
      shown.set(place?.key ?? '', { place, looks: shelf && looksOfShelf(shelf) });
      return shelf;
    },
    changes() {
      const changes: LibraryChange[] = [];
      for (const [key, { place, looks }] of shown) {
        const shelf = shelfOf(place);
        const looksNow = shelf && looksOfShelf(shelf);
        if (looksNow === looks) continue;
        shown.set(key, { place, looks: looksNow });
        changes.push({ kind: 'children', place });
      }
      return changes;
    },
    widen(place, count) {
      const width = widths.get(place.key) ?? step;
      widths.set(place.key, count === undefined ? width + step : Math.max(width, Math.ceil(count / step) * step));
    },
  };
}

function looksOfShelf({ places, hasMore, incomplete, failure }: Children): string {
  return JSON.stringify([places.map(looksOf), hasMore, incomplete, failure?.kind]);
}
