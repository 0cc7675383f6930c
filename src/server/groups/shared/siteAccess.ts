import { absent } from './notFound.ts';
import { accessTo, may, organizationFor, type Access, type Level } from './access.ts';
import type { Database } from '../../database/database.ts';
import type { Context } from '../../http/handler.ts';
import { forbidden, missing } from '../../http/problems.ts';
import type { OrganizationRow, SpaceRow } from '../../database/rows.ts';
import type {
  ShareLinkRow,
  SiteRow,
  SiteSectionGroupRow,
  SiteSectionRow,
  SiteSpaceRow,
} from '../../database/siteRows.ts';

/** A site as one caller sees it. */
export interface SeenSite {
  readonly site: SiteRow;
  readonly organization: OrganizationRow;
  /** The caller's level for a space of the site; 0 hides it. */
  levelOf(space: Pick<SpaceRow, 'parent_id' | 'default_level' | 'visibility'>): Level;
}

type SiteCall = Context & { readonly parameters: { readonly organizationId: string; readonly siteId: string } };

/** The site for a call that changes it, which requires an admin of the organization. */
export function siteToChange(call: SiteCall): SeenSite {
  const { organization, access } = organizationFor(call, call.parameters.organizationId, 'admin');
  return seen(organization, access, siteIn(call.database, organization, call.parameters.siteId), false);
}

/**
 * The site for a call that reads it. Members see every site; guests, and everyone with a `shareKey`, see live sites.
 * Visitors see everything in a site, members what they can see of it anyway.
 */
export function siteToRead(call: SiteCall, shareKey?: string): SeenSite {
  const { database, parameters } = call;
  const organization = database.get<OrganizationRow>(
    'SELECT * FROM organizations WHERE id = ?',
    parameters.organizationId,
  );
  if (!organization) throw missing('Organization');
  const access = accessTo(database, organization.id, call.caller.id);
  const site = database.get<SiteRow>('SELECT * FROM sites WHERE id = ?', parameters.siteId);
  const isVisitor = site?.organization_id === organization.id && isLiveFor(database, site, shareKey);
  if (!access && !isVisitor) throw forbidden('You are not a member of this organization');
  const checked = siteIn(database, organization, parameters.siteId);
  if (!isVisitor && access?.isGuest) throw forbidden('You need view permission for this site');
  return seen(organization, access, checked, isVisitor);
}

/** The site for a call that reads its configuration. Guests and visitors only see what the site shows. */
export function siteToInspect(call: SiteCall): SeenSite {
  const { organization, access } = organizationFor(call, call.parameters.organizationId);
  const site = siteIn(call.database, organization, call.parameters.siteId);
  if (access.isGuest) throw forbidden("Guests can't see the setup of a site");
  return seen(organization, access, site, false);
}

/** True if a share link of a live site leads to the space. */
export function isShared({ database }: Context, spaceId: string, shareKey: string): boolean {
  const found = database.get(
    `SELECT 1 FROM share_links JOIN sites ON sites.id = share_links.site_id JOIN shown_site_spaces USING (site_id)
     WHERE key = ? AND active = 1 AND published = 1 AND visibility = 'share-link' AND space_id = ?`,
    shareKey,
    spaceId,
  );
  return found !== undefined;
}

export function sectionOf(context: Context, site: SiteRow, id: string): SiteSectionRow {
  const row = context.database.get<SiteSectionRow>(
    'SELECT * FROM site_sections WHERE id = ? AND site_id = ?',
    id,
    site.id,
  );
  if (!row) throw absent(context, 'Site section', id, site.organization_id);
  return row;
}

export function sectionGroupOf(context: Context, site: SiteRow, id: string): SiteSectionGroupRow {
  const row = context.database.get<SiteSectionGroupRow>(
    'SELECT * FROM site_section_groups WHERE id = ? AND site_id = ?',
    id,
    site.id,
  );
  if (!row) throw absent(context, 'Site section group', id, site.organization_id);
  return row;
}

export function siteSpaceOf(context: Context, site: SiteRow, id: string): SiteSpaceRow {
  const row = context.database.get<SiteSpaceRow>(
    'SELECT * FROM shown_site_spaces WHERE id = ? AND site_id = ?',
    id,
    site.id,
  );
  if (!row) throw absent(context, 'Site space', id, site.organization_id);
  return row;
}

export function shareLinkOf(context: Context, site: SiteRow, id: string): ShareLinkRow {
  const row = context.database.get<ShareLinkRow>('SELECT * FROM share_links WHERE id = ? AND site_id = ?', id, site.id);
  if (!row) throw absent(context, 'Share link', id, site.organization_id);
  return row;
}

function siteIn(database: Database, organization: OrganizationRow, id: string): SiteRow {
  const site = database.get<SiteRow>('SELECT * FROM sites WHERE id = ?', id);
  if (!site) throw missing('Site');
  if (site.organization_id !== organization.id) throw forbidden('The site belongs to another organization');
  return site;
}

/** True if the site is published and its visibility admits callers with this key, or without one. */
function isLiveFor(database: Database, site: SiteRow, shareKey: string | undefined): boolean {
  if (site.published !== 1) return false;
  if (site.visibility === 'public' || site.visibility === 'unlisted') return true;
  if (site.visibility !== 'share-link' || shareKey === undefined) return false;
  const link = database.get(
    'SELECT 1 FROM share_links WHERE key = ? AND site_id = ? AND active = 1',
    shareKey,
    site.id,
  );
  return link !== undefined;
}

function seen(organization: OrganizationRow, access: Access | undefined, site: SiteRow, isVisitor: boolean): SeenSite {
  const least = isVisitor ? 1 : 0;
  return {
    site,
    organization,
    levelOf: (space) => {
      const level = access?.ofSpace(space) ?? 0;
      return may(level, 'view') ? level : least;
    },
  };
}
