import * as vscode from 'vscode';

/** The row selected last in any of our views, for commands from the palette. */
export interface SelectedRow extends vscode.Disposable {
  /**
   * `isOwn` returns whether the extension made the current selection. The user hasn't chosen that row, so it doesn't
   * count.
   */
  follow(view: vscode.TreeView<unknown>, isOwn?: () => boolean): vscode.Disposable;
  /** Undefined if nothing is selected in the view, or the view is hidden. */
  now():
    | { readonly row: unknown; /** Whether the user has switched to another editor since. */ readonly isLeft: boolean }
    | undefined;
  /**
   * The row for a command that gets no argument. If the user has switched to one of our documents since, that comes
   * first.
   */
  forCommand(): unknown;
}

export function createSelectedRow(): SelectedRow {
  let last: vscode.TreeView<unknown> | undefined;
  let isLeft = false;
  const following = vscode.window.onDidChangeActiveTextEditor((editor) => {
    if (editor) isLeft = true;
  });
  const now: SelectedRow['now'] = () => {
    const row = last?.visible ? last.selection[0] : undefined;
    return row === undefined ? undefined : { row, isLeft };
  };
  return {
    now,
    follow: (view, isOwn = () => false) =>
      view.onDidChangeSelection(({ selection }) => {
        if (selection.length === 0 || isOwn()) return;
        last = view;
        isLeft = false;
      }),
    forCommand() {
      const selection = now();
      const scheme = vscode.window.activeTextEditor?.document.uri.scheme;
      return selection?.isLeft && scheme?.startsWith('docs-platform') ? undefined : selection?.row;
    },
    dispose: () => void following.dispose(),
  };
}
