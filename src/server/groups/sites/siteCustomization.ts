import type { PlatformContract } from '../../../contract/contract.ts';
import type { SiteCustomization } from '../../../contract/sites/siteCustomization.ts';
import { absentToDelete } from '../shared/notFound.ts';
import { may } from '../shared/access.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import type { SpaceRow } from '../../database/rows.ts';
import { siteSpaceOf, siteToChange, siteToInspect, type SeenSite } from '../shared/siteAccess.ts';
import type { SiteRow, SiteSpaceRow } from '../../database/siteRows.ts';

/**
 * Section 4.12. A site space has its site's settings, overridden by its own. If a title isn't set, it is that of the
 * content (section 2.11); for a site space, never that of the site.
 */
export const siteCustomization: GroupHandlers<PlatformContract['siteCustomization']> = {
  get: (call) => settingsOf(siteToInspect(call).site),

  replace: (call) => {
    const { site } = siteToChange(call);
    const customization = JSON.stringify(merged({}, withoutFallback(call.body, site.title)));
    call.database.run('UPDATE sites SET customization = ? WHERE id = ?', customization, site.id);
    return settingsOf({ ...site, customization });
  },

  ofSiteSpace: (call) => {
    const seen = siteToInspect(call);
    const siteSpace = siteSpaceOf(call, seen.site, call.parameters.siteSpaceId);
    return settingsOfSiteSpace(seen, siteSpace.customization, contentTitle(call, seen, siteSpace));
  },

  resetOfSiteSpace: (call) => {
    const { site } = siteToChange(call);
    const changed = call.database.run(
      `UPDATE site_spaces SET customization = '{}'
       WHERE id IN (SELECT id FROM shown_site_spaces WHERE id = ? AND site_id = ?)`,
      call.parameters.siteSpaceId,
      site.id,
    );
    if (changed === 0) return absentToDelete(call, 'Site space', call.parameters.siteSpaceId, site.organization_id);
  },

  updateOfSiteSpace: (call) => {
    const seen = siteToChange(call);
    const siteSpace = siteSpaceOf(call, seen.site, call.parameters.siteSpaceId);
    const title = contentTitle(call, seen, siteSpace);
    const settings = merged(JSON.parse(siteSpace.customization) as Settings, withoutFallback(call.body, title));
    const customization = JSON.stringify(settings);
    call.database.run('UPDATE site_spaces SET customization = ? WHERE id = ?', customization, siteSpace.id);
    return settingsOfSiteSpace(seen, customization, title);
  },
};

type Settings = Readonly<Record<string, unknown>>;

function settingsOf({ title, customization }: Pick<SiteRow, 'title' | 'customization'>): SiteCustomization {
  return { title, ...merged(initially, JSON.parse(customization) as Settings) };
}

function settingsOfSiteSpace({ site }: SeenSite, customization: string, title: string | undefined): SiteCustomization {
  const { title: _, ...inherited } = settingsOf(site);
  const own = merged(inherited, JSON.parse(customization) as Settings);
  return title === undefined ? own : { title, ...own };
}

/** The title of the space, for callers who can see it. */
function contentTitle({ database }: Context, seen: SeenSite, siteSpace: SiteSpaceRow): string | undefined {
  const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', siteSpace.space_id);
  return space && may(seen.levelOf(space), 'view') ? space.title : undefined;
}

/**
 * A title equal to the content's doesn't count as set, because a client that reads, changes and writes sends the
 * fallback back.
 */
function withoutFallback(body: Settings, title: string | undefined): Settings {
  return title !== undefined && body['title'] === title ? { ...body, title: null } : body;
}

/** Merges objects field by field; null in the upper one removes a field. Lists are replaced. */
function merged(below: Settings, above: Settings): Settings {
  const result = new Map(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    if (value === undefined) continue;
    if (value === null) result.delete(name);
    else result.set(name, isObject(value) ? merged(asObject(result.get(name)), value) : value);
  }
  return Object.fromEntries(result);
}

function asObject(value: unknown): Settings {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The customization of a site before anything is set. */
const initially: Settings = {
  styling: {
    theme: 'clean',
    primaryColor: { light: '#346DDB', dark: '#346DDB' },
    infoColor: { light: '#787878', dark: '#787878' },
    successColor: { light: '#00C950', dark: '#00C950' },
    warningColor: { light: '#FE9A00', dark: '#FE9A00' },
    dangerColor: { light: '#FB2C36', dark: '#FB2C36' },
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    icons: 'regular',
    search: 'prominent',
    sidebar: { background: 'default', list: 'default' },
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  aiSearch: { enabled: false },
  ai: { pageLinkSummaries: { enabled: false } },
  advancedCustomization: { enabled: false },
  pagination: { enabled: true },
  trademark: { enabled: true },
  git: { showEditLink: false },
  externalLinks: { target: 'self' },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
};
