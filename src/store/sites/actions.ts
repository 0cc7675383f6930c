import type { Site } from '../../contract/sites/sites.ts';
import { isKind, mayHaveHappened } from '../../model/shared/failure.ts';
import { deleteOnce } from '../shared/deleteOnce.ts';
import { listed } from '../shared/listed.ts';
import { createMakeOnce, mayComeOf } from '../shared/makeOnce.ts';
import { createSendOnce } from '../shared/sendOnce.ts';
import type { SiteAddress } from './calls.ts';
import type { SiteContent, Sites } from './sites.ts';
import { ask, forget, learn, refreshLists, type SitesState } from './state.ts';

/** Fields that a site has exactly as an update sent them. */
const unchangedFields = ['title', 'visibility', 'basename', 'agentsContext'];

/** The user's actions on sites. */
export function createActions(
  state: SitesState,
  contentOf: (address: SiteAddress) => SiteContent,
): Pick<Sites, 'create' | 'update' | 'setPublished' | 'delete'> {
  const { now, serverNow, records } = state;
  const api = state.api.sites;
  const sendOnce = createSendOnce(now);
  const makeOnce = createMakeOnce({ now, serverNow }, sendOnce);

  /** The site may now match other filters than before. */
  async function relist(organizationId: string, site: Site): Promise<Site> {
    const learned = learn(state, site);
    await refreshLists(state, organizationId);
    return learned;
  }

  /** Changes a site. If the site is missing or no answer came, fetches what is shown before the error is thrown. */
  async function change(
    address: SiteAddress,
    send: () => Promise<Site>,
    isDone: (site: Site) => boolean,
  ): Promise<Site> {
    const isWorthLook = (error: unknown) => isKind(error, 'missing') || mayHaveHappened(error);
    let site: Site;
    try {
      site = await sendOnce({
        send,
        isWorthLook,
        async look() {
          const present = await ask(state, address);
          return isDone(present) ? present : undefined;
        },
      });
    } catch (error) {
      if (isWorthLook(error)) await refreshLists(state, address.organizationId);
      throw error;
    }
    return relist(address.organizationId, site);
  }

  return {
    async create(organizationId, body) {
      const site = await makeOnce({
        key: JSON.stringify([organizationId, body]),
        cached: records.keys(),
        create: () => api.create({ organizationId, body }),
        async find(attempt) {
          const { title } = body;
          const query = { organizationId, ...(title !== undefined && { title }) };
          const sites = await listed((page) => api.list({ ...query, ...page }));
          return sites.filter((each) => each.title === title && mayComeOf(attempt, each));
        },
      });
      return relist(organizationId, site);
    },
    async update(address, body) {
      const wanted = Object.entries(body);
      const site = await change(
        address,
        () => api.update({ ...address, body }),
        (present) =>
          wanted.every(([field, value]) => unchangedFields.includes(field) && Reflect.get(present, field) === value),
      );
      const { defaultSiteSection, defaultSiteSpace } = body;
      if (defaultSiteSection !== undefined || defaultSiteSpace !== undefined) await contentOf(address).refreshTree();
      return site;
    },
    setPublished: (address, published) =>
      change(
        address,
        () => (published ? api.publish(address) : api.unpublish(address)),
        (present) => present.published === published,
      ),
    async delete(address) {
      await deleteOnce(
        sendOnce,
        () => api.delete(address),
        () => ask(state, address),
      );
      forget(state, address.siteId);
      await refreshLists(state, address.organizationId);
    },
  };
}
