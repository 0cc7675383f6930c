import type { PlatformContract } from '../contract/contract.ts';
import type { SiteCustomization } from '../contract/siteCustomization.ts';
import { absentToDelete } from './absence.ts';
import type { GroupHandlers } from './handler.ts';
import { siteSpaceOf, siteToChange, siteToInspect } from './siteAccess.ts';
import type { SiteRow, SiteSpaceRow } from './siteRows.ts';

/** Section 4.12. A site space is shown with its site's settings and its own above them; its title is never the site's. */
export const siteCustomization: GroupHandlers<PlatformContract['siteCustomization']> = {
  get: (call) => settingsOf(siteToInspect(call).site),

  replace: (call) => {
    const { site } = siteToChange(call);
    const customization = JSON.stringify(merged({}, call.body));
    call.database.run('UPDATE sites SET customization = ? WHERE id = ?', customization, site.id);
    return settingsOf({ customization });
  },

  ofSiteSpace: (call) => {
    const { site } = siteToInspect(call);
    return settingsOf(site, siteSpaceOf(call, site, call.parameters.siteSpaceId));
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
    const { site } = siteToChange(call);
    const siteSpace = siteSpaceOf(call, site, call.parameters.siteSpaceId);
    const customization = JSON.stringify(merged(JSON.parse(siteSpace.customization) as Settings, call.body));
    call.database.run('UPDATE site_spaces SET customization = ? WHERE id = ?', customization, siteSpace.id);
    return settingsOf(site, { customization });
  },
};

type Settings = Readonly<Record<string, unknown>>;

function settingsOf(
  site: Pick<SiteRow, 'customization'>,
  siteSpace?: Pick<SiteSpaceRow, 'customization'>,
): SiteCustomization {
  const ofSite = merged(initially, JSON.parse(site.customization) as Settings);
  if (!siteSpace) return ofSite;
  const { title: _, ...inherited } = ofSite;
  return merged(inherited, JSON.parse(siteSpace.customization) as Settings);
}

/** Laid over one another, field by field in objects; what is null above is gone. Lists are replaced. */
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

/** What a site looks like before anything is set. */
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
