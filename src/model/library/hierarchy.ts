import type { Collection } from '../../contract/spaces/collections.ts';
import type { Space } from '../../contract/spaces/spaces.ts';

/** The direct children of a collection or an organization, in the server's order. */
export interface HierarchyLevel {
  readonly collections: readonly Collection[];
  readonly spaces: readonly Space[];
}

/** An organization's collections and spaces by their parents. `undefined` is the organization itself. */
export interface Hierarchy {
  at(collection: string | undefined): HierarchyLevel;
  /** Its ancestors, from the outermost to its parent. */
  above(item: Collection | Space): readonly Collection[];
}

/** Nests collections by `parent`. A missing or circular parent counts as none. */
export function hierarchyOf(collections: readonly Collection[], spaces: readonly Space[]): Hierarchy {
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const circular = circularIn(byId);
  const parentOf = (item: Collection | Space): Collection | undefined =>
    circular.has(item) ? undefined : byId.get(item.parent ?? '');

  const content = new Map<string | undefined, { collections: Collection[]; spaces: Space[] }>();
  const under = (parent: Collection | undefined) => {
    const known = content.get(parent?.id) ?? { collections: [], spaces: [] };
    content.set(parent?.id, known);
    return known;
  };
  for (const collection of byId.values()) under(parentOf(collection)).collections.push(collection);
  for (const space of new Map(spaces.map((space) => [space.id, space])).values())
    under(parentOf(space)).spaces.push(space);

  return {
    at: (collection) => content.get(collection) ?? { collections: [], spaces: [] },
    above(item) {
      const above: Collection[] = [];
      for (let next = parentOf(item); next !== undefined; next = parentOf(next)) above.push(next);
      return above.reverse();
    },
  };
}

/** The collections that are their own ancestors. */
function circularIn(byId: ReadonlyMap<string, Collection>): ReadonlySet<object> {
  const circular = new Set<object>();
  const done = new Set<Collection>();
  for (const start of byId.values()) {
    const way: Collection[] = [];
    let next: Collection | undefined = start;
    while (next !== undefined && !done.has(next)) {
      done.add(next);
      way.push(next);
      next = byId.get(next.parent ?? '');
    }
    const entry = next === undefined ? -1 : way.indexOf(next);
    if (entry >= 0) for (const collection of way.slice(entry)) circular.add(collection);
  }
  return circular;
}
