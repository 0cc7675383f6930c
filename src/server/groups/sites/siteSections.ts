import type { PlatformContract } from '../../../contract/contract.ts';
import { absent, absentToDelete, misplaced } from '../shared/notFound.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import { sectionOf, siteToChange, siteToRead } from '../shared/siteAccess.ts';
import { spaceForSite } from './content.ts';
import { checkCondition } from './conditions.ts';
import { checkPath } from './paths.ts';
import { movePart, type SitePosition } from './placement.ts';
import { sectionReply } from './replies.ts';
import type { Placed, SiteRow, SiteSectionRow, SiteSpaceRow } from '../../database/siteRows.ts';
import { addSection, addSiteSpace, makeDefaultSiteSpace, sectionTitle } from './writer.ts';

/** Section 4.9. */
export const siteSections: GroupHandlers<PlatformContract['siteSections']> = {
  /** All sections, including those in groups, in reading order. */
  list: (call) => {
    const { database, query } = call;
    const seen = siteToRead(call, query.shareKey);
    return pageOfRows(
      database,
      query,
      {
        from: 'FROM placed_site_sections WHERE site_id = ?',
        counted: 'FROM site_sections WHERE site_id = ?',
        values: [seen.site.id],
        by: { place: 'string' },
      },
      (row: Placed<SiteSectionRow>) => sectionReply(call, seen, row),
    );
  },

  create: (call) => {
    const { database, body } = call;
    const seen = siteToChange(call);
    const space = spaceForSite(call, seen.site, body.spaceId);
    const title = body.title ?? sectionTitle(space.title, seen.site);
    const section = addSection(database, seen.site, { title, icon: body.icon });
    addSiteSpace(database, seen.site, section.id, space);
    return sectionReply(call, seen, section);
  },

  /** Also deletes its site spaces; the spaces stay. */
  delete: (call) => {
    const { site } = siteToChange(call);
    const deleted = call.database.run(
      'DELETE FROM site_sections WHERE id = ? AND site_id = ?',
      call.parameters.siteSectionId,
      site.id,
    );
    if (deleted === 0) return absentToDelete(call, 'Site section', call.parameters.siteSectionId, site.organization_id);
  },

  update: (call) => {
    const { database, body } = call;
    const seen = siteToChange(call);
    const section = sectionOf(call, seen.site, call.parameters.siteSectionId);
    checkCondition(body.condition);
    checkPath(body.path, (path) => {
      const other = database.get(
        'SELECT 1 FROM site_sections WHERE site_id = ? AND path = ? AND id <> ?',
        seen.site.id,
        path,
        section.id,
      );
      return other !== undefined;
    });
    database.run(
      'UPDATE site_sections SET title = ?, path = ?, condition = ?, icon = ?, description = ? WHERE id = ?',
      body.title ?? section.title,
      body.path ?? section.path,
      body.condition === undefined ? section.condition : body.condition,
      body.icon === undefined ? section.icon : body.icon,
      body.description === undefined ? section.description : body.description,
      section.id,
    );
    if (body.defaultSiteSpace !== undefined)
      makeDefaultSiteSpace(database, siteSpaceIn(call, seen.site, section, body.defaultSiteSpace));
    return sectionReply(call, seen, sectionOf(call, seen.site, section.id));
  },

  move: (call) => {
    const seen = siteToChange(call);
    const { siteSectionId: id } = call.parameters;
    movePart(call, seen.site, { type: 'site-section', id }, positionOf(call.body.position));
    return sectionReply(call, seen, sectionOf(call, seen.site, id));
  },
};

interface Neighbour {
  readonly type: 'site-section';
  readonly siteSection: string;
}

function positionOf(position: { before?: Neighbour | undefined; after?: Neighbour | undefined } = {}): SitePosition {
  const part = (neighbour: Neighbour | undefined) => neighbour && { type: neighbour.type, id: neighbour.siteSection };
  return { before: part(position.before), after: part(position.after) };
}

function siteSpaceIn(context: Context, site: SiteRow, section: SiteSectionRow, id: string): SiteSpaceRow {
  const row = context.database.get<SiteSpaceRow>(
    'SELECT * FROM shown_site_spaces WHERE id = ? AND section_id = ?',
    id,
    section.id,
  );
  if (!row) {
    const problem = absent(context, 'Site space', id, site.organization_id);
    throw misplaced(problem, 'body.defaultSiteSpace', 'is not in the section');
  }
  return row;
}
