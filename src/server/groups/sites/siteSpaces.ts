import type { PlatformContract } from '../../../contract/contract.ts';
import { absentToDelete } from '../shared/notFound.ts';
import { may } from '../shared/access.ts';
import { isKeyOf, keyOf, limitOf, pageOf } from '../../http/cursors.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { missing } from '../../http/problems.ts';
import type { SpaceRow } from '../../database/rows.ts';
import { sectionOf, siteSpaceOf, siteToChange, siteToRead, type SeenSite } from '../shared/siteAccess.ts';
import { checkNotThere, spaceForSite } from './content.ts';
import { checkCondition } from './conditions.ts';
import { checkPath } from './paths.ts';
import { movePart, type SitePosition } from './placement.ts';
import { siteSpaceReply } from './replies.ts';
import type { Placed, SiteSpaceRow } from '../../database/siteRows.ts';
import { addSiteSpace } from './writer.ts';

/** Section 4.11. */
export const siteSpaces: GroupHandlers<PlatformContract['siteSpaces']> = {
  /** In reading order, those whose space the caller can see. */
  list: (call) => {
    const { query } = call;
    const seen = siteToRead(call, query.shareKey);
    const [after] = keyOf(query, isKeyOf<[string]>('string')) ?? [''];
    const visible = placedSiteSpaces(call, seen).filter(
      (row) => query.default === undefined || query.default === (row.is_default === 1),
    );
    return pageOf(
      visible.filter((row) => row.place > after),
      limitOf(query),
      (row) => [row.place],
      (row) => reply(call, seen, row),
      visible.length,
    );
  },

  create: (call) => {
    const { database, body } = call;
    const seen = siteToChange(call);
    const section =
      body.sectionId === undefined ? defaultSection(call, seen) : sectionOf(call, seen.site, body.sectionId);
    const space = spaceForSite(call, seen.site, body.spaceId);
    checkNotThere(call, seen.site, section?.id ?? null, space.id);
    const { id } = addSiteSpace(database, seen.site, section?.id ?? null, space);
    return reply(call, seen, siteSpaceOf(call, seen.site, id));
  },

  delete: (call) => {
    const { site } = siteToChange(call);
    const deleted = call.database.run(
      'DELETE FROM site_spaces WHERE id IN (SELECT id FROM shown_site_spaces WHERE id = ? AND site_id = ?)',
      call.parameters.siteSpaceId,
      site.id,
    );
    if (deleted === 0) return absentToDelete(call, 'Site space', call.parameters.siteSpaceId, site.organization_id);
  },

  update: (call) => {
    const { database, body } = call;
    const seen = siteToChange(call);
    const row = siteSpaceOf(call, seen.site, call.parameters.siteSpaceId);
    checkCondition(body.condition);
    checkPath(body.path, (path) => {
      const other = database.get(
        'SELECT 1 FROM site_spaces WHERE site_id = ? AND section_id IS ? AND path = ? AND id <> ?',
        seen.site.id,
        row.section_id,
        path,
        row.id,
      );
      return other !== undefined;
    });
    const { spaceId = row.space_id } = body;
    if (spaceId !== row.space_id) {
      spaceForSite(call, seen.site, spaceId);
      checkNotThere(call, seen.site, row.section_id, spaceId);
    }
    database.run(
      'UPDATE site_spaces SET path = ?, condition = ?, space_id = ? WHERE id = ?',
      body.path ?? row.path,
      body.condition === undefined ? row.condition : body.condition,
      spaceId,
      row.id,
    );
    return reply(call, seen, siteSpaceOf(call, seen.site, row.id));
  },

  move: (call) => {
    const seen = siteToChange(call);
    const { siteSpaceId: id } = call.parameters;
    movePart(call, seen.site, { type: 'site-space', id }, positionOf(call.body.position));
    return reply(call, seen, siteSpaceOf(call, seen.site, id));
  },
};

function reply(call: Context, seen: SeenSite, row: SiteSpaceRow) {
  const found = siteSpaceReply(call, seen, row);
  if (!found) throw missing('Site space');
  return found;
}

function placedSiteSpaces({ database }: Context, seen: SeenSite): Placed<SiteSpaceRow>[] {
  const rows = database.all<Placed<SiteSpaceRow> & Pick<SpaceRow, 'parent_id' | 'default_level' | 'visibility'>>(
    `SELECT placed.*, spaces.parent_id, spaces.default_level, spaces.visibility
     FROM placed_site_spaces AS placed JOIN spaces ON spaces.id = placed.space_id
     WHERE placed.site_id = ? ORDER BY place`,
    seen.site.id,
  );
  return rows.filter((row) => may(seen.levelOf(row), 'view'));
}

/** The default section for new site spaces; undefined is the root of a site without sections. */
function defaultSection({ database }: Context, { site }: SeenSite): { id: string } | undefined {
  return database.get<{ id: string }>('SELECT id FROM site_sections WHERE site_id = ? AND is_default = 1', site.id);
}

interface Neighbour {
  readonly type: 'site-space';
  readonly siteSpace: string;
}

function positionOf(position: { before?: Neighbour | undefined; after?: Neighbour | undefined } = {}): SitePosition {
  const part = (neighbour: Neighbour | undefined) => neighbour && { type: neighbour.type, id: neighbour.siteSpace };
  return { before: part(position.before), after: part(position.after) };
}
