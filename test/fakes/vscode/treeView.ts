import { TreeItemCollapsibleState } from './enums.ts';
import { EventEmitter } from './events.ts';

interface Provider<Row> {
  readonly onDidChangeTreeData?: (listener: (row: Row | undefined) => unknown) => unknown;
  getChildren(row?: Row): unknown;
  getTreeItem(row: Row): unknown;
}

/**
 * A view that is visible. As VS Code does, it asks again for rows that changed if it has those very objects, and for
 * the rows below them if they are expanded.
 */
export class TreeView<Row = unknown> {
  readonly provider: Provider<Row>;
  /** The rows that are shown, and whether each is expanded. */
  #rows = new Map<Row, boolean>();
  readonly #expanded = new EventEmitter<{ readonly element: Row }>();
  readonly #collapsed = new EventEmitter<{ readonly element: Row }>();
  readonly #selected = new EventEmitter<{ readonly selection: readonly Row[] }>();
  readonly #visibility = new EventEmitter<{ readonly visible: boolean }>();
  readonly #checked = new EventEmitter<object>();
  readonly onDidExpandElement = this.#expanded.event;
  readonly onDidCollapseElement = this.#collapsed.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidChangeCheckboxState = this.#checked.event;
  visible = true;
  selection: readonly Row[] = [];
  message: string | undefined;
  title: string | undefined;
  description: string | undefined;
  badge: object | undefined;

  constructor(provider: Provider<Row>) {
    this.provider = provider;
    provider.onDidChangeTreeData?.((row) => {
      if (this.visible) void this.#refresh(row).catch(() => undefined);
    });
  }

  // An error is shown above the rows.
  async #refresh(row: Row | undefined): Promise<void> {
    if (row === undefined) {
      this.#rows = new Map();
      await this.#load(undefined, this.#rows);
    } else if (this.#rows.has(row)) {
      await this.provider.getTreeItem(row);
      if (this.#rows.get(row) === true) await this.#load(row, this.#rows);
    }
  }

  /** Loads the rows below a row, unless all rows are loaded again meanwhile. */
  async #load(parent: Row | undefined, rows: Map<Row, boolean>): Promise<void> {
    const children = ((await this.provider.getChildren(parent)) ?? []) as readonly Row[];
    for (const row of children) {
      if (rows !== this.#rows) return;
      const { collapsibleState } = (await this.provider.getTreeItem(row)) as { collapsibleState?: number };
      const isExpanded = collapsibleState === TreeItemCollapsibleState.Expanded;
      rows.set(row, isExpanded);
      if (isExpanded) await this.#load(row, rows);
    }
  }

  async reveal(row: Row, { select = true } = {}): Promise<void> {
    await this.provider.getTreeItem(row);
    if (select) this.select(row);
  }

  select(...rows: readonly Row[]): void {
    this.selection = rows;
    this.#selected.fire({ selection: rows });
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.#visibility.fire({ visible });
  }

  dispose(): void {
    for (const each of [this.#expanded, this.#collapsed, this.#selected, this.#visibility, this.#checked])
      each.dispose();
  }
}
