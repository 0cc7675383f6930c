import type { ShareLink } from '../../contract/sites/shareLinks.ts';
import type { SiteCustomization } from '../../contract/sites/siteCustomization.ts';
import { isKind } from '../../model/shared/failure.ts';
import { createCachedValue, type CachedValue } from '../shared/cachedValue.ts';
import { listed } from '../shared/listed.ts';
import { createMakeOnce, mayComeOf } from '../shared/makeOnce.ts';
import type { SiteAddress } from './calls.ts';
import type { Audience, SiteContent } from './sites.ts';
import type { SitesOptions } from './state.ts';
import { siteStructure } from './structure.ts';

/** The content of a site: its structure, share links, audience and customization. */
export function siteContent(parts: {
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

  /** Also after a failure: someone else may have deleted it, or the action was applied although no answer came. */
  async function following<Result>(action: Promise<Result>): Promise<Result> {
    try {
      return await action;
    } finally {
      await shareLinks.refresh();
    }
  }

  const making = createMakeOnce({ now, serverNow });
  const create = (name: string): Promise<ShareLink> =>
    making({
      key: name,
      cached: (shareLinks.cached() ?? []).map(({ id }) => id),
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
        ...held.filter((each) => each.cached() ?? each.failure()).map((each) => each.refresh(signal)),
      ]);
    },
  };
}
