import type { PlatformContract } from '../../../contract/contract.ts';
import { absentToDelete } from '../shared/notFound.ts';
import type { Database } from '../../database/database.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { newId } from '../../../formats/ids.ts';
import { conflict } from '../../http/problems.ts';
import { rankAt } from '../../database/ranks.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import { sectionGroupOf, sectionOf, siteToChange, siteToRead } from '../shared/siteAccess.ts';
import { movePart } from './placement.ts';
import { sectionGroupReply } from './replies.ts';
import type { SiteRow, SiteSectionGroupRow, SiteSectionRow } from '../../database/siteRows.ts';
import { lastTopRank, topOf } from './writer.ts';

/** Section 4.10. */
export const siteSectionGroups: GroupHandlers<PlatformContract['siteSectionGroups']> = {
  list: (call) => {
    const { database, query } = call;
    const seen = siteToRead(call);
    return pageOfRows(
      database,
      query,
      {
        from: 'FROM site_section_groups WHERE site_id = ?',
        values: [seen.site.id],
        by: { rank: 'string', id: 'string' },
      },
      (row: SiteSectionGroupRow) => sectionGroupReply(call, seen, row),
    );
  },

  create: (call) => {
    const { database, body } = call;
    const seen = siteToChange(call);
    const group = addSectionGroup(database, seen.site, { title: body.title, icon: body.icon });
    for (const id of new Set(body.sections)) putIntoGroup(database, sectionOf(call, seen.site, id), group.id);
    return sectionGroupReply(call, seen, group);
  },

  delete: (call) => {
    const { database, parameters } = call;
    const { site } = siteToChange(call);
    const isListed = database.get(
      'SELECT 1 FROM site_section_groups WHERE id = ? AND site_id = ?',
      parameters.siteSectionGroupId,
      site.id,
    );
    if (!isListed)
      return absentToDelete(call, 'Site section group', parameters.siteSectionGroupId, site.organization_id);
    const group = sectionGroupOf(call, site, parameters.siteSectionGroupId);
    putBehind(call, group, sectionsIn(database, group.id));
    database.run('DELETE FROM site_section_groups WHERE id = ?', group.id);
  },

  update: (call) => {
    const { database, body } = call;
    const seen = siteToChange(call);
    const group = sectionGroupOf(call, seen.site, call.parameters.siteSectionGroupId);
    database.run(
      'UPDATE site_section_groups SET title = ?, icon = ? WHERE id = ?',
      body.title ?? group.title,
      body.icon === undefined ? group.icon : body.icon,
      group.id,
    );
    return sectionGroupReply(call, seen, sectionGroupOf(call, seen.site, group.id));
  },

  /** Adds it at the end of the group, and removes it from another one. */
  addSection: (call) => {
    const { database, body } = call;
    const seen = siteToChange(call);
    const group = sectionGroupOf(call, seen.site, call.parameters.siteSectionGroupId);
    const section = sectionOf(call, seen.site, body.sectionId);
    if (section.group_id === group.id) throw conflict('The section is already in the group');
    putIntoGroup(database, section, group.id);
    return sectionGroupReply(call, seen, group);
  },

  /** The section stays in the site, after the group. */
  removeSection: (call) => {
    const { database, parameters } = call;
    const { site } = siteToChange(call);
    const group = sectionGroupOf(call, site, parameters.siteSectionGroupId);
    const section = sectionsIn(database, group.id).find(({ id }) => id === parameters.siteSectionId);
    if (!section) return absentToDelete(call, 'Site section', parameters.siteSectionId, site.organization_id);
    putBehind(call, group, [section]);
  },

  move: (call) => {
    const seen = siteToChange(call);
    const { siteSectionGroupId: id } = call.parameters;
    movePart(call, seen.site, { type: 'site-section-group', id }, call.body.position);
    return sectionGroupReply(call, seen, sectionGroupOf(call, seen.site, id));
  },
};

/** Adds a group without sections at the end of the site. */
export function addSectionGroup(
  database: Database,
  site: SiteRow,
  group: { id?: string; title: string; icon?: string | null | undefined },
): SiteSectionGroupRow {
  const row = database.get<SiteSectionGroupRow>(
    'INSERT INTO site_section_groups (id, site_id, rank, title, icon) VALUES (?, ?, ?, ?, ?) RETURNING *',
    group.id ?? newId(),
    site.id,
    lastTopRank(database, site.id),
    group.title,
    group.icon ?? null,
  );
  if (!row) throw new Error('The group was not stored');
  return row;
}

/** Moves a section to the end of a group. */
export function putIntoGroup(database: Database, section: SiteSectionRow, group: string): void {
  const others = sectionsIn(database, group).filter(({ id }) => id !== section.id);
  const rank = rankAt(
    others.map((row) => row.rank),
    others.length,
  );
  database.run('UPDATE site_sections SET group_id = ?, rank = ? WHERE id = ?', group, rank, section.id);
}

function sectionsIn(database: Database, group: string): SiteSectionRow[] {
  return database.all<SiteSectionRow>('SELECT * FROM site_sections WHERE group_id = ? ORDER BY rank, id', group);
}

/** Moves sections from a group to the places after it, in their order. */
function putBehind({ database }: Context, group: SiteSectionGroupRow, sections: readonly SiteSectionRow[]): void {
  const top = topOf(database, group.site_id);
  let place = top.findIndex(({ id }) => id === group.id) + 1;
  const ranks = top.map((item) => item.rank);
  for (const section of sections) {
    const rank = rankAt(ranks, place);
    ranks.splice(place, 0, rank);
    place += 1;
    database.run('UPDATE site_sections SET group_id = NULL, rank = ? WHERE id = ?', rank, section.id);
  }
}
