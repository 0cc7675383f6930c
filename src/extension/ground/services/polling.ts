import * as vscode from 'vscode';
import type { ErrorEdge } from '../messages/errorEdge.ts';

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

/**
 * Polls while the window has the focus, and the panel, if there is one, is visible. If the pause ends while they aren't, the
 * poll runs when the user comes back; for a panel, it always does. An action that has noted its own failure returns false.
 */
export function poll(
  name: string,
  edge: ErrorEdge,
  action: (signal: AbortSignal) => Promise<unknown>,
  panel?: Pick<vscode.WebviewPanel, 'visible' | 'onDidChangeViewState'>,
): Polling {
  let stop = new AbortController();
  let isOver = false;
  let isRunning = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;

  function wait(): void {
    clearTimeout(timer);
    const pause = Math.min(longest, usual * 2 ** Math.min(failures, 8)) * (0.75 + Math.random() / 2);
    timer = setTimeout(() => void run(), pause);
  }

  async function run(): Promise<void> {
    if (isOver) return;
    isDue = isRunning || isAway();
    if (isDue) return;
    clearTimeout(timer);
    isRunning = true;
    try {
      failures = (await action(stop.signal)) === false ? failures + 1 : 0;
    } catch (error) {
      failures += 1;
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

  const isAway = (): boolean => !vscode.window.state.focused || panel?.visible === false;

  function follow(): void {
    if (isAway()) isDue ||= panel !== undefined;
    else if (isDue && !isRunning) void run();
  }

  const following = vscode.Disposable.from(
    ...[vscode.window.onDidChangeWindowState, panel?.onDidChangeViewState].flatMap((event) => event?.(follow) ?? []),
  );
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
