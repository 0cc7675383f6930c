import type { PlatformContract } from '../../../contract/contract.ts';
import { absentToDelete } from '../shared/notFound.ts';
import { accessTo, organizationFor } from '../shared/access.ts';
import { isKeyOf, keyOf, limitOf, pageOf } from '../../http/cursors.ts';
import type { Database } from '../../database/database.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { conflict, forbidden, invalid } from '../../http/problems.ts';
import { organizationReply } from '../shared/replies.ts';
import type { OrganizationRow } from '../../database/rows.ts';
import { searchOrganization } from '../spaces/search.ts';
import type { SiteRow } from '../../database/siteRows.ts';

/** Section 4.18. */
export const organizations: GroupHandlers<PlatformContract['organizations']> = {
  list: (call) => {
    const { database, caller, query } = call;
    const limit = limitOf(query);
    const [createdAt, id] = keyOf(query, isKeyOf<[number, string]>('number', 'string')) ?? [-1, ''];
    const rows = database.all<OrganizationRow>(
      `${ofUser} AND (organizations.created_at, organizations.id) > (?, ?)
       ORDER BY organizations.created_at, organizations.id LIMIT ?`,
      caller.id,
      createdAt,
      id,
      limit + 1,
    );
    const count = database.get<{ count: number }>(`SELECT count(*) AS count FROM (${ofUser})`, caller.id)?.count;
    return pageOf(
      rows,
      limit,
      (row) => [row.created_at, row.id],
      (row) => reply(call, row),
      count,
    );
  },

  get: (call) => reply(call, organizationFor(call, call.parameters.organizationId).organization),

  update: (call) => {
    const { database, body } = call;
    const { organization } = organizationFor(call, call.parameters.organizationId, 'admin');
    check(call, organization);
    const changed = { ...organization, ...columnsOf(body) };
    database.run(
      `UPDATE organizations SET title = ?, email_domains = ?, hostname = ?, default_role = ?, default_content = ?, logo = ?, sso = ?,
         ai = ?, invite_links = ? WHERE id = ?`,
      changed.title,
      changed.email_domains,
      changed.hostname,
      changed.default_role,
      changed.default_content,
      changed.logo,
      changed.sso,
      changed.ai,
      changed.invite_links,
      organization.id,
    );
    return reply(call, changed);
  },

  deleteInvite: (call) => {
    const { organization } = organizationFor(call, call.parameters.organizationId, 'admin');
    const deleted = call.database.run(
      'DELETE FROM invites WHERE id = ? AND organization_id = ?',
      call.parameters.inviteId,
      organization.id,
    );
    if (deleted === 0) return absentToDelete(call, 'Invite', call.parameters.inviteId, organization.id);
  },

  search: (call) => {
    const { organization, access } = organizationFor(call, call.parameters.organizationId);
    return searchOrganization(call, organization.id, access, call.query);
  },

  ofEmailDomain: (call) => {
    const domain = call.parameters.emailDomain.toLowerCase();
    const rows = call.database.all<OrganizationRow>(
      `${ofUser} ORDER BY organizations.created_at, organizations.id`,
      call.caller.id,
    );
    const matching = rows.filter((row) => domainsOf(row).includes(domain));
    return { organizations: matching.map((row) => reply(call, row)) };
  },
};

const ofUser = `SELECT organizations.* FROM members JOIN organizations ON organizations.id = members.organization_id
  WHERE members.user_id = ? AND members.disabled = 0`;

function reply(call: Context, row: OrganizationRow) {
  return organizationReply(call.addresses, row, accessOf(call.database, row.id, call.caller.id));
}

function accessOf(database: Database, organizationId: string, userId: string) {
  const access = accessTo(database, organizationId, userId);
  if (!access) throw new Error('You can list only your own organizations');
  return access;
}

function domainsOf(row: OrganizationRow): string[] {
  return (JSON.parse(row.email_domains) as string[]).map((domain) => domain.toLowerCase());
}

type Update = Parameters<(typeof organizations)['update']>[0]['body'];

/**
 * Limits that the document leaves open: valid hostnames and domains, and a default site that belongs to the
 * organization.
 */
function check({ database, body }: Context & { readonly body: Update }, organization: OrganizationRow): void {
  const { hostname, emailDomains = [], defaultContent } = body;
  if (hostname !== undefined) {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(hostname))
      throw invalid('body.hostname', 'must be lowercase letters and digits, joined by hyphens');
    const other = database.get('SELECT 1 FROM organizations WHERE hostname = ? AND id <> ?', hostname, organization.id);
    if (other) throw conflict('body.hostname: is used by another organization');
  }
  const wrong = emailDomains.findIndex((each) => each.length > longestDomain || !domain.test(each));
  if (wrong !== -1) throw invalid(`body.emailDomains.${wrong}`, 'must be a domain such as example.com');
  if (defaultContent) {
    const { site } = defaultContent;
    const row = database.get<SiteRow>('SELECT * FROM sites WHERE id = ?', site);
    if (!row) throw invalid('body.defaultContent.site', 'is not a site of the organization');
    if (row.organization_id !== organization.id)
      throw forbidden('body.defaultContent.site: belongs to another organization');
  }
}

const longestDomain = 253;
const domain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/** Only the fields that were sent. */
function columnsOf(body: Update): Partial<OrganizationRow> {
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.emailDomains !== undefined && { email_domains: JSON.stringify(body.emailDomains) }),
    ...(body.hostname !== undefined && { hostname: body.hostname }),
    ...(body.defaultRole !== undefined && { default_role: body.defaultRole }),
    ...(body.defaultContent !== undefined && {
      default_content: body.defaultContent === null ? null : JSON.stringify(body.defaultContent),
    }),
    ...(body.logo !== undefined && { logo: body.logo }),
    ...(body.sso !== undefined && { sso: body.sso ? 1 : 0 }),
    ...(body.ai !== undefined && { ai: body.ai ? 1 : 0 }),
    ...(body.inviteLinks !== undefined && { invite_links: body.inviteLinks ? 1 : 0 }),
  };
}
