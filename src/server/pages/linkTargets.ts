import { posix } from 'node:path';
import { decoded } from '../../model/shared/decoded.ts';
import { withoutTrailing } from '../../model/shared/trimmed.ts';
import type { Database } from '../database/database.ts';
import { deepest } from '../../model/editing/limits.ts';
import { documentLinks } from './documentLinks.ts';
import { fileAt, mainView, pageAtPath, pagesAt, pathOf, type View } from './revisions.ts';
import type { PageRow, SpaceRow } from '../database/rows.ts';

export type LinkStatus = 'ok' | 'broken' | 'in-app';

/** The target of a page's address. `reference` is a link target reference of section 2.18. */
export interface LinkTarget {
  readonly key: string;
  readonly status: LinkStatus;
  readonly reference: { readonly kind: string; readonly [field: string]: string };
  /** True if the page embeds the target, such as an image. */
  readonly isShown: boolean;
}

/** The data needed to find the targets of addresses in one revision. */
export interface LinkScope {
  readonly database: Database;
  readonly space: SpaceRow;
  readonly view: View;
  /** Returns the path of a page, or the page at a path. */
  readonly path: (page: PageRow) => string;
  readonly at: (path: string) => string | undefined;
  /** Base URL of the browser app. */
  readonly appUrl: string | undefined;
}

/** The scope of all pages of a revision, which are read at once. */
export interface WholeScope extends LinkScope {
  readonly pages: readonly PageRow[];
  readonly paths: ReadonlyMap<string, string>;
}

export function linkScope(database: Database, space: SpaceRow, view: View, appUrl: string | undefined): WholeScope {
  const pages = pagesAt(database, view);
  const paths = pathsOf(pages);
  const byPath = new Map([...paths].map(([id, path]) => [path, id]));
  return {
    ...{ database, space, view, pages, paths, appUrl },
    path: (page) => paths.get(page.id) ?? '',
    at: (path) => byPath.get(path),
  };
}

/** The same for a few pages: their targets are looked up one by one. */
export function lookedUpScope(database: Database, space: SpaceRow, view: View, appUrl: string | undefined): LinkScope {
  return {
    ...{ database, space, view, appUrl },
    path: (page) => pathOf(database, view, page),
    at: (path) => (path === '' || path.split('/').length > deepest ? undefined : pageAtPath(database, view, path)?.id),
  };
}

/** Targets of a page's text, each once, in the order of the text. */
export function targetsOf(scope: LinkScope, page: PageRow): LinkTarget[] {
  if (page.document_id === null) return [];
  const targets = new Map<string, LinkTarget>();
  for (const { url, isShown } of documentLinks(scope.database, page.document_id)) {
    const target = targetOf(scope, page, url);
    targets.set(target.key, { ...target, isShown: isShown || targets.get(target.key)?.isShown === true });
  }
  return [...targets.values()];
}

/** Joined slugs, by page. */
export function pathsOf(pages: readonly PageRow[]): Map<string, string> {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const paths = new Map<string, string>();
  const path = (page: PageRow): string => {
    const known = paths.get(page.id);
    if (known !== undefined) return known;
    const parent = page.parent_id === null ? undefined : byId.get(page.parent_id);
    const own = parent ? `${path(parent)}/${page.slug ?? ''}` : (page.slug ?? '');
    paths.set(page.id, own);
    return own;
  };
  for (const page of pages) if (page.slug !== null) path(page);
  return paths;
}

type Target = Omit<LinkTarget, 'isShown'>;

function targetOf(scope: LinkScope, page: PageRow, url: string): Target {
  const [address = ''] = /^[^?#]*/.exec(url) ?? [];
  const rest = url.slice(address.length);
  const file = /^\/files\/([^/]+)$/.exec(address)?.[1];
  if (file !== undefined) return fileTarget(scope, file);
  const other = /^\/spaces\/([^/]+)(?:\/(.*))?$/.exec(address);
  if (other) return spaceTarget(scope, other[1] ?? '', withoutTrailing(decoded(other[2] ?? ''), '/'));
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)) return urlTarget(scope, url);
  return pageTarget(scope, page, decoded(address), rest);
}

function fileTarget({ database, space, view }: LinkScope, file: string): Target {
  return {
    key: `file ${file}`,
    status: fileAt(database, view, file) ? 'ok' : 'broken',
    reference: { kind: 'file', file, space: space.id, organization: space.organization_id },
  };
}

function urlTarget({ appUrl }: LinkScope, url: string): Target {
  const isInApp = appUrl !== undefined && (url === appUrl || url.startsWith(`${appUrl}/`));
  return { key: `url ${url}`, status: isInApp ? 'in-app' : 'ok', reference: { kind: 'url', url } };
}

function spaceTarget({ database }: LinkScope, id: string, path: string): Target {
  const space = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ? AND deleted_at IS NULL', id);
  const page = space && path !== '' ? pageByPath(database, space, path) : undefined;
  const isThere = space !== undefined && (path === '' || page !== undefined);
  return {
    key: `space ${id} ${path}`,
    status: isThere ? 'in-app' : 'broken',
    reference: {
      kind: path === '' ? 'space' : 'page',
      space: id,
      ...(space && { organization: space.organization_id }),
      ...(path !== '' && { page: page ?? path }),
    },
  };
}

function pageTarget({ space, path: pathOfPage, at }: LinkScope, page: PageRow, address: string, rest: string): Target {
  const from = pathOfPage(page);
  const path = address === '' ? from : pathOfLink(posix.normalize(posix.join(posix.dirname(from), address)));
  const target = at(path);
  return {
    key: `page ${target ?? path}${address === '' ? rest : ''}`,
    status: target === undefined ? 'broken' : 'ok',
    reference: { kind: 'page', page: target ?? path, space: space.id, organization: space.organization_id },
  };
}

function pathOfLink(written: string): string {
  return written.endsWith('.md') ? written.slice(0, -'.md'.length) : withoutTrailing(written, '/');
}

function pageByPath(database: Database, space: SpaceRow, path: string): string | undefined {
  const { line, at } = mainView(space);
  let parent: string | null = null;
  for (const slug of path.replace(/\.md$/, '').split('/')) {
    const row: { id: string } | undefined = database.get<{ id: string }>(
      'SELECT id FROM pages WHERE line = ? AND parent_id IS ? AND until > ? AND since <= ? AND slug = ? AND deleted = 0',
      line,
      parent,
      at,
      at,
      slug,
    );
    if (!row) return undefined;
    parent = row.id;
  }
  return parent ?? undefined;
}
