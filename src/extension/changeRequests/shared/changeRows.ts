import { shaped } from '../../contributions/given.ts';
import type * as vscode from 'vscode';
import type { ChangeRequest } from '../../../contract/changeRequests/changeRequests.ts';
import type { PageChange } from '../../../model/changeRequests/changes.ts';
import type { FileChange } from '../../../store/changeRequestContent/content.ts';
import type { Account } from '../../services/accounts.ts';

/** A change request that a row or a command is about. */
export interface ChangeRequestAt {
  readonly account: Account;
  /** The id of its space. */
  readonly space: string;
  readonly changeRequest: ChangeRequest;
}

/** What stands below a change request. `key` is distinct among the rows of one change request. */
export type ChangeRow = { readonly key: string; readonly at: ChangeRequestAt } & (
  | { readonly kind: 'changedPage'; readonly change: PageChange }
  | { readonly kind: 'changedFile'; readonly change: FileChange }
  /** A line that says something about the others; `failed` when it says why there are none. */
  | { readonly kind: 'changesNote'; readonly text: string; readonly failed: boolean }
);

/** The changed pages and files of change requests, as rows of whatever tree shows them. */
export interface ChangeRows extends vscode.Disposable {
  /** Never rejects: what went wrong is a row. */
  childrenOf(at: ChangeRequestAt): Promise<readonly ChangeRow[]>;
  /** Without an id: that depends on where the row stands. */
  itemOf(row: ChangeRow): vscode.TreeItem;
  /** For `TreeView.onDidChangeCheckboxState`; rows of other kinds are left aside. */
  check(items: readonly (readonly [row: unknown, state: vscode.TreeItemCheckboxState])[]): Promise<void>;
  /** The rows of this change request are to be asked for again. */
  readonly onDidChange: vscode.Event<{ readonly account: string; readonly space: string; readonly number: number }>;
}

/** Whether a command was given a row of ours: from menus and other extensions anything may come. */
export const isChangeRow = shaped<ChangeRow>({ at: 'present', kind: ['changedPage', 'changedFile', 'changesNote'] });

export const isChangeRequestAt = shaped<ChangeRequestAt>({
  account: 'object',
  space: 'string',
  changeRequest: 'present',
});
