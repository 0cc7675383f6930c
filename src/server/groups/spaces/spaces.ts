import type { PlatformContract } from '../../../contract/contract.ts';
import { problemOfEmoji } from '../../../model/library/limits.ts';
import { accessTo, isGone, may, organizationFor, spaceFor, type Access, type Right } from '../shared/access.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from '../../http/cursors.ts';
import { duplicateSpace } from './duplicate.ts';
import { nothingToDelete, type Context, type GroupHandlers } from '../../http/handler.ts';
import { spaceLinkReport } from './linkReports.ts';
import { checkCreation, placeFor } from './placement.ts';
import { conflict, invalid, missing } from '../../http/problems.ts';
import { spaceReply } from '../shared/replies.ts';
import type { SpaceRow } from '../../database/rows.ts';
import { isShared } from '../shared/siteAccess.ts';
import { addSpace, lastRank, restoreSpace } from '../../pages/spaceWriter.ts';
import { inTreeOrder, treeOrder } from './treeOrder.ts';

/** Section 4.5, and the organization's spaces. */
export const spaces: GroupHandlers<PlatformContract['spaces']> = {
  get: (call) => {
    const { database, addresses, query, parameters } = call;
    if (query.shareKey !== undefined && isShared(call, parameters.spaceId, query.shareKey)) return sharedReply(call);
    const { space, level } = spaceFor(call, parameters.spaceId, 'view');
    return spaceReply(database, addresses, space, level);
  },

  delete: (call) => {
    const known = call.database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', call.parameters.spaceId);
    if (!known || isGone(known, call.now)) return nothingToDelete;
    const { space } = spaceFor(call, call.parameters.spaceId, 'admin');
    if (space.deleted_at !== null) return nothingToDelete;
    call.database.run('UPDATE spaces SET deleted_at = ? WHERE id = ?', call.now, space.id);
  },

  update: (call) => {
    const { body } = call;
    const { space } = activeSpaceFor(call, call.parameters.spaceId, 'admin');
    checkEmoji(body.emoji);
    call.database.run(
      'UPDATE spaces SET title = ?, emoji = ?, edit_mode = ?, default_level = ?, updated_at = ? WHERE id = ?',
      body.title ?? space.title,
      body.emoji ?? space.emoji,
      body.editMode ?? space.edit_mode,
      body.defaultLevel === undefined ? space.default_level : body.defaultLevel,
      call.now,
      space.id,
    );
    return reply(call, space.id);
  },

  duplicate: (call) => {
    const { space } = activeSpaceFor(call, call.parameters.spaceId, 'view');
    checkCreation(call, space.organization_id, space.parent_id);
    return reply(call, duplicateSpace(call.database, space, call.caller.id, call.now).id);
  },

  restore: (call) => {
    const { space } = spaceFor(call, call.parameters.spaceId, 'admin');
    if (space.deleted_at === null) throw conflict('The space is not deleted');
    restoreSpace(call.database, space);
    return reply(call, space.id);
  },

  move: (call) => {
    const { space } = activeSpaceFor(call, call.parameters.spaceId, 'admin');
    const { parent, rank } = placeFor(call, { ...space, type: 'space' }, call.body);
    call.database.run('UPDATE spaces SET parent_id = ?, rank = ? WHERE id = ?', parent, rank, space.id);
    keepVisibilityPossible(call, space.id);
    return reply(call, space.id);
  },

  /** To another organization, another collection, or both: after everything that is there. */
  transfer: (call) => {
    const { database, body } = call;
    const { space } = activeSpaceFor(call, call.parameters.spaceId, 'admin');
    const { organization, parent = null } = body;
    checkCreation(call, organization, parent);
    if (organization === space.organization_id && (body.parent === undefined || parent === space.parent_id))
      throw conflict('The space is already there');
    database.run(
      'UPDATE spaces SET organization_id = ?, parent_id = ?, rank = ? WHERE id = ?',
      organization,
      parent,
      lastRank(database, organization, parent),
      space.id,
    );
    keepVisibilityPossible(call, space.id);
    return reply(call, space.id);
  },

  links: (call) => {
    const { space } = spaceFor(call, call.parameters.spaceId, 'view');
    return spaceLinkReport(call, space, call.query);
  },

  list: (call) => {
    const { organization, access } = organizationFor(call, call.parameters.organizationId);
    return spacesOf(call, access, organization.id, undefined, call.query);
  },

  create: (call) => {
    const { database, body, caller, now } = call;
    const { organization } = organizationFor(call, call.parameters.organizationId);
    checkCreation(call, organization.id, body.parent ?? null);
    checkEmoji(body.emoji);
    const { space } = addSpace(database, {
      organization: organization.id,
      parent: body.parent,
      title: body.title ?? 'Untitled',
      emoji: body.emoji,
      editMode: body.editMode,
      createdAt: now,
      by: caller.id,
    });
    return reply(call, space.id);
  },
};

