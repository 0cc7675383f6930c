import type { Context } from '../../http/handler.ts';
import { badRequest, conflict } from '../../http/problems.ts';
import { rankAt } from '../../database/ranks.ts';
import { sectionGroupOf, sectionOf, siteSpaceOf } from '../shared/siteAccess.ts';
import type { SiteRow } from '../../database/siteRows.ts';
import { topOf } from './writer.ts';

/** A part of a site, as positions name it. */
export interface Part {
  readonly type: 'site-space' | 'site-section' | 'site-section-group';
  readonly id: string;
}

export interface SitePosition {
  readonly before?: Part | undefined;
  readonly after?: Part | undefined;
}

/**
 * Moves a part of a site among its siblings: site spaces of one section or root, sections of one group, or groups and
 * the sections outside of groups. Without neighbors, it goes to the end. Refuses an invalid position, such as one among
 * other parts, with 400, and a move that changes nothing with 409. Hidden site spaces keep their places.
 */
export function movePart(call: Context, site: SiteRow, part: Part, position: SitePosition = {}): void {
  const siblings = siblingsOf(call, site, part);
  const others = siblings.filter((sibling) => !isSame(sibling, part));
  const index = indexFor(call, site, part, others, position);
  const isSameOrder =
    shownIds(siblings).join(' ') === shownIds([...others.slice(0, index), part, ...others.slice(index)]).join(' ');
  if (isSameOrder) throw conflict("The move doesn't change anything");
  const rank = rankAt(
    others.map((sibling) => sibling.rank),
    index,
  );
  call.database.run(`UPDATE ${tables[part.type]} SET rank = ? WHERE id = ?`, rank, part.id);
}

const tables = {
  'site-space': 'site_spaces',
  'site-section': 'site_sections',
  'site-section-group': 'site_section_groups',
} as const;

type Sibling = Part & { readonly rank: string; readonly hidden?: number };

function siblingsOf(call: Context, site: SiteRow, part: Part): Sibling[] {
  const { database } = call;
  switch (part.type) {
    case 'site-space':
      return database.all<Sibling & Record<string, string>>(
        `SELECT 'site-space' AS type, site_spaces.id, site_spaces.rank, deleted_at IS NOT NULL AS hidden
         FROM site_spaces JOIN spaces ON spaces.id = space_id
         WHERE site_id = ? AND section_id IS ? ORDER BY site_spaces.rank, site_spaces.id`,
        site.id,
        siteSpaceOf(call, site, part.id).section_id,
      );
    case 'site-section': {
      const { group_id: group } = sectionOf(call, site, part.id);
      if (group === null) return topOf(database, site.id);
      return database.all<Sibling & Record<string, string>>(
        `SELECT 'site-section' AS type, id, rank FROM site_sections WHERE group_id = ? ORDER BY rank, id`,
        group,
      );
    }
    case 'site-section-group':
      sectionGroupOf(call, site, part.id);
      return topOf(database, site.id);
  }
}

function indexFor(
  call: Context,
  site: SiteRow,
  part: Part,
  others: readonly Sibling[],
  position: SitePosition,
): number {
  const indexOf = (side: 'before' | 'after'): number | undefined => {
    const neighbour = position[side];
    if (!neighbour) return undefined;
    if (isSame(neighbour, part)) throw badRequest(`body.position.${side}: must not be the item that is moved`);
    const index = others.findIndex((sibling) => isSame(sibling, neighbour) && !sibling.hidden);
    if (index === -1) throw isIn(call, site, neighbour) ? elsewhere(side) : unknown(side);
    return side === 'before' ? index : index + 1;
  };
  const before = indexOf('before');
  const after = indexOf('after');
  if (before !== undefined && after !== undefined && before !== after)
    throw badRequest('body.position: before and after are not next to each other');
  return before ?? after ?? others.length;
}

const elsewhere = (side: string) => badRequest(`body.position.${side}: is elsewhere in the site`);
const unknown = (side: string) => badRequest(`body.position.${side}: is not in the site`);

function isIn({ database }: Context, site: SiteRow, { type, id }: Part): boolean {
  const from = type === 'site-space' ? 'shown_site_spaces' : tables[type];
  return database.get(`SELECT 1 FROM ${from} WHERE id = ? AND site_id = ?`, id, site.id) !== undefined;
}

function shownIds(siblings: readonly (Part & { readonly hidden?: number })[]): string[] {
  return siblings.filter(({ hidden }) => !hidden).map(({ type, id }) => `${type}/${id}`);
}

function isSame(one: Part, other: Part): boolean {
  return one.type === other.type && one.id === other.id;
}
