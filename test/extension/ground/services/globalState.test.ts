import { expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { openGlobalState } from '../../../../src/extension/ground/services/globalState.ts';

test('the global state writes only the newest of the waiting values, and resolves when it is written', async () => {
  const written: [string, unknown][] = [];
  const stored = new Map<string, unknown>();
  const state = openGlobalState({
    keys: () => [...stored.keys()],
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => {
      await Promise.resolve();
      written.push([key, value]);
      stored.set(key, value);
    },
  } as vscode.Memento);

  const first = state.update('names', 1);
  await Promise.resolve();
  const writes = [2, 3, 4].map((value) => state.update('names', value));
  const other = state.update('other', 'x');
  expect(state.get('names')).toBe(4);
  await Promise.all([first, ...writes, other]);

  expect(written).toEqual([
    ['names', 1],
    ['names', 4],
    ['other', 'x'],
  ]);
  expect(state.get('names')).toBe(4);
});
