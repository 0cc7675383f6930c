import { failureOf } from '../../model/shared/failure.ts';
import { listed } from '../shared/listed.ts';
import { createActions } from './actions.ts';
import type { SiteAddress } from './calls.ts';
import { siteContent } from './content.ts';
import type { SiteContent, Sites } from './sites.ts';
import { ask, createState, listOf, refreshLists, type SitesOptions } from './state.ts';

export function createSites(options: SitesOptions): Sites {
  const state = createState(options);
  const { api, now, serverNow, changed, lists, records, contents } = state;

  function contentOf(address: SiteAddress): SiteContent {
    const known = contents.get(address.siteId);
    if (known) return known;
    const onUpdate = () => changed.emit({ kind: 'site', siteId: address.siteId });
    const made = siteContent({ api, address, now, serverNow, onUpdate });
    contents.set(address.siteId, made);
    return made;
  }

  return {
    async sites(organizationId, filter, { signal } = {}) {
      const list = listOf(state, organizationId, filter);
      const { items, asOf, hasMore, skipped } = await list.load(signal);
      const sites = items.map((site) => records.get(site.id) ?? site);
      return { sites, asOf, hasMore, skipped, failure: list.failure() };
    },
    async more(organizationId, filter, { signal } = {}) {
      await listOf(state, organizationId, filter).more(signal);
    },
    cached: (siteId) => records.get(siteId),
    site: (address, { signal } = {}) => ask(state, address, signal),
    async withSpace(organizationId, spaceId, { signal } = {}) {
      const sites = await listed((page) => api.sites.list({ organizationId, space: spaceId, ...page }, { signal }));
      for (const site of sites) records.set(site.id, site);
      return sites;
    },
    at: contentOf,
    ...createActions(state, contentOf),
    published: (address, shareKey, { signal } = {}) =>
      api.sites.published({ ...address, ...(shareKey !== undefined && { shareKey }) }, { signal }),
    async reread(address) {
      await Promise.all([
        ask(state, address).catch((error: unknown) => {
          if (!failureOf(error)) throw error;
        }),
        contentOf(address).refresh(),
      ]);
      await refreshLists(state, address.organizationId);
    },
    async refresh({ signal } = {}) {
      const organizations = new Set([...lists.values()].map(({ organizationId }) => organizationId));
      await Promise.all([
        ...[...organizations].map((id) => refreshLists(state, id, signal)),
        ...[...contents.values()].map((each) => each.refresh({ signal })),
      ]);
    },
    onDidChange: (listener) => changed.listen(listener),
  };
}
