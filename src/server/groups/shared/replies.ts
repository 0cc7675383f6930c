import { may, type Access, type Level } from './access.ts';
import type { Addresses } from '../../http/addresses.ts';
import type { Database } from '../../database/database.ts';
import { isOutdated } from '../../pages/merge.ts';
import { revisionId } from '../../pages/revisions.ts';
import type { ChangeRequestRow, CollectionRow, OrganizationRow, SpaceRow, UserRow } from '../../database/rows.ts';

/** An ISO 8601 date-time. */
export function dateTime(at: number): string {
  return new Date(at).toISOString();
}

/** Section 2.1, User. A user who no longer exists keeps an id and a name. */
export function userReply(database: Database, addresses: Addresses, id: string) {
  const user = database.get<UserRow>('SELECT * FROM users WHERE id = ?', id);
  return {
    object: 'user',
    id,
    displayName: user?.display_name ?? 'Former user',
    ...(user && { email: user.email }),
    ...(user?.photo_url != null && { photoURL: user.photo_url }),
    urls: { location: addresses.location(`/users/${id}`) },
  };
}

/** Section 2.17. */
export function organizationReply(addresses: Addresses, row: OrganizationRow, access: Access) {
  const level = access.level;
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: dateTime(row.created_at),
    emailDomains: JSON.parse(row.email_domains) as string[],
    ...(row.hostname !== null && { hostname: row.hostname }),
    type: row.type,
    ...(row.use_case !== null && { useCase: row.use_case }),
    ...(row.community_type !== null && { communityType: row.community_type }),
    defaultRole: row.default_role,
    defaultContent: row.default_content === null ? null : (JSON.parse(row.default_content) as { type: string }),
    sso: row.sso === 1,
    ai: row.ai === 1,
    inviteLinks: row.invite_links === 1,
    plan: row.plan,
    urls: {
      location: addresses.location(`/orgs/${row.id}`),
      ...inBrowser(addresses.app(`/o/${row.id}`)),
      ...(row.logo !== null && { logo: row.logo }),
    },
    internal_isOnNewTrial: true,
    permissions: {
      view: true,
      admin: may(level, 'admin'),
      ownTeam: may(level, 'admin'),
      createContent: may(level, 'create'),
      createOpenAPISpec: may(level, 'create'),
      ingestConversations: may(level, 'admin'),
      viewBilling: may(level, 'admin'),
      listMembers: !access.isGuest,
      listTeams: !access.isGuest,
      listIntegrations: !access.isGuest,
    },
  };
}

/** Section 2.4. */
export function collectionReply(addresses: Addresses, row: CollectionRow, level: Level) {
  return {
    object: 'collection',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    organization: row.organization_id,
    ...(row.parent_id !== null && { parent: row.parent_id }),
    defaultLevel: row.default_level,
    urls: {
      location: addresses.location(`/collections/${row.id}`),
      ...inBrowser(addresses.app(`/o/${row.organization_id}/c/${row.id}`)),
    },
    permissions: {
      view: may(level, 'view'),
      admin: may(level, 'admin'),
      viewInviteLinks: may(level, 'admin'),
      create: may(level, 'create'),
    },
  };
}

/** Section 2.5. A deleted space permits no change except its restoration, and a locked one no change of its content. */
export function spaceReply(database: Database, addresses: Addresses, row: SpaceRow, level: Level) {
  const published = publishedAddress(addresses, row);
  const isActive = row.deleted_at === null;
  const isUnlocked = isActive && row.edit_mode !== 'locked';
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    visibility: row.visibility,
    createdAt: dateTime(row.created_at),
    updatedAt: dateTime(row.updated_at),
    ...(row.deleted_at !== null && { deletedAt: dateTime(row.deleted_at) }),
    editMode: row.edit_mode,
    urls: {
      location: addresses.location(`/spaces/${row.id}`),
      ...inBrowser(appAddress(addresses, row)),
      ...(published !== undefined && { published }),
      ...(published !== undefined && row.visibility === 'public' && { public: published }),
    },
    organization: row.organization_id,
    ...(row.parent_id !== null && { parent: row.parent_id }),
    revision: revisionId(database, row.head),
    defaultLevel: row.default_level,
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: {
      view: may(level, 'view'),
      access: may(level, 'view'),
      admin: may(level, 'admin'),
      viewInviteLinks: may(level, 'admin'),
      edit: isUnlocked && may(level, 'edit'),
      triggerGitSync: isActive && may(level, 'create'),
      comment: isActive && may(level, 'comment'),
      merge: isUnlocked && may(level, 'merge'),
      review: isActive && may(level, 'review'),
    },
  };
}

/** Section 2.6. */
export function changeRequestReply(database: Database, addresses: Addresses, row: ChangeRequestRow, space: SpaceRow) {
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    createdBy: userReply(database, addresses, row.created_by),
    createdAt: dateTime(row.created_at),
    updatedAt: dateTime(row.updated_at),
    revision: revisionId(database, row.head),
    revisionInitial: revisionId(database, row.initial),
    ...(row.ancestor !== null && { revisionMergedAncestor: revisionId(database, row.ancestor) }),
    ...(row.merged !== null && { revisionMerged: revisionId(database, row.merged) }),
    comments: row.comments,
    outdated: isOutdated(database, row, space.head),
    ...(row.agent_task_id !== null && { agentTaskId: row.agent_task_id }),
    urls: {
      location: addresses.location(`/spaces/${space.id}/change-requests/${row.id}`),
      ...inBrowser(addresses.app(`/o/${space.organization_id}/s/${space.id}/~/changes/${row.number}`)),
    },
  };
}

/** The browser URL of the space, or of a path in it. */
export function appAddress(addresses: Addresses, space: SpaceRow, path = ''): string | undefined {
  return addresses.app(`/o/${space.organization_id}/s/${space.id}${path === '' ? '' : `/${path}`}`);
}

export function publishedAddress(addresses: Addresses, space: SpaceRow): string | undefined {
  return space.published_path === null ? undefined : addresses.app(space.published_path);
}

export function inBrowser(app: string | undefined): { app: string } | Record<never, never> {
  return app === undefined ? {} : { app };
}
