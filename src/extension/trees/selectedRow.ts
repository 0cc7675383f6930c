import * as vscode from 'vscode';

/** The row that was selected last, in whichever of our views: what a command of the palette may be about. */
export interface SelectedRow extends vscode.Disposable {
  follow(view: vscode.TreeView<unknown>): vscode.Disposable;
  /** Undefined when nothing is selected in the view, or nobody sees it. */
  now():
    { readonly row: unknown; /** Whether another editor was turned to since. */ readonly isLeft: boolean } | undefined;
}

export function createSelectedRow(): SelectedRow {
  let last: vscode.TreeView<unknown> | undefined;
  let isLeft = false;
  const following = vscode.window.onDidChangeActiveTextEditor((editor) => {
    if (editor) isLeft = true;
  });
  return {
    follow: (view) =>
      view.onDidChangeSelection(({ selection }) => {
        if (selection.length === 0) return;
        last = view;
        isLeft = false;
      }),
    now() {
      const row = last?.visible ? last.selection[0] : undefined;
      return row === undefined ? undefined : { row, isLeft };
    },
    dispose: () => void following.dispose(),
  };
}
