import assert from 'node:assert/strict';
import { onTestFinished } from 'vitest';
import type { Api } from '../../../src/client/api.ts';
import { withCapabilities } from '../../../src/client/capabilities.ts';
import { createApi } from '../../../src/client/createApi.ts';
import { withServerClock } from '../../../src/client/network/serverClock.ts';
import { openLocalPlatform, type LocalPlatform, type LocalPlatformOptions } from '../../../src/server/localPlatform.ts';
import { createSites } from '../../../src/store/sites/createSites.ts';
import type { SiteAddress } from '../../../src/store/sites/calls.ts';
import type { SiteContent, Sites, SitesChange } from '../../../src/store/sites/sites.ts';

export interface OpenSites {
  readonly sites: Sites;
  /** The same server without the store, as another user would use it. */
  readonly api: Api;
  readonly local: LocalPlatform;
  readonly organizationId: string;
  /** `METHOD /path` of the store's requests since the last call, without `/v1/orgs/…/sites`. */
  readonly taken: () => string[];
  readonly changes: SitesChange[];
  /** Answers the store instead of the server. */
  instead: ((request: Request) => Promise<Response | undefined> | Response | undefined) | undefined;
}

/** The real store with the real client, on a local platform with an empty organization. */
export async function openSites(
  options: Partial<LocalPlatformOptions> = {},
  now: () => number = Date.now,
): Promise<OpenSites> {
  const local = openLocalPlatform({ data: ':memory:', appUrl: 'https://app.example', ...options });
  onTestFinished(() => local.close());
  const requests: string[] = [];
  const changes: SitesChange[] = [];
  const connection = { base: 'http://127.0.0.1', token: async () => local.token };
  const api = createApi({ ...connection, platform: local.handle });
  const organizationId = (await api.organizations.list({})).items[0]?.id ?? '';
  let lacking: unknown;
  const { platform, serverNow } = withServerClock(async (request) => {
    const path = new URL(request.url).pathname.replace(`/v1/orgs/${organizationId}/sites`, '');
    requests.push(`${request.method} ${path}`);
    return (await opened.instead?.(request)) ?? local.handle(request);
  });
  const { api: ours } = withCapabilities(createApi({ ...connection, platform }), {
    storage: { get: () => lacking, set: (learned) => void (lacking = learned) },
  });
  const sites = createSites({ api: ours, now, serverNow, log: { warn: (message) => assert.fail(message) } });
  sites.onDidChange((change) => changes.push(change));
  const opened: OpenSites = {
    sites,
    api,
    local,
    organizationId,
    changes,
    taken: () => requests.splice(0),
    instead: undefined,
  };
  return opened;
}

export interface OpenSite extends OpenSites {
  readonly at: SiteAddress;
  readonly content: SiteContent;
  /** Ids of sections, groups and spaces by their titles. */
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * A site with the sections Guides and Reference, where Reference has the spaces REST and SDKs, and the group Learn with
 * Tutorials.
 */
export async function openSite(options: Partial<LocalPlatformOptions> = {}, now?: () => number): Promise<OpenSite> {
  const opened = await openSites(options, now);
  const { api, sites, organizationId } = opened;
  const { id: siteId } = await api.sites.create({ organizationId, body: { title: 'Docs' } });
  const at = { organizationId, siteId };
  const ids: Record<string, string> = {};
  const spaceId = async (title: string) => (await newSpace(opened, title)) ?? '';
  for (const title of ['Guides', 'Reference', 'Tutorials']) {
    const section = await api.siteSections.create({ ...at, body: { spaceId: await spaceId(`${title} start`), title } });
    ids[title] = section.id;
  }
  for (const title of ['REST', 'SDKs']) {
    const body = { spaceId: await spaceId(title), sectionId: ids['Reference'] ?? '' };
    ids[title] = (await api.siteSpaces.create({ ...at, body })).id;
  }
  const group = await api.siteSectionGroups.create({
    ...at,
    body: { title: 'Learn', sections: [ids['Tutorials'] ?? ''] },
  });
  ids['Learn'] = group.id;
  return Object.assign(opened, { at, ids, content: sites.at(at) });
}

/** If a server doesn't list spaces, they are created through a site. */
export async function newSpace({ api, organizationId }: OpenSites, title: string): Promise<string | undefined> {
  const body = { title, spaces: 'empty' as const };
  const { id: siteId } = await api.sites.create({ organizationId, body });
  const { items } = await api.siteSpaces.list({ organizationId, siteId });
  await api.sites.delete({ organizationId, siteId });
  return items[0]?.space?.id;
}

/** The structure in one line: `Guides, [Tutorials], …` with groups in brackets. */
export function outline(content: Pick<SiteContent, 'tree'>): string {
  const line = (parts: NonNullable<ReturnType<SiteContent['tree']>>['top']): string =>
    parts
      .map((part) => (part.kind === 'site-section-group' ? `${part.title} [${line(part.children)}]` : part.title))
      .join(', ');
  return line(content.tree()?.top ?? []);
}
