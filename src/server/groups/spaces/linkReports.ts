import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from '../../http/cursors.ts';
import type { Context } from '../../http/handler.ts';
import {
  linkScope,
  lookedUpScope,
  targetsOf,
  type LinkScope,
  type LinkStatus,
  type LinkTarget,
  type WholeScope,
} from '../../pages/linkTargets.ts';
import { ownPages } from '../../pages/merge.ts';
import type { OwnPage } from '../../pages/mergePage.ts';
import { changeRequestView, mainView, pageAt, pagesNaming, type View } from '../../pages/revisions.ts';
import type { ChangeRequestRow, FileRow, PageRow, SpaceRow } from '../../database/rows.ts';

type Query = Paging & { readonly status?: LinkStatus | undefined };

/** Section 2.18, link report: the targets of all links in a space, and the pages that link to them. */
export function spaceLinkReport(context: Context, space: SpaceRow, query: Query) {
  const scope = linkScope(context.database, space, mainView(space), context.addresses.appUrl);
  return report(scope, scope.pages, query, (found) => brokenInSpace(scope, found));
}

/** The same for one page. */
export function pageLinkReport(context: Context, space: SpaceRow, page: PageRow, query: Query) {
  const scope = lookedUpScope(context.database, space, mainView(space), context.addresses.appUrl);
  return report(scope, [page], query, (found) => brokenInPage(scope, found, page));
}

/** The pages that embed or link to a file, as references. */
export function fileBacklinks(context: Context, space: SpaceRow, file: FileRow, paging: Paging) {
  const scope = lookedUpScope(context.database, space, mainView(space), undefined);
  const linking = pagesNaming(context.database, scope.view, file.id).filter((page) =>
    targetsOf(scope, page).some(({ reference }) => reference.kind === 'file' && reference.file === file.id),
  );
  const [after] = keyOf(paging, isKeyOf<[string]>('string')) ?? [''];
  const rows = linking.sort(byId).filter((page) => page.id > after);
  return pageOf(
    rows,
    limitOf(paging),
    (page) => [page.id],
    (page) => location(space, page),
    linking.length,
  );
}

interface Found {
  readonly target: LinkTarget;
  readonly pages: PageRow[];
  isShown: boolean;
}

/** `dependsOn` means embedded targets, such as images: without them, the page is incomplete. */
function report(
  scope: LinkScope,
  pages: readonly PageRow[],
  query: Query,
  brokenByChangeRequests: (found: ReadonlyMap<string, Found>) => number,
) {
  const found = new Map<string, Found>();
  for (const page of pages) {
    for (const target of targetsOf(scope, page)) {
      const known: Found = found.get(target.key) ?? { target, pages: [], isShown: false };
      known.pages.push(page);
      known.isShown ||= target.isShown;
      found.set(target.key, known);
    }
  }
  const all = [...found.values()];
  const matching = all.filter(({ target }) => query.status === undefined || target.status === query.status);
  const [after] = keyOf(query, isKeyOf<[string]>('string')) ?? [''];
  const rows = matching
    .filter(({ target }) => target.key > after)
    .sort((one, other) => (one.target.key < other.target.key ? -1 : 1));
  const item = (each: Found) => ({
    status: each.target.status,
    relation: each.isShown ? 'dependsOn' : 'reference',
    targetReference: each.target.reference,
    locationReferences: each.pages.map((page) => location(scope.space, page)),
  });
  return {
    ...pageOf(rows, limitOf(query), ({ target }) => [target.key], item, matching.length),
    stats: {
      total: all.length,
      broken: {
        total: all.filter(({ target }) => target.status === 'broken').length,
        changeRequest: brokenByChangeRequests(found),
      },
    },
  };
}

/** How many working targets would be broken by a draft or open change request, each considered on its own. */
function brokenInSpace(main: WholeScope, found: ReadonlyMap<string, Found>): number {
  const broken = new Set<string>();
  for (const { view, own } of changesUnderWay(main)) {
    const scope = linkScope(main.database, main.space, view, main.appUrl);
    const affected = new Set(own.map((page) => page.id));
    const displaced = [...main.paths].filter(([id, path]) => scope.paths.get(id) !== path).map(([id]) => id);
    for (const id of displaced) {
      affected.add(id);
      for (const page of found.get(`page ${id}`)?.pages ?? []) affected.add(page.id);
    }
    for (const page of scope.pages) if (affected.has(page.id)) addBroken(broken, scope, page, found);
  }
  return broken.size;
}

function brokenInPage(main: LinkScope, found: ReadonlyMap<string, Found>, { id }: PageRow): number {
  const broken = new Set<string>();
  for (const { view } of changesUnderWay(main)) {
    const page = pageAt(main.database, view, id);
    if (page) addBroken(broken, lookedUpScope(main.database, main.space, view, main.appUrl), page, found);
  }
  return broken.size;
}

function addBroken(broken: Set<string>, scope: LinkScope, page: PageRow, found: ReadonlyMap<string, Found>): void {
  for (const { key, status } of targetsOf(scope, page)) {
    if (status === 'broken' && found.get(key)?.target.status !== 'broken') broken.add(key);
  }
}

/** Change requests with changes, each applied to the current main. */
function changesUnderWay({ database, space }: LinkScope): { view: View; own: OwnPage[] }[] {
  const changeRequests = database.all<ChangeRequestRow>(
    `SELECT * FROM change_requests WHERE space_id = ? AND status IN ('draft', 'open')`,
    space.id,
  );
  return changeRequests.flatMap((changeRequest) => {
    const own = ownPages(database, changeRequest);
    const view = { ...changeRequestView(database, space, changeRequest), base: mainView(space) };
    return own.length === 0 ? [] : [{ view, own }];
  });
}

function location(space: SpaceRow, page: PageRow) {
  return { kind: 'page', page: page.id, space: space.id, organization: space.organization_id };
}

function byId(one: PageRow, other: PageRow): number {
  return one.id < other.id ? -1 : 1;
}
