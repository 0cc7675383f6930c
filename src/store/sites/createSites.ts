import type { Api } from '../../client/api.ts';
import type { ShareLink } from '../../contract/sites/shareLinks.ts';
import type { SiteCustomization } from '../../contract/sites/siteCustomization.ts';
import type { Site } from '../../contract/sites/sites.ts';
import { failureOf, isKind, mayHaveHappened } from '../../model/shared/failure.ts';
import { createMakeOnce, mayComeOf } from '../shared/makeOnce.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createCachedValue, type CachedValue } from '../shared/cachedValue.ts';
import { createTurns, createPagedList, type PagedList } from '../shared/pagedList.ts';
import type { SiteAddress } from './calls.ts';
import { listed } from '../shared/listed.ts';
import { siteStructure } from './structure.ts';
import type { Audience, SiteContent, SiteFilter, Sites, SitesChange } from './sites.ts';

export interface SitesOptions {
  readonly api: Pick<
    Api,
    'sites' | 'siteSections' | 'siteSectionGroups' | 'siteSpaces' | 'siteCustomization' | 'shareLinks'
  >;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly log: { warn(message: string): void };
}

export function createSites({ api, now, serverNow, log }: SitesOptions): Sites {
  const turns = createTurns();
  const changed = createEmitter<SitesChange>((error) => log.warn(`A listener of the sites failed: ${String(error)}`));
  const lists = new Map<string, { readonly organizationId: string; readonly list: PagedList<Site> }>();
  const records = new Map<string, Site>();
  const contents = new Map<string, SiteContent>();
  const making = createMakeOnce({ now, serverNow });

  function listOf(organizationId: string, filter: SiteFilter = {}): PagedList<Site> {
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const key = JSON.stringify([organizationId, given]);
    const known = lists.get(key);
    if (known) return known.list;
    const list = createPagedList<Site>({
      now,
      turns,
      onItems: (sites) => sites.forEach((site) => records.set(site.id, site)),
      onUpdate: () => changed.emit({ kind: 'sites', organizationId }),
      fetch: (page, signal) =>
        api.sites.list({ organizationId, limit: 1000, ...given, ...(page !== undefined && { page }) }, { signal }),
    });
    lists.set(key, { organizationId, list });
    // Each is asked for again with every act: those of filters that were looked at long ago are let go.
    const filtered = [...lists.keys()].filter((each) => !each.endsWith(',{}]'));
    for (const old of filtered.slice(0, -mostFiltered)) lists.delete(old);
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

  async function ask(address: SiteAddress, signal?: AbortSignal): Promise<Site> {
    try {
      return learn(await api.sites.get(address, { signal }));
    } catch (error) {
      if (isKind(error, 'missing')) forget(address.siteId);
      throw error;
    }
  }

  /** What an act on a site came to. When it is gone, or no answer came, what is shown is asked for before the error goes on. */
  async function acted(address: SiteAddress, act: Promise<Site>, isDone: (site: Site) => boolean): Promise<Site> {
    let site: Site;
    try {
      site = await act;
    } catch (error) {
      if (!isKind(error, 'missing') && !mayHaveHappened(error)) throw error;
      const present = await ask(address).catch(() => undefined);
      if (!present || !isDone(present)) {
        await refreshLists(address.organizationId);
        throw error;
      }
      site = present;
    }
    return relist(address.organizationId, site);
  }

  function content(address: SiteAddress): SiteContent {
    const known = contents.get(address.siteId);
    if (known) return known;
    const onUpdate = () => changed.emit({ kind: 'site', siteId: address.siteId });
    const made = siteContent({ api, address, now, serverNow, onUpdate });
    contents.set(address.siteId, made);
    return made;
  }

  function forget(siteId: string): void {
    records.delete(siteId);
    contents.delete(siteId);
  }

  async function isGone(address: SiteAddress, error: unknown): Promise<boolean> {
    if (isKind(error, 'missing')) return true;
    if (!mayHaveHappened(error)) return false;
    return ask(address).then(
      () => false,
      (failure: unknown) => isKind(failure, 'missing'),
    );
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
    site: (address, { signal } = {}) => ask(address, signal),
    async withSpace(organizationId, spaceId, { signal } = {}) {
      const sites = await listed((page) => api.sites.list({ organizationId, space: spaceId, ...page }, { signal }));
      for (const site of sites) records.set(site.id, site);
      return sites;
    },
    at: content,

    async create(organizationId, body) {
      const site = await making({
        key: JSON.stringify([organizationId, body]),
        known: records.keys(),
        create: () => api.sites.create({ organizationId, body }),
        async find(attempt) {
          const { title } = body;
          const query = { organizationId, ...(title !== undefined && { title }) };
          const sites = await listed((page) => api.sites.list({ ...query, ...page }));
          return sites.filter((each) => each.title === title && mayComeOf(attempt, each));
        },
      });
      return relist(organizationId, site);
    },
    async update(address, body) {
      const wanted = Object.entries(body).filter(([field]) => field in shownAs);
      const site = await acted(
        address,
        api.sites.update({ ...address, body }),
        (present) =>
          wanted.length === Object.keys(body).length &&
          wanted.every(([field, value]) => Reflect.get(present, field) === value),
      );
      const { defaultSiteSection, defaultSiteSpace } = body;
      if (defaultSiteSection !== undefined || defaultSiteSpace !== undefined) await content(address).refreshTree();
      return site;
    },
    async setPublished(address, published) {
      const act = published ? api.sites.publish(address) : api.sites.unpublish(address);
      return acted(address, act, (present) => present.published === published);
    },
    async delete(address) {
      try {
        await api.sites.delete(address);
      } catch (error) {
        // Somebody else was faster, or it has gone although no answer came.
        if (!(await isGone(address, error))) throw error;
      }
      forget(address.siteId);
      await refreshLists(address.organizationId);
    },
    published: (address, shareKey, { signal } = {}) =>
      api.sites.published({ ...address, ...(shareKey !== undefined && { shareKey }) }, { signal }),

    async reread(address) {
      await Promise.all([
        ask(address).catch((error: unknown) => {
          if (!failureOf(error)) throw error;
        }),
        content(address).refresh(),
      ]);
      await refreshLists(address.organizationId);
    },
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

/** So many lists with a filter are kept up to date. */
const mostFiltered = 5;

/** Fields of an update that a site tells as they were sent. */
const shownAs = { title: true, visibility: true, basename: true, agentsContext: true };

function siteContent(parts: {
  readonly api: SitesOptions['api'];
  readonly address: SiteAddress;
  readonly now: () => number;
  /** See `Clocks`. */
  readonly serverNow: () => number | undefined;
  readonly onUpdate: () => void;
}): SiteContent {
  const { api, address, now, serverNow, onUpdate } = parts;
  const structure = siteStructure(parts);
  const shareLinks = createCachedValue<readonly ShareLink[]>({
    now,
    onUpdate,
    fetch: (signal) => listed((page) => api.shareLinks.list({ ...address, ...page }, { signal })),
  });
  const audience = createCachedValue<Audience>({
    now,
    onUpdate,
    fetch: async (signal) => {
      const [schema, { items }] = await Promise.all([
        api.sites.adaptiveSchema(address, { signal }),
        api.sites.templateConditions(address, { signal }),
      ]);
      return { schema, conditions: items };
    },
  });
  const customization = createCachedValue<SiteCustomization>({
    now,
    onUpdate,
    fetch: (signal) => api.siteCustomization.get(address, { signal }),
  });
  const held: readonly CachedValue<unknown>[] = [shareLinks, audience, customization];

  /** Also after a failure: somebody else may have deleted it, or it has happened although no answer came. */
  async function following<Result>(act: Promise<Result>): Promise<Result> {
    try {
      return await act;
    } finally {
      await shareLinks.refresh();
    }
  }

  const making = createMakeOnce({ now, serverNow });
  const create = (name: string): Promise<ShareLink> =>
    making({
      key: name,
      known: (shareLinks.known() ?? []).map(({ id }) => id),
      create: () => api.shareLinks.create({ ...address, body: { name } }),
      async find(attempt) {
        const links = await listed((page) => api.shareLinks.list({ ...address, ...page }));
        return links.filter((each) => each.name === name && mayComeOf(attempt, each));
      },
    });

  async function deleteLink(shareLinkId: string): Promise<void> {
    try {
      await api.shareLinks.delete({ ...address, shareLinkId });
    } catch (error) {
      if (!isKind(error, 'missing')) throw error;
    }
  }

  return {
    ...structure,
    shareLinks: {
      load: ({ signal } = {}) => shareLinks.load(signal),
      create: (name) => following(create(name)),
      update: (shareLinkId, body) => following(api.shareLinks.update({ ...address, shareLinkId, body })),
      delete: (shareLinkId) => following(deleteLink(shareLinkId)),
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
