import type { PlatformContract } from '../../../contract/contract.ts';
import { editSpace } from '../../pages/edits.ts';
import type { Call, Context } from '../../http/handler.ts';
import { conflict, forbidden } from '../../http/problems.ts';
import type { SpaceRow } from '../../database/rows.ts';
import type { SiteRow } from '../../database/siteRows.ts';
import { activeSpaceFor } from '../spaces/spaces.ts';
import { addSpace } from '../../pages/spaceWriter.ts';

/** A space to be added to a site: one that the caller can see, of the same organization. */
export function spaceForSite(call: Context, site: SiteRow, id: string): SpaceRow {
  const { space } = activeSpaceFor(call, id, 'view');
  if (space.organization_id !== site.organization_id) throw forbidden('The space belongs to another organization');
  return space;
}

/** Refuses a space that is already in the section (null is the root). */
export function checkNotThere({ database }: Context, site: SiteRow, section: string | null, space: string): void {
  const found = database.get(
    'SELECT 1 FROM site_spaces WHERE site_id = ? AND section_id IS ? AND space_id = ?',
    site.id,
    section,
    space,
  );
  if (found) throw conflict('The space is already there');
}

const longestSpaceTitle = 50;

/** A new space for a new site: empty, or with sample pages. */
export function newSiteSpaceContent(
  { database, caller, now }: Call<PlatformContract['sites']['create']>,
  site: SiteRow,
  kind: 'sample' | 'empty',
): SpaceRow {
  const { space } = addSpace(database, {
    organization: site.organization_id,
    title: site.title.slice(0, longestSpaceTitle).toWellFormed(),
    createdAt: now,
    by: caller.id,
  });
  if (kind === 'sample') {
    editSpace(
      database,
      space.id,
      samplePages.map((page) => ({ operation: 'insert_page' as const, ...page })),
      { by: caller.id, at: now },
    );
  }
  return space;
}

const samplePages = [
  { title: 'Welcome', markdown: 'What visitors of the site see first.\n' },
  { title: 'Quickstart', markdown: '1. Edit these pages.\n2. Publish the site.\n' },
];
