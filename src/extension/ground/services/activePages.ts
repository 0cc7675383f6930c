import type * as vscode from 'vscode';
import type { PageNode } from '../../../model/pages/tree.ts';
import type { Library } from '../../../store/library/library.ts';
import type { Account } from './accounts.ts';

/** The published page that the active tab shows. */
export interface ActivePage {
  readonly account: Account;
  readonly library: Library;
  readonly space: string;
  readonly node: PageNode;
}

/** Follows the active tab, whether it shows a page, its editable version in a change request, a diff or a preview. */
export interface ActivePages extends vscode.Disposable {
  /** Undefined while another kind of tab is active, and for pages without a published version. */
  now(): ActivePage | undefined;
  readonly onDidChange: vscode.Event<ActivePage>;
}
