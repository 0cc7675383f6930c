import { may, type Access } from './access.ts';
import { isKeyOf, keyOf, limitOf, type Paging } from './cursors.ts';
import { cursorOf } from './cursors.ts';
import type { Database } from './database.ts';
import type { Context } from './handler.ts';
import { appAddress, inBrowser } from './replies.ts';
import { mainView, pageAt, pathOf } from './revisions.ts';
import type { PageRow, SpaceRow } from './rows.ts';

/** More matches than this are not looked through: who searches so broadly types on. */
const mostSections = 2000;
const sectionsPerPage = 5;
const pagesPerSpace = 10;

type Query = Paging & { readonly query: string };

/** Pages of a space's main content, best first. A page's matching sections stand under it. */
export function searchSpace(call: Context, space: SpaceRow, query: Query) {
  const found = pagesFound(call.database, query.query, [space.id]);
  return slice(query, found, (page) => pageResult(call, space, page));
}

/** Spaces that the caller may see, the one with the best page first, each with the pages found in it. */
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

interface Match {
  readonly number: number;
  readonly space_id: string;
  readonly page_id: string;
}

interface PageFound {
  readonly spaceId: string;
  readonly pageId: string;
  /** Numbers of its matching sections, best first, and the expression that they match. */
  readonly sections: readonly number[];
  readonly expression: string;
}

interface SectionRow {
  readonly slug: string | null;
  readonly heading: string;
  readonly body: string;
}

/** So many spaces are part of the expression. More are looked up match by match: each word of an expression costs by itself. */
const mostNamed = 50;

/** Every match counts for its page where its best section stands. */
function pagesFound(
  database: Database,
  text: string,
  spaces: readonly string[],
): { pages: PageFound[]; isComplete: boolean } {
  const words = expressionOf(text);
  if (words === undefined || spaces.length === 0) return { pages: [], isComplete: true };
  const isNamed = spaces.length <= mostNamed;
  const scope = isNamed ? `space_id : (${spaces.map((id) => `"${id}"`).join(' OR ')}) AND ` : '';
  const expression = `${scope}{title heading body} : (${words})`;
  const condition = isNamed ? '' : 'AND sections.space_id IN (SELECT value FROM json_each(?))';
  const matches = database.all<Match>(
    `SELECT number, space_id, page_id FROM (
       SELECT sections.number, sections.space_id, sections.page_id, rank FROM section_words
       CROSS JOIN sections ON sections.number = section_words.rowid
       WHERE section_words MATCH ? AND rank MATCH 'bm25(0.0, 8.0, 4.0, 1.0)' ${condition}
       ORDER BY rank LIMIT ${mostSections})
     ORDER BY rank, number`,
    expression,
    ...(isNamed ? [] : [JSON.stringify(spaces)]),
  );
  const grouped = Map.groupBy(matches, (match) => `${match.space_id}/${match.page_id}`);
  const pages = [...grouped.values()].flatMap((group) => {
    const first = group[0];
    return first
      ? [{ spaceId: first.space_id, pageId: first.page_id, sections: group.map((match) => match.number), expression }]
      : [];
  });
  return { pages, isComplete: matches.length < mostSections };
}

/** What people type is words, never syntax: each is quoted, and the last one may be unfinished. */
function expressionOf(text: string): string | undefined {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}_]+/gu);
  if (!words) return undefined;
  return words.map((word, at) => (at === words.length - 1 ? `"${word}" *` : `"${word}"`)).join(' AND ');
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

/** A page's title makes all its sections match: those with a word of their own are worth showing, else where the page begins. */
function sectionResults(call: Context, space: SpaceRow, page: PageRow, path: string, found: PageFound) {
  const numbers = found.sections.slice(0, sectionsPerPage * 4);
  const rows = numbers.flatMap((number) => sectionAt(call.database, number, found.expression) ?? []);
  const marked = rows.filter((row) => row.heading.includes(mark) || row.body.includes(mark));
  const start = rows.find((row) => row.slug === null) ?? rows[0];
  const shown = marked.length > 0 ? marked.slice(0, sectionsPerPage) : start ? [start] : [];
  return shown.map(({ slug, heading, body }) => {
    const place = slug === null ? path : `${path}#${slug}`;
    const app = appAddress(call.addresses, space, place);
    return {
      id: slug === null ? page.id : `${page.id}#${slug}`,
      title: unmarked(heading) || page.title,
      path: place,
      body: unmarked(body),
      urls: { ...inBrowser(app) },
    };
  });
}

const mark = '\u0001';

function unmarked(text: string): string {
  return text.replaceAll(mark, '');
}

/** The cast matters: numbers are bound as reals, and FTS5 ignores a row number that is none. */
function sectionAt(database: Database, number: number, expression: string): SectionRow | undefined {
  return database.get<SectionRow>(
    `SELECT sections.slug, highlight(section_words, 2, '${mark}', '') AS heading, snippet(section_words, 3, '${mark}', '', '…', 24) AS body
     FROM section_words JOIN sections ON sections.number = section_words.rowid
     WHERE section_words MATCH ? AND section_words.rowid = CAST(? AS INTEGER)`,
    expression,
    number,
  );
}

/** A search is done anew for every page of its results: the cursor counts how many were shown. */
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
