import type * as z from 'zod';
import type { Move } from '../../../contract/shared/shapes.ts';
import { collectionFor, organizationFor } from '../shared/access.ts';
import type { Context } from '../../http/handler.ts';
import { badRequest, conflict, forbidden, impossible, missing } from '../../http/problems.ts';
import { makeRoom, siblingsIn, type Sibling } from '../../pages/spaceWriter.ts';

/** A collection or space to move. */
export interface Movable {
  readonly type: 'collection' | 'space';
  readonly id: string;
  readonly organization_id: string;
  readonly parent_id: string | null;
}

export interface Place {
  readonly parent: string | null;
  readonly rank: string;
}

/**
 * Section 2.1, Position: the target of a move. `parent` null is the organization itself; if omitted, the parent stays.
 * Without neighbors, the item goes to the end. Refuses moves that change nothing (409), bad positions (400), and cycles
 * (412).
 */
export function placeFor(context: Context, item: Movable, move: z.infer<typeof Move>): Place {
  if (move.parent === undefined && move.position === undefined)
    throw badRequest('body: parent or position is required');
  const parent = move.parent === undefined ? item.parent_id : move.parent;
  checkParent(context, item, parent);

  const siblings = siblingsIn(context.database, item.organization_id, parent);
  const others = siblings.filter((sibling) => sibling.id !== item.id);
  const index = indexFor(others, move.position);
  const isSame = parent === item.parent_id && siblings[index]?.id === item.id;
  if (isSame) throw conflict("The move doesn't change anything");
  return { parent, rank: makeRoom(context.database, others, index) };
}

/** Checks that the caller has permission to create there, for new or transferred items. */
export function checkCreation(context: Context, organizationId: string, parent: string | null): void {
  if (parent === null) {
    organizationFor(context, organizationId, 'create');
    return;
  }
  const { collection } = collectionFor(context, parent, 'create');
  if (collection.organization_id !== organizationId) throw forbidden('body.parent: belongs to another organization');
}

function checkParent(context: Context, item: Movable, parent: string | null): void {
  if (parent !== item.parent_id) checkCreation(context, item.organization_id, parent);
  const seen = new Set<string>();
  for (let at = parent; at !== null && !seen.has(at); at = parentOf(context, at)) {
    seen.add(at);
    if (at === item.id) throw impossible("A collection can't be moved into itself or a collection below it");
  }
}

function parentOf({ database }: Context, id: string): string | null {
  const row = database.get<{ parent_id: string | null }>('SELECT parent_id FROM collections WHERE id = ?', id);
  if (!row) throw missing('Collection');
  return row.parent_id;
}

type Position = NonNullable<z.infer<typeof Move>['position']>;

function indexFor(others: readonly Sibling[], position: Position | undefined): number {
  const before = position?.before && indexOf(others, position.before, 'before');
  const after = position?.after && indexOf(others, position.after, 'after') + 1;
  if (before !== undefined && after !== undefined && before !== after) {
    throw badRequest('body.position: before and after are not next to each other');
  }
  return before ?? after ?? others.length;
}

function indexOf(others: readonly Sibling[], neighbour: NonNullable<Position['before']>, side: string): number {
  const id = neighbour.type === 'space' ? neighbour.space : neighbour.collection;
  const index = others.findIndex((sibling) => sibling.type === neighbour.type && sibling.id === id);
  if (index === -1) throw badRequest(`body.position.${side}: is not in the parent`);
  return index;
}
