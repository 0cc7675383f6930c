import * as vscode from 'vscode';

/** What is expanded is asked for when a window opens: not without end. */
const mostKept = 200;

/** Which rows are expanded, across restarts: VS Code itself forgets it for trees of extensions. Rows are named by their ids. */
export interface ExpandedRows {
  has(id: string): boolean;
  dispose(): void;
}

export function keepExpandedRows<Row>(
  view: vscode.TreeView<Row>,
  idOf: (row: Row) => string | undefined,
  state: vscode.Memento,
  /** Under which they are kept. */
  key: string,
): ExpandedRows {
  const expanded = new Set(state.get<readonly string[]>(key, []));
  const change = (row: Row, isExpanded: boolean): void => {
    const id = idOf(row);
    if (id === undefined || expanded.has(id) === isExpanded) return;
    if (isExpanded) expanded.add(id);
    else expanded.delete(id);
    void state.update(key, [...expanded].slice(-mostKept));
  };
  const following = vscode.Disposable.from(
    view.onDidExpandElement(({ element }) => change(element, true)),
    view.onDidCollapseElement(({ element }) => change(element, false)),
  );
  return { has: (id) => expanded.has(id), dispose: () => void following.dispose() };
}
