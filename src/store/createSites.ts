import type { Api } from '../client/api.ts';
import type { ShareLink } from '../contract/shareLinks.ts';
import type { SiteCustomization } from '../contract/siteCustomization.ts';
import type { Site } from '../contract/sites.ts';
import { createEmitter } from './emitter.ts';
import { isKind } from './failure.ts';
import { heldValue, type HeldValue } from './heldValue.ts';
import { createTurns, pagedList, type PagedList } from './pagedList.ts';
import type { SiteAddress } from './siteCalls.ts';
import { siteStructure } from './siteStructure.ts';
import type { Audience, SiteContent, SiteFilter, Sites, SitesChange } from './sites.ts';

export interface SitesOptions {
  readonly api: Pick<
    Api,
    'sites' | 'siteSections' | 'siteSectionGroups' | 'siteSpaces' | 'siteCustomization' | 'shareLinks'
  >;
  /** In ms since the epoch. */
  readonly now: () => number;
  readonly log: { warn(message: string): void };
}

export function createSites({ api, now, log }: SitesOptions): Sites {
  const turns = createTurns();
  const changed = createEmitter<SitesChange>((error) => log.warn(`A listener of the sites failed: ${String(error)}`));
  const lists = new Map<string, { readonly organizationId: string; readonly list: PagedList<Site> }>();
  const records = new Map<string, Site>();
  const contents = new Map<string, SiteContent>();

  function listOf(organizationId: string, filter: SiteFilter = {}): PagedList<Site> {
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const key = JSON.stringify([organizationId, given]);
    const known = lists.get(key);
    if (known) return known.list;
    const list = pagedList<Site>({
      now,
      turns,
      onItems: (sites) => sites.forEach((site) => records.set(site.id, site)),
      onHeard: () => changed.emit({ kind: 'sites', organizationId }),
      fetch: (page, signal) =>
        api.sites.list({ organizationId, limit: 1000, ...given, ...(page !== undefined && { page }) }, { signal }),
    });
    lists.set(key, { organizationId, list });
    return list;
  }

  function learn(site: Site): Site {
    records.set(site.id, site);
    changed.emit({ kind: 'site', siteId: site.id });
    return site;
  }

  async function refreshLists(organizationId: string, signal?: AbortSignal): Promise<void> {
    const own = [...lists.values()].filter(
      (each) => each.organizationId === organizationId && (each.list.known() ?? each.list.failure()),
    );
    await Promise.all(own.map(({ list }) => list.refresh(signal)));
  }

  /** A site may have entered or left what the filters ask for. */
  async function relist(organizationId: string, site: Site): Promise<Site> {
    const learned = learn(site);
    await refreshLists(organizationId);
    return learned;
  }

  function content(address: SiteAddress): SiteContent {
    const known = contents.get(address.siteId);
    if (known) return known;
    const onHeard = () => changed.emit({ kind: 'site', siteId: address.siteId });
    const made = siteContent({ api, address, now, onHeard });
    contents.set(address.siteId, made);
    return made;
  }

  function forget(siteId: string): void {
    records.delete(siteId);
    contents.delete(siteId);
  }

  return {
    async sites(organizationId, filter, { signal } = {}) {
      const list = listOf(organizationId, filter);
      const { items, asOf, hasMore, skipped } = await list.load(signal);
      const sites = items.map((site) => records.get(site.id) ?? site);
      return { sites, asOf, hasMore, skipped, failure: list.failure() };
    },
    async more(organizationId, filter, { signal } = {}) {
      await listOf(organizationId, filter).more(signal);
    },
    known: (siteId) => records.get(siteId),
    async site(address, { signal } = {}) {
      try {
        return learn(await api.sites.get(address, { signal }));
      } catch (error) {
        if (isKind(error, 'missing')) forget(address.siteId);
        throw error;
      }
    },
    async withSpace(organizationId, spaceId, { signal } = {}) {
      const list = listOf(organizationId, { space: spaceId });
      await list.refresh(signal);
      const failure = list.failure();
      if (failure) throw failure;
      while (list.known()?.hasMore) await list.more(signal);
      return list.known()?.items ?? [];
    },
    at: content,

    async create(organizationId, body) {
      return relist(organizationId, await api.sites.create({ organizationId, body }));
    },
    async update(address, body) {
      const site = await relist(address.organizationId, await api.sites.update({ ...address, body }));
      const { defaultSiteSection, defaultSiteSpace } = body;
      if (defaultSiteSection !== undefined || defaultSiteSpace !== undefined) await content(address).refreshTree();
      return site;
    },
    async setPublished(address, published) {
      const site = await (published ? api.sites.publish(address) : api.sites.unpublish(address));
      return relist(address.organizationId, site);
    },
    async delete(address) {
      await api.sites.delete(address);
      forget(address.siteId);
      await refreshLists(address.organizationId);
    },
    published: (address, shareKey, { signal } = {}) =>
      api.sites.published({ ...address, ...(shareKey !== undefined && { shareKey }) }, { signal }),

    async refresh({ signal } = {}) {
      const organizations = new Set([...lists.values()].map(({ organizationId }) => organizationId));
      await Promise.all([
        ...[...organizations].map((id) => refreshLists(id, signal)),
        ...[...contents.values()].map((each) => each.refresh({ signal })),
      ]);
    },
    onDidChange: (listener) => changed.listen(listener),
  };
}

function siteContent(parts: {
  readonly api: SitesOptions['api'];
  readonly address: SiteAddress;
  readonly now: () => number;
  readonly onHeard: () => void;
}): SiteContent {
  const { api, address, now, onHeard } = parts;
  const structure = siteStructure(parts);
  const shareLinks = heldValue<readonly ShareLink[]>({
    now,
    onHeard,
    fetch: async (signal) => (await api.shareLinks.list({ ...address, limit: 1000 }, { signal })).items,
  });
  const audience = heldValue<Audience>({
    now,
    onHeard,
    fetch: async (signal) => {
      const [schema, { items }] = await Promise.all([
        api.sites.adaptiveSchema(address, { signal }),
        api.sites.templateConditions(address, { signal }),
      ]);
      return { schema, conditions: items };
    },
  });
  const customization = heldValue<SiteCustomization>({
    now,
    onHeard,
    fetch: (signal) => api.siteCustomization.get(address, { signal }),
  });
  const held: readonly HeldValue<unknown>[] = [shareLinks, audience, customization];

  async function following<Result>(act: Promise<Result>): Promise<Result> {
    const result = await act;
    await shareLinks.refresh();
    return result;
  }

  return {
    ...structure,
    shareLinks: {
      load: ({ signal } = {}) => shareLinks.load(signal),
      create: (name) => following(api.shareLinks.create({ ...address, body: { name } })),
      update: (shareLinkId, body) => following(api.shareLinks.update({ ...address, shareLinkId, body })),
      delete: (shareLinkId) => following(api.shareLinks.delete({ ...address, shareLinkId })),
    },
    audience: ({ signal } = {}) => audience.load(signal),
    customization: ({ signal } = {}) => customization.load(signal),
    async refresh({ signal } = {}) {
      await Promise.all([
        ...(structure.tree() || structure.failure() ? [structure.refreshTree({ signal })] : []),
        ...held.filter((each) => each.known() ?? each.failure()).map((each) => each.refresh(signal)),
      ]);
    },
  };
}
