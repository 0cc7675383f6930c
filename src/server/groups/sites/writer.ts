import type { Database } from '../../database/database.ts';
import { newId } from '../../../formats/ids.ts';
import { rankAt } from '../../database/ranks.ts';
import type { SiteRow, SiteSectionRow, SiteSpaceRow } from '../../database/siteRows.ts';
import { freeSlug, slugOf } from '../../../model/shared/slug.ts';

export interface NewSiteRow {
  readonly id?: string | undefined;
  readonly organization: string;
  readonly type: string;
  readonly title: string;
  readonly visibility?: string | undefined;
  readonly basename?: string | undefined;
  readonly published?: boolean | undefined;
  readonly customization?: object | undefined;
  readonly createdAt: number;
}

/** Stores a new site without content. */
export function addSite(database: Database, site: NewSiteRow): SiteRow {
  return written(
    database.get<SiteRow>(
      `INSERT INTO sites (id, organization_id, type, title, folded_title, visibility, basename, published, customization, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
      site.id ?? newId(),
      site.organization,
      site.type,
      site.title,
      site.title.toLowerCase(),
      site.visibility ?? 'public',
      site.basename ?? null,
      site.published ? 1 : 0,
      JSON.stringify(site.customization ?? {}),
      site.createdAt,
    ),
  );
}

/**
 * Adds a section after all sections and groups. The site spaces at the root of a site that had no sections are put into
 * one first; if all of them are hidden, they go into the new section.
 */
export function addSection(
  database: Database,
  site: SiteRow,
  section: { id?: string; title: string; icon?: string | null | undefined },
): SiteSectionRow {
  const first = database.get<{ title: string }>(
    `SELECT title FROM shown_site_spaces AS shown JOIN spaces ON spaces.id = shown.space_id
     WHERE shown.site_id = ? AND shown.section_id IS NULL AND shown.is_default = 1`,
    site.id,
  );
  if (first) putRootInto(database, insertSection(database, site, { title: sectionTitle(first.title, site) }));
  const row = insertSection(database, site, section);
  if (!first) putRootInto(database, row);
  return row;
}

/** Adds a space at the end of a section, or of the root for null. The first one becomes the default. */
export function addSiteSpace(
  database: Database,
  site: SiteRow,
  section: string | null,
  space: { id: string; title: string },
  id: string = newId(),
): SiteSpaceRow {
  const siblings = database.all<SiteSpaceRow>(
    'SELECT * FROM site_spaces WHERE site_id = ? AND section_id IS ? ORDER BY rank, id',
    site.id,
    section,
  );
  return written(
    database.get<SiteSpaceRow>(
      `INSERT INTO site_spaces (id, site_id, section_id, space_id, rank, path, is_default)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *`,
      id,
      site.id,
      section,
      space.id,
      rankAt(
        siblings.map((row) => row.rank),
        siblings.length,
      ),
      freePath(space.title, siblings),
      siblings.length === 0 ? 1 : 0,
    ),
  );
}

/** An item at the top of a site with sections. */
export interface TopItem {
  readonly type: 'site-section' | 'site-section-group';
  readonly id: string;
  readonly rank: string;
}

/** The groups, and the sections outside of groups, in order. */
export function topOf(database: Database, siteId: string): TopItem[] {
  return database.all<TopItem & Record<string, string>>(
    `SELECT 'site-section' AS type, id, rank FROM site_sections WHERE site_id = ?1 AND group_id IS NULL
     UNION ALL SELECT 'site-section-group', id, rank FROM site_section_groups WHERE site_id = ?1 ORDER BY rank, id`,
    siteId,
  );
}

/** The rank after everything at the top of a site. */
export function lastTopRank(database: Database, siteId: string): string {
  const ranks = topOf(database, siteId).map((item) => item.rank);
  return rankAt(ranks, ranks.length);
}

export function makeDefaultSection(database: Database, section: SiteSectionRow): void {
  database.run('UPDATE site_sections SET is_default = 0 WHERE site_id = ? AND is_default = 1', section.site_id);
  database.run('UPDATE site_sections SET is_default = 1 WHERE id = ?', section.id);
}

export function makeDefaultSiteSpace(database: Database, siteSpace: SiteSpaceRow): void {
  database.run(
    'UPDATE site_spaces SET is_default = 0 WHERE site_id = ? AND section_id IS ? AND is_default = 1',
    siteSpace.site_id,
    siteSpace.section_id,
  );
  database.run('UPDATE site_spaces SET is_default = 1 WHERE id = ?', siteSpace.id);
}

/** A valid title for a section, because titles of spaces may be shorter. */
export function sectionTitle(title: string, site: SiteRow): string {
  return title.trim().length < 2 ? site.title : title;
}

function putRootInto(database: Database, { id, site_id }: SiteSectionRow): void {
  database.run('UPDATE site_spaces SET section_id = ? WHERE site_id = ? AND section_id IS NULL', id, site_id);
}

function insertSection(
  database: Database,
  site: SiteRow,
  section: { id?: string; title: string; icon?: string | null | undefined },
): SiteSectionRow {
  const others = database.all<SiteSectionRow>('SELECT * FROM site_sections WHERE site_id = ?', site.id);
  return written(
    database.get<SiteSectionRow>(
      'INSERT INTO site_sections (id, site_id, rank, title, path, icon, is_default) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *',
      section.id ?? newId(),
      site.id,
      lastTopRank(database, site.id),
      section.title,
      freePath(section.title, others),
      section.icon ?? null,
      others.length === 0 ? 1 : 0,
    ),
  );
}

const roomForNumber = 90;

function freePath(title: string, siblings: readonly { readonly path: string }[]): string {
  // Cutting may leave half a surrogate pair, which would be stored as another character.
  const wanted = slugOf(title)
    .slice(0, roomForNumber)
    .replace(/\p{Cs}/gu, '');
  return freeSlug(wanted === '' ? 'page' : wanted, new Set(siblings.map((row) => row.path)));
}

function written<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The row was not stored');
  return row;
}
