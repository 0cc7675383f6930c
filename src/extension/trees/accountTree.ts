import * as vscode from 'vscode';
import type { Account, Accounts } from '../account/accounts.ts';
import type { ErrorEdge } from '../commands/errorEdge.ts';
import { keepExpandedRows, type ExpandedRows } from './expandedRows.ts';
import type { SelectedRow } from './selectedRow.ts';
import { createTreeView } from './treeView.ts';

/** The rows of one account. */
export interface RowTree<Row> extends vscode.Disposable {
  children(row: Row | undefined): Promise<Row[]>;
  item(row: Row): vscode.TreeItem;
}

/** What a tree is made with. */
export interface AccountTreeHost<Row> {
  readonly account: Account;
  /** Whether somebody sees the rows: what changes by itself is asked for then only. */
  readonly isWatched: () => boolean;
  /** Asks VS Code to ask again for what is below a row; for everything when undefined. */
  readonly changed: (row: Row | undefined) => void;
  /** A line above the rows. */
  readonly say: (message: string | undefined) => void;
}

export interface AccountTreeParts<Row, Tree> {
  readonly viewId: string;
  readonly accounts: Accounts;
  readonly selected: SelectedRow;
  readonly edge: ErrorEdge;
  /** Keeps which rows are expanded in this window. */
  readonly state: vscode.Memento;
  /** Loads what the tree is made of: when the view is opened, not before. */
  readonly load: (host: AccountTreeHost<Row>) => Promise<Tree>;
  /** Another account is shown from now on. */
  readonly onOtherAccount: () => void;
}

/** A view whose rows are those of the active account. */
export interface AccountTree<Row, Tree> {
  readonly provider: vscode.TreeDataProvider<Row>;
  /** Once registered. */
  view(): vscode.TreeView<Row> | undefined;
  /** Undefined when nobody is signed in. */
  rows(): Promise<Tree | undefined>;
  /** Asks VS Code to ask for every row again. */
  loadAgain(): void;
  reveal(row: Row | undefined): Promise<void>;
  register(): vscode.Disposable;
}

export function createAccountTree<
  Row extends { readonly key: string; readonly parent?: Row | undefined },
  Tree extends RowTree<Row>,
>(parts: AccountTreeParts<Row, Tree>): AccountTree<Row, Tree> {
  const { viewId, accounts, selected, edge, state, load } = parts;
  const changed = new vscode.EventEmitter<Row | undefined>();
  let view: vscode.TreeView<Row> | undefined;
  let expanded: ExpandedRows | undefined;
  let shown: { readonly account: string; readonly tree: Promise<Tree> } | undefined;

  async function rows(): Promise<Tree | undefined> {
    const account = accounts.active;
    if (!account) return undefined;
    if (shown?.account === account.key) return shown.tree;
    leave();
    const made = load({
      account,
      isWatched: () => (view?.visible ?? false) && vscode.window.state.focused,
      changed: (row) => changed.fire(row),
      say: (message) => {
        if (view) view.message = message;
      },
    });
    shown = { account: account.key, tree: made };
    made.catch(() => {
      if (shown?.tree === made) shown = undefined;
    });
    return made;
  }

  function leave(): void {
    void shown?.tree.then(
      (left) => void left.dispose(),
      () => undefined,
    );
    shown = undefined;
    if (view) view.message = undefined;
  }

  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (row) => (await (await rows())?.children(row)) ?? [],
    async getTreeItem(row) {
      const item = (await rows())?.item(row) ?? new vscode.TreeItem('');
      expanded?.restore(item);
      return item;
    },
    getParent: (row) => row.parent,
  };

  return {
    provider,
    view: () => view,
    rows,
    loadAgain: () => changed.fire(undefined),
    async reveal(row) {
      if (row) await view?.reveal(row, { select: true, focus: true, expand: true });
    },
    register() {
      const made = createTreeView(viewId, { treeDataProvider: provider, showCollapseAll: true }, edge);
      view = made;
      expanded = keepExpandedRows(
        made,
        ({ key }) => rowId(accounts.active?.key ?? '', key),
        state,
        `${viewId.replace('docsPlatform.', '')}.expanded`,
      );
      const following = accounts.onDidChange(({ activeChanged, changed: replaced }) => {
        if (!activeChanged && !replaced.some(({ key }) => key === accounts.active?.key)) return;
        leave();
        if (activeChanged) parts.onOtherAccount();
        changed.fire(undefined);
      });
      return vscode.Disposable.from(
        following,
        selected.follow(made),
        expanded,
        made,
        changed,
        new vscode.Disposable(leave),
      );
    },
  };
}

/** What an item is known by to VS Code: the same row may stand in the trees of several accounts. */
export function rowId(account: string, key: string): string {
  return `${account}/${key}`;
}
