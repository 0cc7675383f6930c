import type { PlatformContract } from '../../../contract/contract.ts';
import { accessTo, collectionFor, isGone, may, organizationFor, type Access } from '../shared/access.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from '../../http/cursors.ts';
import { nothingToDelete, type Context, type GroupHandlers } from '../../http/handler.ts';
import { newId } from '../../../formats/ids.ts';
import { checkCreation, placeFor } from './placement.ts';
import { conflict, forbidden, missing } from '../../http/problems.ts';
import { collectionReply } from '../shared/replies.ts';
import type { CollectionRow, SpaceRow } from '../../database/rows.ts';
import { lastRank } from '../../pages/spaceWriter.ts';
import { spacesOf } from './spaces.ts';
import { inTreeOrder, treeOrder } from './treeOrder.ts';

/** Section 4.4. */
export const collections: GroupHandlers<PlatformContract['collections']> = {
  get: (call) => {
    const { collection, level } = collectionFor(call, call.parameters.collectionId, 'view');
    return collectionReply(call.addresses, collection, level);
  },

  /** Its content moves up to its parent: only the collection itself is deleted. */
  delete: (call) => {
    const { database, parameters } = call;
    if (!database.get('SELECT 1 FROM collections WHERE id = ?', parameters.collectionId)) return nothingToDelete;
    const { collection } = collectionFor(call, parameters.collectionId, 'admin');
    for (const table of ['collections', 'spaces'] as const) {
      const rows = database.all<{ id: string }>(
        `SELECT id FROM ${table} WHERE parent_id = ? ORDER BY rank, id`,
        collection.id,
      );
      for (const { id } of rows) {
        const rank = lastRank(database, collection.organization_id, collection.parent_id);
        database.run(`UPDATE ${table} SET parent_id = ?, rank = ? WHERE id = ?`, collection.parent_id, rank, id);
      }
    }
    if (collection.parent_id === null) makePrivate(call, collection.organization_id);
    database.run('DELETE FROM collections WHERE id = ?', collection.id);
  },

  update: (call) => {
    const { database, body } = call;
    const { collection } = collectionFor(call, call.parameters.collectionId, 'admin');
    database.run(
      'UPDATE collections SET title = ?, description = ?, default_level = ? WHERE id = ?',
      body.title ?? collection.title,
      body.description ?? collection.description,
      body.defaultLevel === undefined ? collection.default_level : body.defaultLevel,
      collection.id,
    );
    return reply(call, collection.id);
  },

  spaces: (call) => {
    const { collection, access } = collectionFor(call, call.parameters.collectionId, 'view');
    return spacesOf(call, access, collection.organization_id, collection.id, call.query);
  },

  move: (call) => {
    const { collection } = collectionFor(call, call.parameters.collectionId, 'admin');
    const { parent, rank } = placeFor(call, { ...collection, type: 'collection' }, call.body);
    call.database.run('UPDATE collections SET parent_id = ?, rank = ? WHERE id = ?', parent, rank, collection.id);
    return reply(call, collection.id);
  },

  /**
   * Moves with all its content to the top of the other organization: the caller must be an admin of everything in it.
   */
  transfer: (call) => {
    const { database, body } = call;
    const { collection, access } = collectionFor(call, call.parameters.collectionId, 'admin');
    checkCreation(call, body.organization, null);
    if (body.organization === collection.organization_id)
      throw conflict('The collection is already in that organization');
    checkAllBelow(call, access, collection);
    const rank = lastRank(database, body.organization, null);
    database.run(
      `${below} UPDATE spaces SET organization_id = ?2 WHERE parent_id IN below`,
      collection.id,
      body.organization,
    );
    database.run(
      `${below} UPDATE collections SET organization_id = ?2 WHERE id IN below`,
      collection.id,
      body.organization,
    );
    database.run('UPDATE collections SET parent_id = NULL, rank = ? WHERE id = ?', rank, collection.id);
    return reply(call, collection.id);
  },

  list: (call) => {
    const { organization, access } = organizationFor(call, call.parameters.organizationId);
    return collectionsOf(call, access, organization.id, call.query, call.query.nested ?? true);
  },

  create: (call) => {
    const { database, body, now } = call;
    const { organization } = organizationFor(call, call.parameters.organizationId);
    const parent = body.parent ?? null;
    checkCreation(call, organization.id, parent);
    const id = newId();
    database.run(
      `INSERT INTO collections (id, organization_id, parent_id, rank, title, default_level, created_at)
       VALUES (?, ?, ?, ?, ?, 'inherit', ?)`,
      id,
      organization.id,
      parent,
      lastRank(database, organization.id, parent),
      body.title ?? 'Untitled',
      now,
    );
    return reply(call, id);
  },
};

/** The ids of collection ?1 and of its descendants. */
const below =
  'WITH RECURSIVE below (id) AS (SELECT ?1 UNION SELECT collections.id FROM collections JOIN below ON parent_id = below.id)';

/**
 * Refuses without naming the item, because the caller may not be able to see it. Deleted spaces count, because they can
 * be restored.
 */
function checkAllBelow({ database, now }: Context, access: Access, { id }: CollectionRow): void {
  const collections = database.all<{ id: string }>(`${below} SELECT id FROM below`, id);
  const spaces = database.all<SpaceRow>(`${below} SELECT * FROM spaces WHERE parent_id IN below`, id);
  const isOwn =
    collections.every((each) => may(access.ofCollection(each.id), 'admin')) &&
    spaces.every((space) => isGone(space, now) || may(access.ofSpace(space), 'admin'));
  if (!isOwn) throw forbidden('You need admin permission for everything in the collection');
}

function reply(call: Context, id: string) {
  const collection = call.database.get<CollectionRow>('SELECT * FROM collections WHERE id = ?', id);
  if (!collection) throw missing('Collection');
  const level = accessTo(call.database, collection.organization_id, call.caller.id)?.ofCollection(id) ?? 0;
  return collectionReply(call.addresses, collection, level);
}

function collectionsOf(call: Context, access: Access, organizationId: string, paging: Paging, nested: boolean) {
  const [after] = keyOf(paging, isKeyOf<[string]>('string')) ?? [];
  const rows = call.database.all<CollectionRow>(
    `SELECT * FROM collections WHERE organization_id = ? AND (? OR parent_id IS NULL)`,
    organizationId,
    nested ? 1 : 0,
  );
  const visible = rows.filter((row) => may(access.ofCollection(row.id), 'view'));
  return pageOf(
    inTreeOrder(visible, treeOrder(call.database, organizationId), after),
    limitOf(paging),
    ({ key }) => [key],
    ({ item }) => collectionReply(call.addresses, item, access.ofCollection(item.id)),
    visible.length,
  );
}

/** `in-collection` is only valid in a collection, so outside of one only members can see spaces that had it. */
function makePrivate({ database }: Context, organizationId: string): void {
  database.run(
    `UPDATE spaces SET visibility = 'private' WHERE organization_id = ? AND parent_id IS NULL AND visibility = 'in-collection'`,
    organizationId,
  );
}
