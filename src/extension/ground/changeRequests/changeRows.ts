import { shaped } from '../contributions/given.ts';
import type * as vscode from 'vscode';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import type { FileChange } from '../../../store/content/content.ts';
import type { Account } from '../services/accounts.ts';

/** A change request that a row or a command is about. */
export interface ChangesAt {
  readonly account: Account;
  /** The id of its space. */
  readonly space: string;
  readonly changeRequest: ChangeRequest;
}

/** A row below a change request. `key` is unique within its change request. */
export type ChangeRow = { readonly key: string; readonly at: ChangesAt } & (
  | { readonly kind: 'changedPage'; readonly change: PageChange }
  | { readonly kind: 'changedFile'; readonly change: FileChange }
  /** A line of text about the changes; `failed` if it says why there are none. */
  | { readonly kind: 'changesNote'; readonly text: string; readonly failed: boolean }
);

/** The changed pages and files of change requests, as rows for any tree. */
export interface ChangeRows extends vscode.Disposable {
  /** Never rejects: an error becomes a row. */
  childrenOf(at: ChangesAt): Promise<readonly ChangeRow[]>;
  /** Without an id, which depends on the row's place in the tree. */
  itemOf(row: ChangeRow): vscode.TreeItem;
  /** For `TreeView.onDidChangeCheckboxState`. Rows of other kinds are ignored. */
  check(items: readonly (readonly [row: unknown, state: vscode.TreeItemCheckboxState])[]): Promise<void>;
  /** Fires when the rows of this change request have to be loaded again. */
  readonly onDidChange: vscode.Event<{ readonly account: string; readonly space: string; readonly number: number }>;
}

/** Whether the argument is one of these rows: menus and other extensions may pass anything. */
export const isChangeRow = shaped<ChangeRow>({ at: 'present', kind: ['changedPage', 'changedFile', 'changesNote'] });

export const isChangesAt = shaped<ChangesAt>({
  account: 'object',
  space: 'string',
  changeRequest: 'present',
});
