import * as vscode from 'vscode';

/** Between two looks, in ms; it varies by a quarter, so that many windows do not ask together. */
const usual = 45_000;
/** After failures the pause doubles up to this. */
const longest = 10 * 60_000;

/** Asks anew while the panel is seen and its window has the focus, and at once when it comes back into sight. */
export function following(panel: vscode.WebviewPanel, refresh: () => Promise<boolean>): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isRunning = false;
  /** The pause ran out while nobody looked. */
  let isDue = false;
  let isOver = false;

  function wait(): void {
    clearTimeout(timer);
    const pause = Math.min(longest, usual * 2 ** failures) * (0.75 + Math.random() / 2);
    timer = setTimeout(() => void look(), pause);
  }

  async function look(): Promise<void> {
    if (isRunning || isOver) return;
    isDue = !panel.visible || !vscode.window.state.focused;
    if (isDue) return;
    isRunning = true;
    failures = (await refresh()) ? 0 : Math.min(failures + 1, 8);
    isRunning = false;
    if (!isOver) wait();
  }

  wait();
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void look();
    }),
    panel.onDidChangeViewState(() => {
      if (panel.visible && isDue) void look();
    }),
    new vscode.Disposable(() => {
      isOver = true;
      clearTimeout(timer);
    }),
  );
}
