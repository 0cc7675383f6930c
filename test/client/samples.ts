import type { Organization } from '../../src/contract/organizations/organizations.ts';
import type { Space } from '../../src/contract/spaces/spaces.ts';

export function organizationOf(id: string): Organization {
  return {
    object: 'organization',
    id,
    title: `Organization ${id}`,
    createdAt: '2026-01-02T03:04:05.000Z',
    emailDomains: [],
    type: 'business',
    inviteLinks: false,
    plan: 'pro',
  };
}

export function spaceOf(id: string): Space {
  return {
    object: 'space',
    id,
    title: `Space ${id}`,
    emoji: '1f4d9',
    visibility: 'private',
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
    organization: 'org',
    revision: 'rev',
    defaultLevel: null,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
  };
}
