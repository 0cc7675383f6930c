import * as vscode from 'vscode';

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** How many expanded rows are remembered: each is loaded when a window opens. */
const mostStored = 200;

/**
 * Remembers which rows the user has expanded or collapsed, across restarts: VS Code itself doesn't do so for
 * extensions' trees.
 */
export interface ExpandedRows {
  /** Expands or collapses a new row as the user left it. */
  restore(item: vscode.TreeItem): void;
  dispose(): void;
}

export function keepExpandedRows<Row>(
  view: vscode.TreeView<Row>,
  /** The id of a row's item; undefined if it can't be expanded. */
  idOf: (row: Row) => string | undefined,
  state: vscode.Memento,
  /** The key of the stored state. */
  key: string,
): ExpandedRows {
  const expanded = storedIds(state, key);
  const collapsed = storedIds(state, `${key}.collapsed`);
  /** Rows expanded by default. For all other rows “collapsed” is the default and isn't stored. */
  const beginExpanded = new Set<string>();

  const following = vscode.Disposable.from(
    view.onDidExpandElement(({ element }) => {
      const id = idOf(element);
      if (id === undefined) return;
      collapsed.remove(id);
      if (!beginExpanded.has(id)) expanded.add(id);
    }),
    view.onDidCollapseElement(({ element }) => {
      const id = idOf(element);
      if (id === undefined) return;
      expanded.remove(id);
      if (beginExpanded.has(id)) collapsed.add(id);
    }),
  );
  return {
    restore(item) {
      const { id } = item;
      if (id === undefined) return;
      if (item.collapsibleState === Expanded) {
        beginExpanded.add(id);
        if (collapsed.has(id)) item.collapsibleState = Collapsed;
      } else if (item.collapsibleState === Collapsed) {
        beginExpanded.delete(id);
        if (expanded.has(id)) item.collapsibleState = Expanded;
      }
    },
    dispose: () => void following.dispose(),
  };
}

function storedIds(state: vscode.Memento, key: string) {
  const ids = new Set(state.get<readonly string[]>(key, []));
  const keep = (): void => void state.update(key, [...ids].slice(-mostStored));
  return {
    has: (id: string) => ids.has(id),
    add(id: string) {
      if (ids.has(id)) return;
      ids.add(id);
      keep();
    },
    remove(id: string) {
      if (ids.delete(id)) keep();
    },
  };
}
