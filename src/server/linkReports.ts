import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from './cursors.ts';
import type { Context } from './handler.ts';
import { linkScope, targetsOf, type LinkScope, type LinkStatus, type LinkTarget } from './linkTargets.ts';
import { mainView, pagesAt } from './revisions.ts';
import type { FileRow, PageRow, SpaceRow } from './rows.ts';

type Query = Paging & { readonly status?: LinkStatus | undefined };

/** Section 2.18, link report: what all pages of a space link to, and from where. */
export function spaceLinkReport(context: Context, space: SpaceRow, query: Query) {
  const view = mainView(space);
  const scope = linkScope(context.database, space, view, context.addresses.appUrl);
  return report(scope, pagesAt(context.database, view), query);
}

/** The same for one page. */
export function pageLinkReport(context: Context, space: SpaceRow, page: PageRow, query: Query) {
  return report(linkScope(context.database, space, mainView(space), context.addresses.appUrl), [page], query);
}

/** The pages that show or link a file, as references. */
export function fileBacklinks(context: Context, space: SpaceRow, file: FileRow, paging: Paging) {
  const view = mainView(space);
  const scope = linkScope(context.database, space, view, undefined);
  const linking = pagesAt(context.database, view).filter((page) =>
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
}

function report(scope: LinkScope, pages: readonly PageRow[], query: Query) {
  const found = new Map<string, Found>();
  for (const page of pages) {
    for (const target of targetsOf(scope, page)) {
      const known = found.get(target.key);
      if (known) known.pages.push(page);
      else found.set(target.key, { target, pages: [page] });
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
    relation: 'reference',
    targetReference: each.target.reference,
    locationReferences: each.pages.map((page) => location(scope.space, page)),
  });
  return {
    ...pageOf(rows, limitOf(query), ({ target }) => [target.key], item, matching.length),
    stats: {
      total: all.length,
      broken: { total: all.filter(({ target }) => target.status === 'broken').length, changeRequest: 0 },
    },
  };
}

function location(space: SpaceRow, page: PageRow) {
  return { kind: 'page', page: page.id, space: space.id, organization: space.organization_id };
}

function byId(one: PageRow, other: PageRow): number {
  return one.id < other.id ? -1 : 1;
}
