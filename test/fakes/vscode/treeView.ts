import { TreeItemCollapsibleState } from './enums.ts';
import { EventEmitter } from './events.ts';
import type { TreeItem } from './values.ts';

interface Provider<Row> {
  readonly onDidChangeTreeData?: (listener: (row: Row | undefined) => unknown) => unknown;
  getChildren(row?: Row): unknown;
  getTreeItem(row: Row): unknown;
}

/** A view that is visible. It asks for the rows that are shown again when they changed, as VS Code does. */
export class TreeView<Row = unknown> {
  readonly #provider: Provider<Row>;
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
    this.#provider = provider;
    provider.onDidChangeTreeData?.((row) => {
      if (this.visible) void this.#load(row);
    });
  }

  /** The rows below a row that is expanded, or the first ones. */
  async #load(row: Row | undefined): Promise<void> {
    try {
      if (row !== undefined && !(await this.#isExpanded(row))) return;
      const children = (await this.#provider.getChildren(row)) as readonly Row[] | undefined;
      await Promise.all((children ?? []).map((child) => this.#load(child)));
    } catch {
      // VS Code shows it above the rows.
    }
  }

  async #isExpanded(row: Row): Promise<boolean> {
    const { collapsibleState } = (await this.#provider.getTreeItem(row)) as TreeItem;
    return collapsibleState === TreeItemCollapsibleState.Expanded;
  }

  async reveal(row: Row, { select = true } = {}): Promise<void> {
    await this.#provider.getTreeItem(row);
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
