import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fake } from '../../../fakes/vscode/index.ts';
import { openSettings } from '../../../../src/extension/organization/settings/open.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';

test('asks for settings or details, and shows their kinds without the code of the icon', async () => {
  const documents = {
    isOfSite: () => false,
    isSiteItself: () => false,
    choices: async () => [
      { ids: {}, title: 'Firmware' },
      { ids: {}, title: 'Field' },
    ],
  };
  const parts = {
    accounts: { active: { key: 'docs.example' } },
    stores: () => ({
      settings: async () => documents,
      library: async () => ({ organizations: async () => [{ id: 'north', title: 'North' }] }),
    }),
  };

  const titles: (string | undefined)[] = [];
  fake.pick = (items, { title }) => {
    titles.push(title);
    return items.find(({ label }) => label.endsWith('Team'));
  };

  await openSettings(parts as unknown as Services, undefined, false);
  await openSettings(parts as unknown as Services, undefined, true);

  assert.deepEqual(titles, ['Choose which settings to edit', 'Team', 'Choose which details to show', 'Team']);
});
