import { roles, type Role } from '../../../contract/shared/shapes.ts';
import type { Context } from '../../http/handler.ts';
import type { Database } from '../../database/database.ts';
import { absent } from './notFound.ts';
import { forbidden, missing } from '../../http/problems.ts';
import type { ChangeRequestRow, CollectionRow, OrganizationRow, SpaceRow } from '../../database/rows.ts';

/** The minimum level for each permission. Levels rise from `read` to `admin`. */
const needed = {
  view: 1,
  comment: 2,
  edit: 3,
  review: 4,
  merge: 4,
  create: 5,
  admin: 6,
} as const;
export type Right = keyof typeof needed;

const heights: Readonly<Record<Role, number>> = { read: 1, comment: 2, edit: 3, review: 4, create: 5, admin: 6 };

/** A user's permission level for a resource: 0 is none, 6 is admin. */
export type Level = number;

/**
 * A user's permissions in one organization. An admin can do everything. For other members, the level of a space or
 * collection is the higher of their role and its `defaultLevel`, where `inherit` means that of the parent; a
 * `defaultLevel` of null excludes them. Guests (members without a role) can read public and unlisted spaces, and the
 * collections that contain them.
 */
export interface Access {
  readonly level: Level;
  readonly isGuest: boolean;
  ofCollection(id: string): Level;
  ofSpace(space: Pick<SpaceRow, 'parent_id' | 'default_level' | 'visibility'>): Level;
}

export function may(level: Level, right: Right): boolean {
  return level >= needed[right];
}

/** The caller's access to an organization; undefined if they aren't a member. */
export function accessTo(database: Database, organizationId: string, userId: string): Access | undefined {
  const member = database.get<{ role: Role | null }>(
    'SELECT role FROM members WHERE organization_id = ? AND user_id = ? AND disabled = 0',
    organizationId,
    userId,
  );
  if (!member) return undefined;
  return accessOfRole(database, organizationId, member.role);
}

/** The access of members with a role; of guests for null. */
export function accessOfRole(database: Database, organizationId: string, role: Role | null): Access {
  return role === null ? guestAccess(database, organizationId) : memberAccess(database, heights[role]);
}

/** The access of users outside of an organization: none. */
export const accessOfNonMember: Access = { level: 0, isGuest: true, ofCollection: () => 0, ofSpace: () => 0 };

/** The role with this level. */
export function roleAt(level: Level): Role | null {
  return roles.find((role) => heights[role] === level) ?? null;
}

/** The organization, if the caller has the permission there. */
export function organizationFor(
  { database, caller }: { database: Database; caller: { id: string } },
  id: string,
  right: Right = 'view',
): { organization: OrganizationRow; access: Access } {
  const organization = database.get<OrganizationRow>('SELECT * FROM organizations WHERE id = ?', id);
  if (!organization) throw missing('Organization');
  const access = accessTo(database, id, caller.id);
  if (!access) throw forbidden('You are not a member of this organization');
  if (right !== 'view' && !may(access.level, right))
    throw forbidden(`You need ${right} permission in the organization`);
  return { organization, access };
}

/** The collection, if the caller has the permission for it. */
export function collectionFor(
  { database, caller }: { database: Database; caller: { id: string } },
  id: string,
  right: Right,
): { collection: CollectionRow; access: Access; level: Level } {
  const collection = database.get<CollectionRow>('SELECT * FROM collections WHERE id = ?', id);
  if (!collection) throw missing('Collection');
  const access = accessTo(database, collection.organization_id, caller.id);
  const level = access?.ofCollection(id) ?? 0;
  if (!access || !may(level, right)) throw forbidden(`You need ${right} permission for this collection`);
  return { collection, access, level };
}

interface Membership {
  readonly is_member: 0 | 1;
  readonly role: Role | null;
}

/** The space, even a deleted one that can still be restored, if the caller has the permission for it. */
export function spaceFor(
  { database, caller, now }: { database: Database; caller: { id: string }; now: number },
  id: string,
  right: Right,
): { space: SpaceRow; access: Access; level: Level } {
  const space = database.get<SpaceRow & Membership>(
    `SELECT spaces.*, user_id IS NOT NULL AS is_member, role FROM spaces
     LEFT JOIN members ON members.organization_id = spaces.organization_id AND user_id = ? AND disabled = 0
     WHERE spaces.id = ?`,
    caller.id,
    id,
  );
  if (!space || isGone(space, now)) throw missing('Space');
  const access = space.is_member ? accessOfRole(database, space.organization_id, space.role) : undefined;
  const level = access?.ofSpace(space) ?? 0;
  if (!access || !may(level, right)) throw forbidden(`You need ${right} permission for this space`);
  return { space, access, level };
}

/** How long a deleted space can be restored, in ms (section 8). */
export const retention = 7 * 24 * 60 * 60 * 1000;

export function isGone(space: { deleted_at: number | null }, now: number): boolean {
  return space.deleted_at !== null && space.deleted_at + retention <= now;
}

function memberAccess(database: Database, level: Level): Access {
  const known = new Map<string, Level>();

  function within(parent: string | null): Level {
    return parent === null ? level : ofCollection(parent);
  }

  function at(defaultLevel: string | null, parent: string | null): Level {
    if (level === heights.admin) return level;
    if (defaultLevel === null) return 0;
    return defaultLevel === 'inherit' ? within(parent) : Math.max(level, heights[defaultLevel as Role]);
  }

  function ofCollection(id: string): Level {
    const found = known.get(id);
    if (found !== undefined) return found;
    const row = database.get<CollectionRow>('SELECT parent_id, default_level FROM collections WHERE id = ?', id);
    const result = row ? at(row.default_level, row.parent_id) : 0;
    known.set(id, result);
    return result;
  }

  return { level, isGuest: false, ofCollection, ofSpace: (space) => at(space.default_level, space.parent_id) };
}

function guestAccess(database: Database, organizationId: string): Access {
  let open: Set<string> | undefined;
  return {
    level: 0,
    isGuest: true,
    ofCollection: (id) => ((open ??= openCollections(database, organizationId)).has(id) ? heights.read : 0),
    ofSpace: (space) => (space.visibility === 'public' || space.visibility === 'unlisted' ? heights.read : 0),
  };
}

function openCollections(database: Database, organizationId: string): Set<string> {
  const rows = database.all<{ id: string }>(
    `WITH RECURSIVE open (id) AS (
       SELECT DISTINCT parent_id FROM spaces
       WHERE organization_id = ? AND deleted_at IS NULL AND parent_id IS NOT NULL AND visibility IN ('public', 'unlisted')
       UNION
       SELECT parent_id FROM collections JOIN open USING (id) WHERE parent_id IS NOT NULL
     ) SELECT id FROM open`,
    organizationId,
  );
  return new Set(rows.map((row) => row.id));
}

/** A change request by its id, or by its number in the space. */
export function changeRequestFor(
  context: Context,
  { changeRequestId }: { changeRequestId: string },
  space: SpaceRow,
): { changeRequest: ChangeRequestRow; space: SpaceRow } {
  const { database } = context;
  const changeRequest =
    database.get<ChangeRequestRow>(
      'SELECT * FROM change_requests WHERE id = ? AND space_id = ?',
      changeRequestId,
      space.id,
    ) ??
    (/^\d{1,15}$/.test(changeRequestId)
      ? database.get<ChangeRequestRow>(
          'SELECT * FROM change_requests WHERE space_id = ? AND number = ?',
          space.id,
          Number(changeRequestId),
        )
      : undefined);
  if (!changeRequest) throw absent(context, 'Change request', changeRequestId, space.organization_id);
  return { changeRequest, space };
}
