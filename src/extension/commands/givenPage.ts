import { has, shaped } from '../contributions/given.ts';
import type { ChangeRequest } from '../../contract/changeRequests/changeRequests.ts';
import type { Account } from '../services/accounts.ts';

/** A change request, or one of its pages, as rows of trees give it to commands. */
export interface GivenPage {
  readonly account: Account;
  /** The id of its space. */
  readonly space: string;
  readonly changeRequest: ChangeRequest;
  /** The page's id; undefined for the change request as a whole. */
  readonly page: string | undefined;
}

/** Of a row of a page, of a changed page or of all pages: from menus and other extensions anything may come. */
export function pageGiven(given: unknown): GivenPage | undefined {
  if (!isRow(given)) return undefined;
  const { account, space, changeRequest } = given.at;
  return { account, space, changeRequest, page: given.node?.id ?? given.change?.id };
}

/**
 * All pages of the selected rows, where a command was given one of them, else the page that it was given: VS Code passes the row that
 * was clicked, and behind it all that are selected.
 */
export function pagesGiven(given: unknown, selected: unknown): GivenPage[] {
  const rows: readonly unknown[] = Array.isArray(selected) && selected.includes(given) ? selected : [given];
  return rows.flatMap((row) => {
    const page = pageGiven(row);
    return page?.page === undefined ? [] : [page];
  });
}

export function isSameChangeRequest(one: GivenPage, other: GivenPage): boolean {
  return (
    one.account.key === other.account.key &&
    one.space === other.space &&
    one.changeRequest.number === other.changeRequest.number
  );
}

/** Where the file of a changed file's row is in its change request. */
export function changedFileGiven(given: unknown): (Omit<GivenPage, 'page'> & { readonly path: string }) | undefined {
  if (!isRow(given) || given.change?.path === undefined) return undefined;
  const { account, space, changeRequest } = given.at;
  return { account, space, changeRequest, path: given.change.path };
}

interface Row {
  readonly at: Omit<GivenPage, 'page'>;
  /** In a tree of pages. */
  readonly node?: { readonly id: string };
  /** In a list of changes. Files have a path. */
  readonly change?: { readonly id: string; readonly path?: string };
}

const isRow = shaped<Row>({ at: { account: 'present', space: 'present', changeRequest: 'present' } });

/** A row of the tree of all pages, or the one above them: in the list of changes nothing is dragged. */
export function isInPageTree(row: unknown, kind: 'page' | 'pages'): boolean {
  return has(row, { kind: [kind] });
}
