import * as vscode from 'vscode';

/** Pause between two refreshes, in ms. It varies by a quarter, so that many windows don't refresh together. */
const usual = 45_000;
/** After failures the pause doubles, up to this, in ms. */
const longest = 10 * 60_000;

/** Refreshes while the panel is visible and its window has the focus, and at once when it becomes visible again. */
export function following(panel: vscode.WebviewPanel, refresh: () => Promise<boolean>): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isRunning = false;
  /** Whether the pause ended while the panel wasn't visible. */
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
