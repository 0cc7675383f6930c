import { accessOfNonMember, accessTo, may } from '../shared/access.ts';
import type { Addresses } from '../../http/addresses.ts';
import type { Context } from '../../http/handler.ts';
import { dateTime, inBrowser, organizationReply } from '../shared/replies.ts';
import type { OrganizationRow } from '../../database/rows.ts';

export interface IntegrationRow {
  readonly name: string;
  readonly organization_id: string;
  readonly version: number;
  readonly title: string;
  readonly description: string;
  readonly summary: string | null;
  readonly visibility: string;
  readonly target: string;
  readonly verified: number;
  readonly scopes: string;
  readonly categories: string;
  readonly blocks: string;
  readonly content_sources: string;
  readonly external_links: string;
  readonly configurations: string;
  readonly content_security_policy: string | null;
  /** Ids of assets. */
  readonly icon: string | null;
  readonly preview_images: string;
}

export interface InstallationRow {
  readonly id: string;
  readonly integration_name: string;
  readonly target: string;
  readonly status: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Section 2.19. Script and secrets are in no reply. */
export function integrationReply(call: Context, row: IntegrationRow) {
  const { database, addresses, caller } = call;
  const access = accessTo(database, row.organization_id, caller.id);
  const installing = database.get(
    `SELECT 1 FROM members WHERE user_id = ? AND role = 'admin' AND disabled = 0 LIMIT 1`,
    caller.id,
  );
  return {
    object: 'integration',
    name: row.name,
    version: row.version,
    title: row.title,
    description: row.description,
    ...(row.summary !== null && { summary: row.summary }),
    previewImages: listIn<string>(row.preview_images).map((id) => addresses.asset(id)),
    target: row.target,
    verified: row.verified === 1,
    visibility: row.visibility,
    scopes: listIn<string>(row.scopes),
    categories: listIn<string>(row.categories),
    blocks: listIn<{ id: string }>(row.blocks),
    contentSources: listIn<{ id: string }>(row.content_sources),
    configurations: JSON.parse(row.configurations) as Record<string, never>,
    externalLinks: listIn<{ url: string; label: string }>(row.external_links),
    ...ownerOf(call, row),
    urls: {
      location: addresses.location(`/integrations/${row.name}`),
      ...(row.icon !== null && { icon: addresses.asset(row.icon) }),
      ...inBrowser(addresses.app(`/integrations/${row.name}`)),
    },
    permissions: { admin: access !== undefined && may(access.level, 'admin'), install: installing !== undefined },
    ...(row.content_security_policy !== null && { contentSecurityPolicy: row.content_security_policy }),
  };
}

function listIn<Item>(json: string): Item[] {
  return JSON.parse(json) as Item[];
}

/** Callers from other organizations only see public fields of the owner: neither email domains nor plan. */
function ownerOf({ database, addresses, caller }: Context, row: IntegrationRow) {
  const organization = database.get<OrganizationRow>('SELECT * FROM organizations WHERE id = ?', row.organization_id);
  if (!organization) return {};
  const access = accessTo(database, row.organization_id, caller.id);
  if (access) return { owner: organizationReply(addresses, organization, access) };
  const { object, id, title, createdAt, type, urls } = organizationReply(addresses, organization, accessOfNonMember);
  return { owner: { object, id, title, createdAt, type, urls } };
}

export function installationReply(addresses: Addresses, row: InstallationRow) {
  return {
    id: row.id,
    status: row.status,
    target: JSON.parse(row.target) as unknown,
    urls: { location: addresses.location(`/integrations/${row.integration_name}/installations/${row.id}`) },
    createdAt: dateTime(row.created_at),
    updatedAt: dateTime(row.updated_at),
  };
}
