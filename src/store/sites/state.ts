import type { Api } from '../../client/api.ts';
import type { Site } from '../../contract/sites/sites.ts';
import { isKind } from '../../model/shared/failure.ts';
import { createEmitter, type Emitter } from '../shared/emitter.ts';
import { createPagedList, createTurns, type PagedList, type Turns } from '../shared/pagedList.ts';
import type { SiteAddress } from './calls.ts';
import type { SiteContent, SiteFilter, SitesChange } from './sites.ts';

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

/** Everything cached of the sites of one account. */
export interface SitesState extends SitesOptions {
  readonly turns: Turns;
  readonly changed: Emitter<SitesChange>;
  /** Lists by organization and filter. */
  readonly lists: Map<string, { readonly organizationId: string; readonly list: PagedList<Site> }>;
  readonly records: Map<string, Site>;
  readonly contents: Map<string, SiteContent>;
}

/** Limit of lists with a filter that are kept up to date. */
const mostFiltered = 5;

export function createState(options: SitesOptions): SitesState {
  const { log } = options;
  return {
    ...options,
    turns: createTurns(),
    changed: createEmitter((error) => log.warn(`A listener of the sites failed: ${String(error)}`)),
    lists: new Map(),
    records: new Map(),
    contents: new Map(),
  };
}

export function listOf(state: SitesState, organizationId: string, filter: SiteFilter = {}): PagedList<Site> {
  const { api, now, turns, changed, lists, records } = state;
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
  // Each list is fetched again after every action, so lists of filters that were used long ago are dropped.
  const filtered = [...lists.keys()].filter((each) => !each.endsWith(',{}]'));
  for (const old of filtered.slice(0, -mostFiltered)) lists.delete(old);
  return list;
}

export async function refreshLists({ lists }: SitesState, organizationId: string, signal?: AbortSignal): Promise<void> {
  const own = [...lists.values()].filter(
    (each) => each.organizationId === organizationId && (each.list.cached() ?? each.list.failure()),
  );
  await Promise.all(own.map(({ list }) => list.refresh(signal)));
}

export function learn({ records, changed }: SitesState, site: Site): Site {
  records.set(site.id, site);
  changed.emit({ kind: 'site', siteId: site.id });
  return site;
}

export async function ask(state: SitesState, address: SiteAddress, signal?: AbortSignal): Promise<Site> {
  try {
    return learn(state, await state.api.sites.get(address, { signal }));
  } catch (error) {
    if (isKind(error, 'missing')) forget(state, address.siteId);
    throw error;
  }
}

export function forget({ records, contents }: SitesState, siteId: string): void {
  records.delete(siteId);
  contents.delete(siteId);
}
