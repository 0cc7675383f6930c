import * as vscode from 'vscode';

/** The row that was selected last, in whichever of our views: what a command of the palette may be about. */
export interface SelectedRow extends vscode.Disposable {
  /** `isOwn` says of a selection that nobody made it: it is not what the person turned to. */
  follow(view: vscode.TreeView<unknown>, isOwn?: () => boolean): vscode.Disposable;
  /** Undefined when nothing is selected in the view, or nobody sees it. */
  now():
    { readonly row: unknown; /** Whether another editor was turned to since. */ readonly isLeft: boolean } | undefined;
  /** The row that a command is about when it is given nothing. A document of ours comes first if it was turned to since. */
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
