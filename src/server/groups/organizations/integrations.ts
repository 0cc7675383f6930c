import type { PlatformContract } from '../../../contract/contract.ts';
import { integrationName } from '../../../contract/organizations/integrations.ts';
import { accessTo, may } from '../shared/access.ts';
import type { Database, Value } from '../../database/database.ts';
import { decodedParameter } from '../../http/decoding.ts';
import { folded } from '../../database/folding.ts';
import { nothingToDelete, type Context, type GroupHandlers } from '../../http/handler.ts';
import {
  installationReply,
  integrationReply,
  type InstallationRow,
  type IntegrationRow,
} from './integrationReplies.ts';
import { keepIntegration } from './integrationWriter.ts';
import { forbidden, invalid, missing } from '../../http/problems.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import type { OrganizationRow } from '../../database/rows.ts';

/**
 * Section 4.19. Private and unlisted integrations are only listed for members of the organization that owns them.
 * Guests and everyone else see the public ones: the organization's `permissions.listIntegrations` is about its own
 * integrations.
 */
export const integrations: GroupHandlers<PlatformContract['integrations']> = {
  list: (call) => {
    const { database, query } = call;
    const { where, values } = filtersOf(call.caller.id, query);
    return pageOfRows(
      database,
      query,
      { from: `FROM integrations WHERE ${where}`, values, by: { name: 'string' } },
      (row: IntegrationRow) => integrationReply(call, row),
    );
  },

  get: (call) => integrationReply(call, integrationFor(call, call.parameters.integrationName)),

  publish: (call) => {
    const { database, body } = call;
    const name = decodedParameter('integrationName', integrationName, call.parameters.integrationName);
    const organization = organizationOf(call, body.organization);
    if (!organization) throw invalid('body.organization', 'is not one of your organizations');
    const present = known(database, name);
    if (present && present.organization_id !== organization.id)
      throw forbidden('Another organization has an integration with this name');
    if (!isAdmin(call, organization.id)) throw forbidden('You need admin permission in the organization');
    return integrationReply(call, keepIntegration(database, name, organization.id, body));
  },

  unpublish: (call) => {
    const present = known(call.database, call.parameters.integrationName);
    if (!present) return nothingToDelete;
    if (!isAdmin(call, present.organization_id))
      throw forbidden('Only admins of the organization that owns the integration can unpublish it');
    call.database.run('DELETE FROM integrations WHERE name = ?', present.name);
  },

  installations: (call) => {
    const { database, query, caller } = call;
    const integration = integrationFor(call, call.parameters.integrationName);
    const from = `FROM installations WHERE integration_name = ? AND (?2 IS NULL OR external_id = ?2) AND EXISTS (
      SELECT 1 FROM members WHERE members.organization_id = installations.organization_id AND user_id = ?3
        AND role = 'admin' AND disabled = 0)`;
    const values = [integration.name, query.externalId ?? null, caller.id];
    return pageOfRows(
      database,
      query,
      { from, values, by: { created_at: 'number', id: 'string' } },
      (row: InstallationRow) => installationReply(call.addresses, row),
    );
  },
};

type ListQuery = Parameters<(typeof integrations)['list']>[0]['query'];

function filtersOf(caller: string, query: ListQuery): { where: string; values: Value[] } {
  const filters = [
    `(visibility = 'public' OR EXISTS (SELECT 1 FROM members WHERE members.organization_id = integrations.organization_id
      AND user_id = ? AND role IS NOT NULL AND disabled = 0))`,
  ];
  const values: Value[] = [caller];
  const also = (filter: string, ...more: Value[]) => {
    filters.push(filter);
    values.push(...more);
  };
  const holds = (column: string) => `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ?)`;
  if (query.search !== undefined) {
    const text = folded(query.search);
    also('(instr(folded(name), ?) > 0 OR instr(folded(title), ?) > 0)', text, text);
  }
  if (query.category !== undefined) also(holds('categories'), query.category);
  if (query.scope !== undefined) also(holds('scopes'), query.scope);
  if (query.blockDomain !== undefined) also(holds('block_domains'), query.blockDomain.toLowerCase());
  if (query.blocks !== undefined) also(`(blocks <> '[]') = ?`, query.blocks ? 1 : 0);
  if (query.contentSources !== undefined) also(`(content_sources <> '[]') = ?`, query.contentSources ? 1 : 0);
  if (query.owner !== undefined) also('organization_id = ?', query.owner);
  if (query.target !== undefined) also('target = ?', query.target);
  return { where: filters.join(' AND '), values };
}

function known(database: Database, name: string): IntegrationRow | undefined {
  return database.get<IntegrationRow>('SELECT * FROM integrations WHERE name = ?', name);
}

function integrationFor(call: Context, name: string): IntegrationRow {
  const row = known(call.database, name);
  if (!row) throw missing('Integration');
  const access = accessTo(call.database, row.organization_id, call.caller.id);
  if (row.visibility === 'private' && (access?.isGuest ?? true))
    throw forbidden('This integration is private to its organization');
  return row;
}

/** An organization of the caller by its id, or by the hostname of its public content. */
function organizationOf({ database, caller }: Context, key: string): OrganizationRow | undefined {
  return database.get<OrganizationRow>(
    `SELECT organizations.* FROM members JOIN organizations ON organizations.id = members.organization_id
     WHERE user_id = ?1 AND disabled = 0 AND (organizations.id = ?2 OR hostname = ?2) ORDER BY organizations.id = ?2 DESC LIMIT 1`,
    caller.id,
    key,
  );
}

function isAdmin({ database, caller }: Context, organizationId: string): boolean {
  const access = accessTo(database, organizationId, caller.id);
  return access !== undefined && may(access.level, 'admin');
}
