import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fake } from '../../../fakes/vscode/index.ts';
import { pickSpace } from '../../../../src/extension/ground/prompts/pickSpace.ts';
import type { Library } from '../../../../src/store/library/library.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';

async function rows(...organizations: string[]): Promise<string[] | undefined> {
  const offered: string[][] = [];
  fake.pick = (items) =>
    void offered.push(items.map(({ label, description }) => [label, description].filter(Boolean).join(' | ')));
  const library = {
    organizations: async () => organizations.map((title) => ({ id: title, title })),
    availableSpaces: async () => ({
      spaces: organizations.map((organization) => ({ id: organization, title: 'Handbook', organization })),
      failures: [],
    }),
  };
  await pickSpace({} as Services, library as unknown as Library, 'Which space?', () => true);
  return offered[0];
}

test('offers spaces with the name of their organization if there are several', async () => {
  assert.deepEqual(await rows('Northwind', 'Acme'), ['Handbook | Northwind', 'Handbook | Acme']);
  assert.deepEqual(await rows('Northwind'), ['Handbook']);
});
