import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { QuickPickItem } from 'vscode';
import { pickSpace } from '../../../src/extension/libraryActions/picking.ts';
import type { Desk, UpkeepParts } from '../../../src/extension/libraryActions/parts.ts';

const offered: string[][] = [];

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  window: {
    showQuickPick: async (items: readonly QuickPickItem[]) =>
      void offered.push(items.map(({ label, description }) => [label, description].filter(Boolean).join(' | '))),
  },
}));

async function rows(...organizations: string[]): Promise<string[] | undefined> {
  offered.length = 0;
  const library = {
    organizations: async () => organizations.map((title) => ({ id: title, title })),
    availableSpaces: async () => ({
      spaces: organizations.map((organization) => ({ id: organization, title: 'Handbook', organization })),
      failures: [],
    }),
  };
  await pickSpace({} as UpkeepParts, { library } as unknown as Desk, undefined, 'Which space?');
  return offered[0];
}

test('spaces are offered with the name of their organization where there are several', async () => {
  assert.deepEqual(await rows('Northwind', 'Acme'), ['Handbook | Northwind', 'Handbook | Acme']);
  assert.deepEqual(await rows('Northwind'), ['Handbook']);
});