/** Section 2.5. A space without an emoji has an empty one. */
function checkEmoji(emoji: string | undefined): void {
  if (emoji && problemOfEmoji(emoji)) throw invalid('body.emoji', 'must be one emoji, or its code, such as 1f4d8');
}

/** The space for a call that changes it: a deleted one must be restored first. */
export function activeSpaceFor(call: Context, id: string, right: Right) {
  const found = spaceFor(call, id, right);
  if (found.space.deleted_at !== null) throw conflict('The space is deleted');
  return found;
}

/**
 * The space for a call that changes its content: `editMode` `locked` locks all edits (section 2.5), including those of
 * change requests.
 */
export function unlockedSpaceFor(call: Context, id: string, right: Right) {
  const found = activeSpaceFor(call, id, right);
  if (found.space.edit_mode === 'locked')
    throw conflict('The space is locked, so nobody can change its content. Unlock the space first.');
  return found;
}

/** The spaces of an organization, or of one collection in it, that the caller can see, in their order. */
export function spacesOf(
  call: Context,
  access: Access,
  organizationId: string,
  parent: string | undefined,
  paging: Paging,
) {
  const [after] = keyOf(paging, isKeyOf<[string]>('string')) ?? [];
  const scope = parent === undefined ? 'organization_id = ?' : 'parent_id = ?';
  const rows = call.database.all<Pick<SpaceRow, 'id' | 'rank' | 'parent_id' | 'default_level' | 'visibility'>>(
    `SELECT id, rank, parent_id, default_level, visibility FROM spaces WHERE ${scope} AND deleted_at IS NULL`,
    parent ?? organizationId,
  );
  const visible = rows.filter((row) => may(access.ofSpace(row), 'view'));
  return pageOf(
    inTreeOrder(visible, treeOrder(call.database, organizationId), after),
    limitOf(paging),
    ({ key }) => [key],
    ({ item }) => reply(call, item.id, access),
    visible.length,
  );
}

function reply(call: Context, id: string, known?: Access) {
  const space = call.database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', id);
  if (!space) throw missing('Space');
  const access = known ?? accessTo(call.database, space.organization_id, call.caller.id);
  return spaceReply(call.database, call.addresses, space, access?.ofSpace(space) ?? 0);
}

/** The space for a caller with a share link: with read permission, and those that they have anyway. */
function sharedReply({ database, addresses, caller, parameters }: Context & { parameters: { spaceId: string } }) {
  const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', parameters.spaceId);
  if (!space) throw missing('Space');
  const level = accessTo(database, space.organization_id, caller.id)?.ofSpace(space) ?? 0;
  return spaceReply(database, addresses, space, Math.max(level, 1));
}

/** `in-collection` is only valid in a collection, so outside of one only members can see spaces that had it. */
function keepVisibilityPossible({ database }: Context, id: string): void {
  database.run(
    `UPDATE spaces SET visibility = 'private' WHERE id = ? AND parent_id IS NULL AND visibility = 'in-collection'`,
    id,
  );
}
