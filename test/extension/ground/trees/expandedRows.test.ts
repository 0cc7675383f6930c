import assert from 'node:assert/strict';
import { test } from 'vitest';
import type * as vscode from 'vscode';
import { keepExpandedRows } from '../../../../src/extension/ground/trees/expandedRows.ts';

type Listener = (event: { element: string }) => void;

/** A window with a memento that outlives it. `turn` is what the user does to rows, `begin` a row's default state. */
function openWindow(stored: Map<string, unknown>) {
  const listeners: Record<'expand' | 'collapse', Listener> = { expand: () => undefined, collapse: () => undefined };
  const view = {
    onDidExpandElement: (listener: Listener) => (listeners.expand = listener),
    onDidCollapseElement: (listener: Listener) => (listeners.collapse = listener),
  };
  const state = {
    get: (key: string, otherwise: unknown) => stored.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const rows = keepExpandedRows(
    view as unknown as vscode.TreeView<string>,
    (row) => row,
    state as unknown as vscode.Memento,
    'rows',
  );
  const begin = (id: string, by: 'collapsed' | 'expanded'): string => {
    const item: vscode.TreeItem = { id, collapsibleState: by === 'expanded' ? 2 : 1 };
    rows.restore(item);
    return (item.collapsibleState as number) === 2 ? 'expanded' : 'collapsed';
  };
  return { begin, turn: (id: string, how: 'expand' | 'collapse') => listeners[how]({ element: id }) };
}

test('an expanded row stays expanded in the next window until it is collapsed', () => {
  const stored = new Map<string, unknown>();
  const first = openWindow(stored);
  first.begin('space', 'collapsed');
  first.turn('space', 'expand');

  const second = openWindow(stored);
  assert.equal(second.begin('space', 'collapsed'), 'expanded');
  second.turn('space', 'collapse');

  assert.equal(openWindow(stored).begin('space', 'collapsed'), 'collapsed');
});

test('a row expanded by default stays collapsed in the next window until it is expanded', () => {
  const stored = new Map<string, unknown>();
  const first = openWindow(stored);
  first.begin('Needs Attention', 'expanded');
  first.turn('Needs Attention', 'collapse');

  const second = openWindow(stored);
  assert.equal(second.begin('Needs Attention', 'expanded'), 'collapsed');
  second.turn('Needs Attention', 'expand');

  assert.equal(openWindow(stored).begin('Needs Attention', 'expanded'), 'expanded');
});

test("the last expanded rows are stored, and collapsed rows aren't", () => {
  const stored = new Map<string, unknown>();
  const { begin, turn } = openWindow(stored);

  for (let number = 0; number < 300; number++) {
    begin(`row ${number}`, 'collapsed');
    turn(`row ${number}`, 'expand');
  }
  turn('row 299', 'collapse');

  assert.deepEqual(
    [...stored].map(([key, ids]) => [key, (ids as string[]).length]),
    [['rows', 200]],
  );
  assert.equal(openWindow(stored).begin('row 298', 'collapsed'), 'expanded');
});
