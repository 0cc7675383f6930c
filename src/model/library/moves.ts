import type { Collection } from '../../contract/spaces/collections.ts';
import type { Space } from '../../contract/spaces/spaces.ts';
import type { Hierarchy } from './hierarchy.ts';

/** A collection or a space. */
export type LibraryItem =
  | { readonly kind: 'collection'; readonly collection: Collection }
  | { readonly kind: 'space'; readonly space: Space };

export type Neighbour =
  | { readonly type: 'space'; readonly space: string }
  | { readonly type: 'collection'; readonly collection: string };

/**
 * Target of a move (section 2.1, Position): a collection or, for null, the organization; at the end without a neighbor.
 */
export interface LibraryMove {
  readonly parent: string | null;
  readonly position?: { readonly before: Neighbour } | { readonly after: Neighbour };
}

/**
 * The move that a drop means. An item dropped on a collection or on the organization (undefined) goes into it, at the
 * end; a space dropped on a space takes its place. Undefined if nothing would change or the move is circular: see
 * `isWithin`.
 */
export function moveOnto(
  item: LibraryItem,
  target: LibraryItem | undefined,
  hierarchy: Hierarchy,
): LibraryMove | undefined {
  if (target && idOf(target) === idOf(item)) return undefined;
  if (target?.kind !== 'space') {
    if (target && isWithin(target.collection, item, hierarchy)) return undefined;
    return { parent: target?.collection.id ?? null };
  }
  const parent = parentOf(target, hierarchy);
  if (item.kind === 'collection') {
    const holder = hierarchy.above(target.space).at(-1);
    const isCircle = holder !== undefined && isWithin(holder, item, hierarchy);
    return isCircle || parentOf(item, hierarchy) === parent ? undefined : { parent };
  }
  const ids = hierarchy.at(parent ?? undefined).spaces.map(({ id }) => id);
  const from = ids.indexOf(item.space.id);
  const neighbour = neighbourOf(target);
  // Moving down, it goes after the target, so that it ends up where it was dropped.
  const isFromAbove = from >= 0 && from < ids.indexOf(target.space.id);
  return { parent, position: isFromAbove ? { after: neighbour } : { before: neighbour } };
}

/** Whether a collection is the item itself or below it. */
export function isWithin(collection: Collection, item: LibraryItem, hierarchy: Hierarchy): boolean {
  return item.kind === 'collection' && [...hierarchy.above(collection), collection].some(({ id }) => id === idOf(item));
}

/** The collection that contains it; null for the organization itself. */
export function parentOf(item: LibraryItem, hierarchy: Hierarchy): string | null {
  return hierarchy.above(item.kind === 'space' ? item.space : item.collection).at(-1)?.id ?? null;
}

export function neighbourOf(item: LibraryItem): Neighbour {
  return item.kind === 'space'
    ? { type: 'space', space: item.space.id }
    : { type: 'collection', collection: item.collection.id };
}

export function idOf(item: LibraryItem): string {
  return item.kind === 'space' ? item.space.id : item.collection.id;
}

export function titleOf(item: LibraryItem): string {
  return item.kind === 'space' ? item.space.title : item.collection.title;
}

export function organizationIdOf(item: LibraryItem): string {
  return item.kind === 'space' ? item.space.organization : item.collection.organization;
}
