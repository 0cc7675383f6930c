import type { Api } from '../../client/api.ts';
import { instead } from '../../model/shared/failure.ts';
import type { OrganizationLists } from './lists.ts';
import type { IntegrationFilter, Organizations, OrganizationsChange } from './organizations.ts';
import { listed } from '../shared/listed.ts';

type IntegrationActions = Pick<
  Organizations,
  'integrations' | 'integration' | 'installations' | 'publish' | 'unpublish'
>;

/** Section 4.19 of the API document. */
export function integrationActions(api: Pick<Api, 'integrations'>, lists: OrganizationLists): IntegrationActions {
  /** The same integration can be in the lists of several organizations. */
  const organizations = new Set<string>();
  const places = (): OrganizationsChange[] => [...organizations].map(integrationsOf);

  return {
    integrations(organizationId, filter = {}) {
      organizations.add(organizationId);
      const query = isFilter(filter) ? filter : { owner: organizationId };
      return lists.list(integrationsOf(organizationId), filter, async (page, signal) => {
        const asked = { limit: 200, ...query, ...(page !== undefined && { page }) };
        const list = await api.integrations.list(asked, { signal });
        return { ...list, items: list.items.map((integration) => ({ ...integration, id: integration.name })) };
      });
    },
    integration: (integrationName, { signal } = {}) => api.integrations.get({ integrationName }, { signal }),
    installations: (integrationName, { signal } = {}) =>
      listed((page) => api.integrations.installations({ integrationName, ...page }, { signal })).catch(
        instead(undefined, 'unsupported', 'forbidden'),
      ),
    async publish(integrationName, body) {
      const integration = await api.integrations.publish({ integrationName, body });
      await Promise.all(places().map((place) => lists.renew(place)));
      return integration;
    },
    async unpublish(integrationName) {
      await api.integrations.unpublish({ integrationName });
      for (const place of places()) lists.drop(place, integrationName);
    },
  };
}

function isFilter(filter: IntegrationFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

function integrationsOf(organizationId: string): OrganizationsChange {
  return { list: 'integrations', organizationId };
}
