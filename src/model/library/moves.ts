import type { Collection } from '../../contract/spaces/collections.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { Hierarchy } from './hierarchy.ts';

/** A collection or a space. */
export type ShelfItem =
  { readonly kind: 'collection'; readonly collection: Collection } | { readonly kind: 'space'; readonly space: Space };

export type Neighbour =
  { readonly type: 'space'; readonly space: string } | { readonly type: 'collection'; readonly collection: string };

/** Where something is to stand (section 2.1, Position): in a collection or, for null, in the organization; else at the end. */
export interface ShelfMove {
  readonly parent: string | null;
  readonly position?: { readonly before: Neighbour } | { readonly after: Neighbour };
}

/**
 * What dropping an item means, where a drop tells only what it was dropped on: on a collection or on the organization (undefined)
 * it goes in, at the end; a space that is dropped on a space takes its place. Undefined where there is nothing to do or the way
 * leads in a circle: see `isWithin`.
 */
export function moveOnto(item: ShelfItem, target: ShelfItem | undefined, shelves: Hierarchy): ShelfMove | undefined {
  if (target && idOf(target) === idOf(item)) return undefined;
  if (target?.kind !== 'space') {
    if (target && isWithin(target.collection, item, shelves)) return undefined;
    return { parent: target?.collection.id ?? null };
  }
  const parent = parentOf(target, shelves);
  if (item.kind === 'collection') {
    const holder = shelves.above(target.space).at(-1);
    const isCircle = holder !== undefined && isWithin(holder, item, shelves);
    return isCircle || parentOf(item, shelves) === parent ? undefined : { parent };
  }
  const ids = shelves.at(parent ?? undefined).spaces.map(({ id }) => id);
  const from = ids.indexOf(item.space.id);
  const neighbour = neighbourOf(target);
  // From above it comes to stand below, so that it is where it was dropped.
  const isFromAbove = from >= 0 && from < ids.indexOf(target.space.id);
  return { parent, position: isFromAbove ? { after: neighbour } : { before: neighbour } };
}

/** Whether a collection is the item itself or below it. */
export function isWithin(collection: Collection, item: ShelfItem, shelves: Hierarchy): boolean {
  return item.kind === 'collection' && [...shelves.above(collection), collection].some(({ id }) => id === idOf(item));
}

/** The collection in which it stands; null for the organization itself. */
export function parentOf(item: ShelfItem, shelves: Hierarchy): string | null {
  return shelves.above(item.kind === 'space' ? item.space : item.collection).at(-1)?.id ?? null;
}

export function neighbourOf(item: ShelfItem): Neighbour {
  return item.kind === 'space'
    ? { type: 'space', space: item.space.id }
    : { type: 'collection', collection: item.collection.id };
}

export function idOf(item: ShelfItem): string {
  return item.kind === 'space' ? item.space.id : item.collection.id;
}

export function titleOf(item: ShelfItem): string {
  return item.kind === 'space' ? item.space.title : item.collection.title;
}

export function organizationIdOf(item: ShelfItem): string {
  return item.kind === 'space' ? item.space.organization : item.collection.organization;
}
