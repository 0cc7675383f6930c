import * as vscode from 'vscode';

/**
 * Calls `action` after `wait` ms, once the window has the focus, so that windows that start together don't all send
 * requests.
 */
export function onceFocused(wait: number, action: () => void): vscode.Disposable {
  let focusing: vscode.Disposable | undefined;
  const timer = setTimeout(() => {
    if (vscode.window.state.focused) return action();
    focusing = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      focusing?.dispose();
      action();
    });
  }, wait);
  return {
    dispose() {
      clearTimeout(timer);
      focusing?.dispose();
    },
  };
}
