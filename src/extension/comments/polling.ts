import * as vscode from 'vscode';
import type { ErrorEdge } from '../commands/errorEdge.ts';

/** Between two polls, in ms, when all goes well; it varies by a quarter, so that many windows do not ask together. */
const usual = 60_000;
/** After failures the pause doubles up to this. */
const longest = 15 * 60_000;

/** Polls while the window has the focus; a pause that ran out meanwhile is made up for when one comes back. */
export function poll(name: string, edge: ErrorEdge, act: (signal: AbortSignal) => Promise<void>): vscode.Disposable {
  const stop = new AbortController();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;

  function wait(): void {
    clearTimeout(timer);
    const pause = Math.min(longest, usual * 2 ** failures) * (0.75 + Math.random() / 2);
    timer = setTimeout(() => void run(), pause);
  }

  async function run(): Promise<void> {
    isDue = !vscode.window.state.focused;
    if (isDue || stop.signal.aborted) return;
    try {
      await act(stop.signal);
      failures = 0;
    } catch (error) {
      failures = Math.min(failures + 1, 8);
      edge.note(name, error);
    }
    if (!stop.signal.aborted) wait();
  }

  const following = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused && isDue) void run();
  });
  wait();
  return vscode.Disposable.from(following, {
    dispose: () => {
      clearTimeout(timer);
      stop.abort();
    },
  });
}
