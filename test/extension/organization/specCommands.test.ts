import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { fake } from '../../fakes/vscode/index.ts';
import type { Question } from '../../../src/extension/ground/services/prompts.ts';
import { openOrganizations } from '../../store/openOrganizations.ts';
import { updateSpec } from '../../../src/extension/organization/specCommands.ts';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import type { Services } from '../../../src/extension/ground/services/services.ts';

test('stops waiting for a specification that is never read completely', async () => {
  const { organizations, organizationId, api } = await openOrganizations();
  const organization = await api.organizations.get({ organizationId });
  const spec = (await api.openapi.list({ organizationId })).items[0]!;
  const parts = {
    prompts: {
      async ask(question: Question<unknown>) {
        const answer = await question.accept('https://specs.example/slow.json', new AbortController().signal);
        return 'value' in answer ? answer.value : undefined;
      },
    },
  } as unknown as Services;
  const ended = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());

  fake.pick = ([first]) => first;

  await updateSpec(parts, { account: { key: 'a' } as Account, organizations, organization, spec }, () => undefined);

  ended.mockRestore();
  assert.deepEqual(fake.said, [`The server is still reading “${spec.slug}”. Its row shows when it is done.`]);
});
