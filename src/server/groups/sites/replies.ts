import type { SiteStructure } from '../../../contract/sites/siteStructure.ts';
import type * as z from 'zod';
import { may } from '../shared/access.ts';
import type { Context } from '../../http/handler.ts';
import { dateTime, inBrowser, spaceReply } from '../shared/replies.ts';
import type { OrganizationRow, SpaceRow } from '../../database/rows.ts';
import type { SeenSite } from '../shared/siteAccess.ts';
import type {
  ShareLinkRow,
  SiteRow,
  SiteSectionGroupRow,
  SiteSectionRow,
  SiteSpaceRow,
} from '../../database/siteRows.ts';
import { topOf } from './writer.ts';

/** Section 2.7. */
export function siteReply({ database, addresses }: Context, organization: OrganizationRow, site: SiteRow) {
  const path = `/orgs/${site.organization_id}/sites/${site.id}`;
  const published = publishedAddress({ addresses }, organization, site);
  const count = database.get<{ count: number }>(
    'SELECT count(*) AS count FROM shown_site_spaces WHERE site_id = ?',
    site.id,
  );
  const customization = JSON.parse(site.customization) as Customization;
  const { favicon } = customization;
  return {
    object: 'site',
    id: site.id,
    type: site.type,
    title: site.title,
    ...(favicon?.icon && { icon: { icon: favicon.icon } }),
    ...(site.basename !== null && { basename: site.basename }),
    ...(site.proxy !== null && {
      proxy: { origin: site.proxy, target: published ?? addresses.location(path) },
    }),
    visibility: site.visibility,
    published: site.published === 1,
    siteSpaces: count?.count ?? 0,
    createdAt: dateTime(site.created_at),
    adaptiveContent: { enabled: site.adaptive_content === 1 },
    agentsContext: site.agents_context,
    features: featuresOf(site, customization),
    urls: {
      location: addresses.location(path),
      ...inBrowser(addresses.app(`/o/${site.organization_id}/sites/${site.id}`)),
      ...(published !== undefined && { published }),
    },
  };
}

interface Customization {
  readonly favicon?: { readonly icon?: { readonly light?: string; readonly dark?: string } };
  readonly advancedCustomization?: { readonly enabled?: boolean };
}

const plansWithAdvancedCustomization = new Set(['premium', 'ultimate']);

/**
 * The only feature that the document mentions, in `hasAdvancedCustomizationFeature` and the setting of its name. It
 * comes with the site's type, and is frozen if the setting is on in a site whose type lacks it. Other entries of such a
 * list are unknown, so none are invented.
 */
function featuresOf({ type }: SiteRow, { advancedCustomization }: Customization) {
  const isIncluded = plansWithAdvancedCustomization.has(type);
  if (!isIncluded && !advancedCustomization?.enabled) return [];
  return [
    { id: 'advancedCustomization', plan: isIncluded ? type : 'premium', frozen: !isIncluded, customizations: [] },
  ];
}

/** Section 2.10; undefined if the caller can't see the space. */
export function siteSpaceReply(call: Context, seen: SeenSite, row: SiteSpaceRow, section?: SiteSectionRow) {
  const space = call.database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', row.space_id);
  const level = space ? seen.levelOf(space) : 0;
  if (!space || !may(level, 'view')) return undefined;
  const within = row.section_id === null ? undefined : (section ?? sectionRow(call, row.section_id));
  const published = publishedAddress(call, seen.organization, seen.site, within, row);
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    ...(row.section_id !== null && { section: row.section_id }),
    space: spaceReply(call.database, call.addresses, space, level),
    title: space.title,
    default: row.is_default === 1,
    ...(row.condition !== null && { condition: row.condition }),
    hasAdvancedCustomizationFeature: plansWithAdvancedCustomization.has(seen.site.type),
    urls: { ...(published !== undefined && { published }) },
  };
}

