import * as vscode from 'vscode';
import type { Account } from '../services/accounts.ts';
import { isMissingCode } from '../messages/errorEdge.ts';
import type { Uses } from '../services/services.ts';
import { createAgeLine } from './ageLine.ts';
import { keepExpandedRows } from './expandedRows.ts';
import { holdRows, type HeldRows, type TreeRow } from './heldRows.ts';
import { createTreeView } from './view.ts';

/** The rows of one account: what differs between views. */
export interface AccountRows<Row> extends vscode.Disposable {
  children(parent: Row | undefined): Promise<Row[]>;
  /** Stands in place of children that couldn't be loaded. Without it, VS Code gets the error. */
  failed?(parent: Row | undefined, error: unknown): Row;
  /** Without an id where the row has a key. */
  item(row: Row): vscode.TreeItem;
  /** The server answers again: asks for content that couldn't be refreshed. `isStale` when some of the rows tell of such content. */
  retry(isStale: boolean): Promise<unknown>;
}

/** What the rows of an account are made with. */
export interface TreeHost<Row> {
  readonly account: Account;
  readonly view: vscode.TreeView<Row>;
  readonly held: HeldRows<Row>;
  /** Asks VS Code to ask again for what is below a row; for everything when undefined. */
  readonly changed: (row: Row | undefined) => void;
  /** The children of a row, as VS Code gets them. */
  readonly children: (parent: Row | undefined) => Promise<Row[]>;
  /** Whether the account is still the one that is shown. */
  readonly isShown: () => boolean;
  /** Whether somebody sees the rows: what changes by itself is asked for then only. */
  readonly isWatched: () => boolean;
  /** Shows a line above the rows, where nothing more urgent stands there. */
  readonly say: (message: string | undefined) => void;
}

/** The selected row is followed here, and the state keeps which rows are expanded in this window. */
export interface TreeParts<Row, Rows>
  extends Uses<'accounts' | 'reachability' | 'edge'>, Partial<Uses<'selected' | 'state'>> {
  readonly viewId: string;
  /** What the log calls the view. */
  readonly name: string;
  /** Whether the extension itself is selecting a row at present. */
  readonly isSelecting?: () => boolean;
  readonly options?: Omit<vscode.TreeViewOptions<Row>, 'treeDataProvider'>;
  /** Stands above the view until it has rows of the account. */
  readonly waiting?: string;
  /** Loads what the rows are made of: when the view is opened, not before. */
  readonly load: () => Promise<(host: TreeHost<Row>) => Rows>;
  /** The tooltip of a row whose item has none; asked for when somebody looks. */
  readonly tooltip?: (rows: Rows, row: Row, signal: AbortSignal) => Promise<vscode.TreeItem['tooltip']>;
  /** Another account is shown from now on. */
  readonly onOtherAccount?: () => void;
}

/** A view whose rows are those of the active account. */
export interface Tree<Row, Rows> extends vscode.Disposable {
  readonly view: vscode.TreeView<Row>;
  readonly provider: vscode.TreeDataProvider<Row>;
  /** Undefined when nobody is signed in. */
  rows(): Promise<Rows | undefined>;
  /** Asks VS Code to ask for every row again. */
  loadAgain(): void;
  /** Does nothing for a row that wasn't found. */
  reveal(row: Row | undefined, options?: { readonly focus?: boolean; readonly expand?: boolean }): Promise<void>;
}

/** What is shown of an account. */
interface Shown<Row, Rows> {
  readonly account: Account;
  readonly held: HeldRows<Row>;
  /** Rows whose children couldn't be loaded. */
  readonly failed: Set<Row | undefined>;
  rows?: Promise<Rows | undefined>;
  /** The rows once they are loaded. */
  loaded?: Rows;
}

/** Registers a view. It fills lazily, keeps what is known when a refresh fails and says so, and follows the active account. */
export function createTree<Row extends TreeRow<Row>, Rows extends AccountRows<Row>>(
  parts: TreeParts<Row, Rows>,
): Tree<Row, Rows> {
  const { viewId, name, accounts, reachability, edge, state, tooltip } = parts;
  const changed = new vscode.EventEmitter<Row | undefined>();
  const idOf = ({ key }: Row): string | undefined => key && `${accounts.active?.key ?? ''}/${key}`;
  let shown: Shown<Row, Rows> | undefined;

  const provider: vscode.TreeDataProvider<Row> = {
    onDidChangeTreeData: changed.event,
    async getChildren(row) {
      const current = show();
      if (!current || !(await current.rows) || current !== shown) return [];
      return childrenOf(current, row);
    },
    async getTreeItem(row) {
      const item = (await show()?.rows)?.item(row) ?? new vscode.TreeItem('');
      const id = item.id ?? idOf(row);
      if (id !== undefined) item.id = id;
      expanded?.restore(item);
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
      changed.fire(undefined);
    }),
    reachability.onDidRecover((key) => {
      if (shown && key === shown.account.key) retry(shown);
    }),
    ...(parts.selected ? [parts.selected.follow(view, parts.isSelecting)] : []),
  );

  /** What is shown of the active account, from now on. */
  function show(): Shown<Row, Rows> | undefined {
    const account = accounts.active;
    if (!account || shown?.account.key === account.key) return account && shown;
    leave();
    const held = holdRows<Row>(
      (row) => changed.fire(row),
      (stale) => {
        if (shown === current) ageLine.show(stale);
      },
    );
    const current: Shown<Row, Rows> = { account, held, failed: new Set() };
    shown = current;
    current.rows = loadRows(current);
    return current;
  }

  async function loadRows(current: Shown<Row, Rows>): Promise<Rows | undefined> {
    try {
      const create = await parts.load();
      const { account, held } = current;
      // Rows of an account that was left would follow it for nothing.
      if (current !== shown) return undefined;
      current.loaded = create({
        account,
        view,
        held,
        changed: (row) => changed.fire(row),
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

  /** The server answers again. */
  function retry({ failed, held, loaded }: Shown<Row, Rows>): void {
    for (const row of failed) changed.fire(row);
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
    loadAgain: () => changed.fire(undefined),
    async reveal(row, { focus = true, expand = true } = {}) {
      if (row) await view.reveal(row, { select: true, focus, expand });
    },
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

/** Two lines share the place above a view: the age of its content hides any other. */
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
