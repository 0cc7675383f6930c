import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { editSettings, showDetails } from '../../../src/extension/settings/open.ts';
import type { SettingsParts } from '../../../src/extension/settings/parts.ts';

const asked = vi.hoisted((): { titles: string[] } => ({ titles: [] }));

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  window: {
    withProgress: (_: unknown, act: () => unknown) => act(),
    showQuickPick: async (items: readonly { label: string }[], { title }: { title: string }) => {
      asked.titles.push(title);
      return items.find(({ label }) => label.endsWith('Team'));
    },
  },
}));

test('asks for settings or details, and names their kinds without the code of its icon', async () => {
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
    platforms: {
      settings: async () => documents,
      library: async () => ({ organizations: async () => [{ id: 'north', title: 'North' }] }),
    },
  };

  await editSettings(parts as unknown as SettingsParts, undefined);
  await showDetails(parts as unknown as SettingsParts, undefined);

  assert.deepEqual(asked.titles, ['Settings of what?', 'Team', 'Details of what?', 'Team']);
});
