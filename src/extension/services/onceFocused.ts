import * as vscode from 'vscode';

/**
 * Calls `act` after `wait` ms, once the window has the focus, so that windows that start together don't all send
 * requests.
 */
export function onceFocused(wait: number, act: () => void): vscode.Disposable {
  let focusing: vscode.Disposable | undefined;
  const timer = setTimeout(() => {
    if (vscode.window.state.focused) return act();
    focusing = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      focusing?.dispose();
      act();
    });
  }, wait);
  return {
    dispose() {
      clearTimeout(timer);
      focusing?.dispose();
    },
  };
}
