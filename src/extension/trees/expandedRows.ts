import * as vscode from 'vscode';

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** What is expanded is asked for when a window opens: not without end. */
const mostKept = 200;

/** Which rows one has expanded and collapsed, across restarts: VS Code itself forgets it for trees of extensions. */
export interface ExpandedRows {
  /** Has a row begin as one left it. */
  restore(item: vscode.TreeItem): void;
  dispose(): void;
}

export function keepExpandedRows<Row>(
  view: vscode.TreeView<Row>,
  /** Of its item; undefined for what cannot be expanded. */
  idOf: (row: Row) => string | undefined,
  state: vscode.Memento,
  /** Under which they are kept. */
  key: string,
): ExpandedRows {
  const expanded = keptIds(state, key);
  const collapsed = keptIds(state, `${key}.collapsed`);
  /** Rows that begin expanded: that one of the others is collapsed needs not be kept. */
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

function keptIds(state: vscode.Memento, key: string) {
  const ids = new Set(state.get<readonly string[]>(key, []));
  const keep = (): void => void state.update(key, [...ids].slice(-mostKept));
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
