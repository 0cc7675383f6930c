import * as vscode from 'vscode';
import type { Account } from '../services/accounts.ts';
import { isMissingCode } from '../messages/missingCode.ts';
import type { Uses } from '../services/services.ts';
import { createAgeLine } from './ageLine.ts';
import { keepExpandedRows } from './expandedRows.ts';
import { holdRows, type HeldRows, type TreeRow } from './heldRows.ts';
import { createRefreshes } from './refreshes.ts';
import { createTreeView } from './view.ts';

/** The rows of one account, which is what differs between views. */
export interface AccountRows<Row> extends vscode.Disposable {
  children(parent: Row | undefined): Promise<Row[]>;
  /** The row that replaces children that couldn't be loaded. Without it, VS Code gets the error. */
  failed?(parent: Row | undefined, error: unknown): Row;
  /** Without an id if the row has a key. */
  item(row: Row): vscode.TreeItem;
  /**
   * Called when the server answers again, to load content that couldn't be refreshed. `isStale` says whether any rows
   * are marked as such.
   */
  retry(isStale: boolean): Promise<unknown>;
}

/** What the rows of an account are created with. */
export interface TreeHost<Row> {
  readonly account: Account;
  readonly view: vscode.TreeView<Row>;
  readonly held: HeldRows<Row>;
  /** Makes VS Code load the rows below a row again; undefined means all rows. */
  readonly changed: (row: Row | undefined) => void;
  /** The children of a row as VS Code gets them. */
  readonly children: (parent: Row | undefined) => Promise<Row[]>;
  /** Whether this account is still shown. */
  readonly isShown: () => boolean;
  /** Whether the rows are visible. Background refreshes run only then. */
  readonly isWatched: () => boolean;
  /** Shows a message above the rows, unless there is a more urgent one. */
  readonly say: (message: string | undefined) => void;
}

/** `selected` follows the view's selection, and `state` stores which rows are expanded in this window. */
export interface TreeOptions<Row, Rows>
  extends Uses<'accounts' | 'reachability' | 'edge'>, Partial<Uses<'selected' | 'state'>> {
  readonly viewId: string;
  /** The name of the view in the log. */
  readonly name: string;
  /** Whether the extension itself is currently selecting a row. */
  readonly isSelecting?: () => boolean;
  readonly options?: Omit<vscode.TreeViewOptions<Row>, 'treeDataProvider'>;
  /** The message above the view until it has rows of the account. */
  readonly waiting?: string;
  /** Loads the code for the rows when the view is first opened. */
  readonly load: () => Promise<(host: TreeHost<Row>) => Rows>;
  /** The tooltip of a row whose item has none. Called when the user hovers over it. */
  readonly tooltip?: (rows: Rows, row: Row, signal: AbortSignal) => Promise<vscode.TreeItem['tooltip']>;
  /** Called when another account is shown. */
  readonly onOtherAccount?: () => void;
}

/** A view with the rows of the active account. */
export interface Tree<Row, Rows> extends vscode.Disposable {
  readonly view: vscode.TreeView<Row>;
  readonly provider: vscode.TreeDataProvider<Row>;
  /** Undefined if nobody is signed in. */
  rows(): Promise<Rows | undefined>;
  /** Makes VS Code load all rows again. */
  loadAgain(): void;
  /** Does nothing if the row wasn't found. */
  reveal(row: Row | undefined, options?: { readonly focus?: boolean; readonly expand?: boolean }): Promise<void>;
}

/** The state of the shown account. */
interface Shown<Row, Rows> {
  readonly account: Account;
  readonly held: HeldRows<Row>;
  /** Rows whose children couldn't be loaded. */
  readonly failed: Set<Row | undefined>;
  rows?: Promise<Rows | undefined>;
  /** The rows once they are loaded. */
  loaded?: Rows;
}

/**
 * Registers a view for the active account. It loads rows on demand, and keeps and marks cached rows when a refresh
 * fails.
 */
