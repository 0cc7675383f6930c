import { may, type Access } from '../shared/access.ts';
import { isKeyOf, keyOf, limitOf, type Paging } from '../../http/cursors.ts';
import { cursorOf } from '../../http/cursors.ts';
import type { Database } from '../../database/database.ts';
import type { Context } from '../../http/handler.ts';
import { appAddress, inBrowser } from '../shared/replies.ts';
import { mainView, pageAt, pathOf } from '../../pages/revisions.ts';
import type { PageRow, SpaceRow } from '../../database/rows.ts';
import { isIn, matchesOf, snippetOf, type SectionMatch } from '../../pages/searchMatches.ts';
import { searchWordsOf, type SearchWords } from '../../pages/searchWords.ts';

const sectionsPerPage = 5;
const pagesPerSpace = 10;

type Query = Paging & { readonly query: string };

/** Pages of a space's main content, best first. Each page lists its matching sections. */
export function searchSpace(call: Context, space: SpaceRow, query: Query) {
  const found = pagesFound(call.database, query.query, [space.id]);
  return slice(query, found, (page) => pageResult(call, space, page));
}

/** Spaces that the caller can see, the one with the best page first, each with the pages found in it. */
export function searchOrganization(call: Context, organizationId: string, access: Access, query: Query) {
  const spaces = call.database.all<SpaceRow>(
    'SELECT * FROM spaces WHERE organization_id = ? AND deleted_at IS NULL',
    organizationId,
  );
  const visible = new Map(
    spaces.filter((space) => may(access.ofSpace(space), 'view')).map((space) => [space.id, space]),
  );
  const found = pagesFound(call.database, query.query, [...visible.keys()]);
  const grouped = [...Map.groupBy(found.pages, (page) => page.spaceId)];
  return slice(query, { pages: grouped, isComplete: found.isComplete }, ([id, pagesOfSpace]) => {
    const space = visible.get(id);
    if (!space) return undefined;
    return {
      id,
      title: space.title,
      pages: pagesOfSpace.slice(0, pagesPerSpace).flatMap((page) => pageResult(call, space, page) ?? []),
    };
  });
}

interface PageFound {
  readonly spaceId: string;
  readonly pageId: string;
  /** Its matching sections, best first. */
  readonly sections: readonly SectionMatch[];
  readonly words: SearchWords;
}

/** All matches of a page count together, at the rank of its best section. */
function pagesFound(
  database: Database,
  text: string,
  spaces: readonly string[],
): { pages: PageFound[]; isComplete: boolean } {
  const words = searchWordsOf(text);
  if (words === undefined || spaces.length === 0) return { pages: [], isComplete: true };
  const { matches, isComplete } = matchesOf(database, words, spaces);
  const grouped = Map.groupBy(matches, (match) => `${match.space_id}/${match.page_id}`);
  const pages = [...grouped.values()].flatMap((sections) => {
    const [first] = sections;
    return first ? [{ spaceId: first.space_id, pageId: first.page_id, sections, words }] : [];
  });
  return { pages, isComplete };
}

function pageResult(call: Context, space: SpaceRow, found: PageFound) {
  const view = mainView(space);
  const page = pageAt(call.database, view, found.pageId);
  if (!page) return undefined;
  const path = pathOf(call.database, view, page);
  return {
    id: page.id,
    title: page.title,
    path,
    sections: sectionResults(call, space, page, path, found),
    urls: { ...inBrowser(appAddress(call.addresses, space, path)) },
  };
}

/**
 * A match in a page's title matches all its sections: those with a word of their own are shown, else the beginning of
 * the page.
 */
function sectionResults(call: Context, space: SpaceRow, page: PageRow, path: string, { sections, words }: PageFound) {
  const own = sections.filter(({ heading, body }) => isIn(heading, words) || isIn(body, words));
  const start = sections.find(({ slug }) => slug === null) ?? sections[0];
  const shown = own.length > 0 ? own.slice(0, sectionsPerPage) : start ? [start] : [];
  return shown.map(({ slug, heading, body }) => {
    const place = slug === null ? path : `${path}#${slug}`;
    const app = appAddress(call.addresses, space, place);
    return {
      id: slug === null ? page.id : `${page.id}#${slug}`,
      title: heading || page.title,
      path: place,
      body: snippetOf(body, words),
      urls: { ...inBrowser(app) },
    };
  });
}

/** A search runs again for every page of its results: the cursor is the number of results shown. */
function slice<Found, Item>(
  query: Query,
  { pages, isComplete }: { pages: readonly Found[]; isComplete: boolean },
  item: (found: Found) => Item | undefined,
): { items: Item[]; next?: { page: string }; count?: number } {
  const [offset] = keyOf(query, isKeyOf<[number]>('number')) ?? [0];
  const end = offset + limitOf(query);
  return {
    items: pages.slice(offset, end).flatMap((found) => item(found) ?? []),
    ...(end > offset && end < pages.length && { next: { page: cursorOf([end]) } }),
    ...(isComplete && { count: pages.length }),
  };
}
