import assert from 'node:assert/strict';
import { afterEach, expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { following } from '../../../src/extension/threads/following.ts';

afterEach(() => void vi.useRealTimers());

test('refreshes a panel when it becomes visible again, and continues', async () => {
  vi.useFakeTimers();
  const listeners: (() => void)[] = [];
  const panel = {
    visible: false,
    onDidChangeViewState(listener: () => void) {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  };
  const refresh = vi.fn(() => Promise.resolve(true));
  following(panel as unknown as vscode.WebviewPanel, refresh);
  await vi.advanceTimersByTimeAsync(600_000);
  assert.equal(refresh.mock.calls.length, 0);

  panel.visible = true;
  for (const listener of listeners) listener();
  await vi.advanceTimersByTimeAsync(600_000);

  expect(refresh.mock.calls.length).toBeGreaterThan(5);
});
