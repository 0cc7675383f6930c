import * as vscode from 'vscode';
import type { ErrorEdge } from '../../messages/errorEdge.ts';

/**
 * Pause between two polls, in ms, while there are no failures. It varies by a quarter, so that many windows don't poll
 * together.
 */
const usual = 60_000;
/** After failures the pause doubles, up to this, in ms. */
const longest = 15 * 60_000;

export interface Polling extends vscode.Disposable {
  /**
   * Polls at once, or as soon as the window has the focus. Waits for a running poll, but not for the longer pause after
   * failures.
   */
  now(): void;
  /** The same, but cancels a running poll, whose answer would be for another account. */
  startOver(): void;
}

/** Polls while the window has the focus. If the pause ends while it doesn't, the poll runs when the user comes back. */
export function poll(name: string, edge: ErrorEdge, action: (signal: AbortSignal) => Promise<void>): Polling {
  let stop = new AbortController();
  let isOver = false;
  let isRunning = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;

  function wait(): void {
    clearTimeout(timer);
    const pause = Math.min(longest, usual * 2 ** failures) * (0.75 + Math.random() / 2);
    timer = setTimeout(() => void run(), pause);
  }

  async function run(): Promise<void> {
    isDue = isRunning || !vscode.window.state.focused;
    if (isDue || isOver) return;
    isRunning = true;
    try {
      await action(stop.signal);
      failures = 0;
    } catch (error) {
      failures = Math.min(failures + 1, 8);
      edge.note(name, error);
    }
    isRunning = false;
    if (isDue) now();
    else if (!isOver) wait();
  }

  function now(): void {
    failures = 0;
    clearTimeout(timer);
    void run();
  }

  const following = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused && isDue) void run();
  });
  wait();
  return {
    now,
    startOver() {
      stop.abort();
      stop = new AbortController();
      now();
    },
    dispose() {
      isOver = true;
      following.dispose();
      clearTimeout(timer);
      stop.abort();
    },
  };
}
