import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { OrganizationParts } from '../../../src/extension/organization/parts.ts';
import type { Question } from '../../../src/extension/prompts/prompts.ts';
import { openOrganizations } from '../../store/openOrganizations.ts';

const said: string[] = [];

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)])) },
  ProgressLocation: { Window: 10 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  env: { language: 'en' },
  window: {
    activeTextEditor: undefined,
    showQuickPick: async ([first]: readonly object[]) => first,
    showInformationMessage: async (text: string) => void said.push(text),
    withProgress: (_: object, work: () => Promise<unknown>) => work(),
  },
}));

const { updateSpec } = await import('../../../src/extension/organization/specCommands.ts');

test('a specification that is read without end is not waited for without end', async () => {
  const { organizations, organizationId, api } = await openOrganizations();
  const organization = await api.organizations.get({ organizationId });
  const [spec] = (await api.openapi.list({ organizationId })).items;
  const parts = {
    accounts: { active: { key: 'a' } },
    platforms: { organizations: async () => organizations },
    prompts: {
      async ask(question: Question<unknown>) {
        const answer = await question.accept('https://specs.example/slow.json', new AbortController().signal);
        return 'value' in answer ? answer.value : undefined;
      },
    },
  } as unknown as OrganizationParts;
  const ended = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());

  await updateSpec(parts, { kind: 'spec', key: 'k', organization, spec }, () => undefined);

  ended.mockRestore();
  assert.deepEqual(said, [`The platform still reads “${spec?.slug ?? ''}”. Its row says when that is done.`]);
});
