import { has, shaped } from '../contributions/given.ts';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import type { Account } from '../services/accounts.ts';

/** A change request, or one of its pages, as tree rows pass it to commands. */
export interface GivenPage {
  readonly account: Account;
  /** The id of its space. */
  readonly space: string;
  readonly changeRequest: ChangeRequest;
  /** The page's id; undefined for the change request as a whole. */
  readonly page: string | undefined;
  /** The path of a changed file in its change request. */
  readonly path?: string | undefined;
}

/**
 * Reads the row of a page, of a changed page or of a whole change request. Menus and other extensions may pass
 * anything.
 */
export function pageGiven(given: unknown): GivenPage | undefined {
  if (!isRow(given)) return undefined;
  const { account, space, changeRequest } = given.at;
  return { account, space, changeRequest, page: given.node?.id ?? given.change?.id, path: given.change?.path };
}

/**
 * All pages of the selected rows if the given row is one of them, else the given page. VS Code passes the clicked row
 * first, then all selected rows.
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

interface Row {
  readonly at: Omit<GivenPage, 'page' | 'path'>;
  /** Set in a tree of pages. */
  readonly node?: { readonly id: string };
  /** Set in a list of changes. Files have a path. */
  readonly change?: { readonly id: string; readonly path?: string };
}

const isRow = shaped<Row>({ at: { account: 'present', space: 'present', changeRequest: 'present' } });

/**
 * Whether it is a row of a change request's page tree, or that tree's root. Rows of the list of changes can't be
 * dragged.
 */
export function isInPageTree(row: unknown, kind: 'page' | 'pages'): boolean {
  return has(row, { kind: [kind] });
}
