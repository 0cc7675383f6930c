import * as vscode from 'vscode';
import type { Account, Accounts } from '../services/accounts.ts';
import type { ErrorEdge } from '../messages/errorEdge.ts';
import type { Platforms } from '../services/platforms.ts';
import { keepExpandedRows, type ExpandedRows } from './expandedRows.ts';
import type { SelectedRow } from './selectedRow.ts';
import { createTreeView } from './view.ts';

/** The rows of one account. */
export interface RowTree<Row> extends vscode.Disposable {
  children(row: Row | undefined): Promise<Row[]>;
  item(row: Row): vscode.TreeItem;
  /** Asks again for content that couldn't be refreshed. */
  retry(): Promise<unknown>;
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
  readonly platforms: Pick<Platforms, 'reachability'>;
  readonly edge: ErrorEdge;
  readonly selected: SelectedRow;
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
  const { viewId, accounts, platforms, edge, selected, state, load } = parts;
  const changed = new vscode.EventEmitter<Row | undefined>();
  let view: vscode.TreeView<Row> | undefined;
  let expanded: ExpandedRows | undefined;
  /** Rows whose children couldn't be loaded. */
  const failed = new Set<Row | undefined>();
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
    failed.clear();
    if (view) view.message = undefined;
  }

  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    async getChildren(row) {
      const children = (await (await rows())?.children(row)) ?? [];
      if (children.some(hasFailed)) failed.add(row);
      else failed.delete(row);
      return children;
    },
    async getTreeItem(row) {
      const item = (await rows())?.item(row) ?? new vscode.TreeItem('');
      expanded?.restore(item);
      return item;
    },
    getParent: (row) => row.parent,
  };

  /** The server answers again. */
  function retry(): void {
    for (const row of failed) changed.fire(row);
    failed.clear();
    shown?.tree.then((tree) => tree.retry()).catch((error: unknown) => edge.note(viewId, error));
  }

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
      const recovering = platforms.reachability.onDidRecover((key) => {
        if (key === shown?.account) retry();
      });
      return vscode.Disposable.from(
        following,
        recovering,
        selected.follow(made),
        expanded,
        made,
        changed,
        new vscode.Disposable(leave),
      );
    },
  };
}

function hasFailed(row: object): boolean {
  return 'failed' in row && row.failed === true;
}

/** What an item is known by to VS Code: the same row may stand in the trees of several accounts. */
export function rowId(account: string, key: string): string {
  return `${account}/${key}`;
}