export function createTree<Row extends TreeRow<Row>, Rows extends AccountRows<Row>>(
  parts: TreeOptions<Row, Rows>,
): Tree<Row, Rows> {
  const { viewId, name, accounts, reachability, edge, state, tooltip } = parts;
  const changed = new vscode.EventEmitter<Row | undefined>();
  const rowNow = (key: string): Row | undefined => shown?.held.get(key);
  const { refresh, load, expect } = createRefreshes<Row>(changed, rowNow, () => view.visible);
  const idOf = ({ key }: Row): string | undefined => key && `${accounts.active?.key ?? ''}/${key}`;
  let shown: Shown<Row, Rows> | undefined;

  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    getChildren: (row) => load(row, () => loadChildren(row)),
    async getTreeItem(row) {
      const item = (await show()?.rows)?.item(row) ?? new vscode.TreeItem('');
      const id = item.id ?? idOf(row);
      if (id !== undefined) item.id = id;
      expanded?.restore(item);
      if (item.collapsibleState === vscode.TreeItemCollapsibleState.Expanded) expect(row);
      return item;
    },
    getParent: (row) => row.parent,
    ...(tooltip && {
      async resolveTreeItem(item, row, token) {
        const rows = await show()?.rows;
        const stop = new AbortController();
        const cancelling = token.onCancellationRequested(() => stop.abort());
        try {
          item.tooltip = (rows && (await tooltip(rows, row, stop.signal))) ?? item.tooltip;
          return item;
        } finally {
          cancelling.dispose();
        }
      },
    }),
  };
  const view = createTreeView(viewId, { ...parts.options, treeDataProvider: provider }, edge);
  const lines = createLines(view, parts.waiting);
  const ageLine = createAgeLine(lines.sayAge, reachability, () => accounts.active?.key);
  const expanded = state && keepExpandedRows(view, idOf, state, `${viewId.replace('docsPlatform.', '')}.expanded`);
  const following = vscode.Disposable.from(
    accounts.onDidChange(({ activeChanged, changed: replaced }) => {
      if (!activeChanged && !replaced.some(({ key }) => key === accounts.active?.key)) return;
      leave();
      if (activeChanged) parts.onOtherAccount?.();
      refresh(undefined);
    }),
    reachability.onDidRecover((key) => {
      if (shown && key === shown.account.key) retry(shown);
    }),
    ...(parts.selected ? [parts.selected.follow(view, parts.isSelecting)] : []),
  );

  async function loadChildren(row: Row | undefined): Promise<Row[]> {
    const current = show();
    if (!current) return [];
    const children = (await current.rows) && current === shown ? await childrenOf(current, row) : [];
    // The account may have been replaced meanwhile, and then the rows have to be those of the new one.
    return current === shown || show()?.account.key !== current.account.key ? children : loadChildren(row);
  }

  /** Starts to show the active account. */
  function show(): Shown<Row, Rows> | undefined {
    const account = accounts.active;
    if (!account || shown?.account.key === account.key) return account && shown;
    leave();
    const held = holdRows<Row>(refresh, (stale) => {
      if (shown === current) ageLine.show(stale);
    });
    const current: Shown<Row, Rows> = { account, held, failed: new Set() };
    shown = current;
    current.rows = loadRows(current);
    return current;
  }

  async function loadRows(current: Shown<Row, Rows>): Promise<Rows | undefined> {
    try {
      const create = await parts.load();
      const { account, held } = current;
      // Rows of an account that is no longer shown must not follow its stores.
      if (current !== shown) return undefined;
      current.loaded = create({
        account,
        view,
        held,
        changed: refresh,
        children: (row) => childrenOf(current, row),
        isShown: () => current === shown && account.key === accounts.active?.key,
        isWatched: () => view.visible && vscode.window.state.focused,
        say: (message) => {
          if (current === shown) lines.say(message);
        },
      });
      return current.loaded;
    } catch (error) {
      if (current === shown) shown = undefined;
      if (isMissingCode(error)) lines.say(undefined);
      throw error;
    }
  }

  async function childrenOf({ loaded: rows, held, failed }: Shown<Row, Rows>, parent: Row | undefined): Promise<Row[]> {
    let children: Row[];
    try {
      children = (await rows?.children(parent)) ?? [];
    } catch (error) {
      if (isMissingCode(error) || !rows?.failed) throw error;
      edge.note(name, error);
      children = [rows.failed(parent, error)];
      held.noteAge(parent, undefined);
    }
    if (children.some(hasFailed)) failed.add(parent);
    else failed.delete(parent);
    held.hold(parent, children);
    return children;
  }

  /** Called when the server answers again. */
  function retry({ failed, held, loaded }: Shown<Row, Rows>): void {
    for (const row of failed) refresh(row);
    failed.clear();
    loaded?.retry(held.isStale()).catch((error: unknown) => edge.note(name, error));
  }

  function leave(): void {
    shown?.loaded?.dispose();
    shown?.held.dispose();
    shown = undefined;
    lines.say(parts.waiting);
    ageLine.show([]);
  }

  return {
    view,
    provider,
    rows: async () => show()?.rows,
    loadAgain: () => refresh(undefined),
    reveal: async (row, { focus = true, expand = true } = {}) =>
      row && (await import('./reveal.ts')).revealRow(view, row, { focus, expand }),
    dispose() {
      following.dispose();
      leave();
      ageLine.dispose();
      expanded?.dispose();
      view.dispose();
      changed.dispose();
    },
  };
}

/** Two messages share the place above a view: the age of its content hides the other one. */
function createLines(view: Pick<vscode.TreeView<unknown>, 'message'>, first: string | undefined) {
  let line = first;
  let age: string | undefined;
  const show = (): void => {
    const message = age ?? line;
    if (view.message !== message) view.message = message;
  };
  if (line) show();
  return {
    say: (message: string | undefined) => {
      line = message;
      show();
    },
    sayAge: (message: string | undefined) => {
      age = message;
      show();
    },
  };
}

function hasFailed(row: object): boolean {
  return 'failed' in row && row.failed === true;
}