/** Section 2.8. */
export function sectionReply(call: Context, seen: SeenSite, row: SiteSectionRow) {
  const published = publishedAddress(call, seen.organization, seen.site, row);
  return {
    object: 'site-section',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    default: row.is_default === 1,
    path: row.path,
    ...(row.condition !== null && { condition: row.condition }),
    ...(row.group_id !== null && { sectionGroup: row.group_id }),
    ...(row.icon !== null && { icon: row.icon }),
    siteSpaces: siteSpacesIn(call, seen, row),
    urls: { ...(published !== undefined && { published }) },
  };
}

/** Section 2.9. */
export function sectionGroupReply(call: Context, seen: SeenSite, row: SiteSectionGroupRow) {
  const sections = call.database.all<SiteSectionRow>(
    'SELECT * FROM site_sections WHERE group_id = ? ORDER BY rank, id',
    row.id,
  );
  return {
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    ...(row.icon !== null && { icon: row.icon }),
    sections: sections.map((section) => sectionReply(call, seen, section)),
  };
}

/**
 * Section 2.7, published site, `structure`. Site spaces at the root are shown there, even if there are empty groups.
 */
export function structureReply(call: Context, seen: SeenSite): z.input<typeof SiteStructure> {
  const top = topOf(call.database, seen.site.id);
  if (top.length === 0 || hasRoot(call, seen.site))
    return { type: 'siteSpaces', structure: siteSpacesIn(call, seen, undefined) };
  const structure = top.map(({ type, id }) =>
    type === 'site-section'
      ? sectionReply(call, seen, sectionRow(call, id))
      : sectionGroupReply(call, seen, sectionGroupRow(call, id)),
  );
  return { type: 'sections', structure };
}

function hasRoot({ database }: Context, site: SiteRow): boolean {
  const found = database.get(
    'SELECT 1 FROM shown_site_spaces WHERE site_id = ? AND section_id IS NULL LIMIT 1',
    site.id,
  );
  return found !== undefined;
}

/**
 * Section 2.12. The URL contains the key, so only those who manage the site get it. Without an app URL, it is the URL
 * of this API that resolves share links (section 5).
 */
export function shareLinkReply({ addresses }: Context, { organization, site }: SeenSite, row: ShareLinkRow) {
  const inApi = addresses.location(`/orgs/${organization.id}/sites/${site.id}/published?shareKey=${row.key}`);
  return {
    object: 'share-link',
    id: row.id,
    createdAt: dateTime(row.created_at),
    name: row.name,
    active: row.active === 1,
    urls: { published: addresses.app(`${publishedPath(organization, site)}/share/${row.key}`) ?? inApi },
  };
}

/** The site spaces of a section, or at the root, that the caller can see, in order. */
function siteSpacesIn(call: Context, seen: SeenSite, section: SiteSectionRow | undefined) {
  const rows = call.database.all<SiteSpaceRow>(
    'SELECT * FROM shown_site_spaces WHERE site_id = ? AND section_id IS ? ORDER BY rank, id',
    seen.site.id,
    section?.id ?? null,
  );
  return rows.flatMap((row) => siteSpaceReply(call, seen, row, section) ?? []);
}

/** The URL of the site or a part of it for visitors. A default has the URL of its parent. */
function publishedAddress(
  { addresses }: Pick<Context, 'addresses'>,
  organization: OrganizationRow,
  site: SiteRow,
  ...parts: readonly (SiteSectionRow | SiteSpaceRow | undefined)[]
): string | undefined {
  if (site.published !== 1) return undefined;
  const below = parts.flatMap((part) => (part === undefined || part.is_default === 1 ? [] : [`/${part.path}`]));
  return addresses.app(`${publishedPath(organization, site)}${below.join('')}`);
}

function publishedPath(organization: OrganizationRow, site: SiteRow): string {
  return `/${organization.hostname ?? organization.id}/${site.basename ?? site.id}`;
}

function sectionRow({ database }: Context, id: string): SiteSectionRow {
  return known(database.get<SiteSectionRow>('SELECT * FROM site_sections WHERE id = ?', id));
}

function sectionGroupRow({ database }: Context, id: string): SiteSectionGroupRow {
  return known(database.get<SiteSectionGroupRow>('SELECT * FROM site_section_groups WHERE id = ?', id));
}

function known<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A row refers to a row that exists');
  return row;
}
