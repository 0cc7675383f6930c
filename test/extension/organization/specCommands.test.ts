import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { fake } from '../../fakes/vscode/index.ts';
import type { Question } from '../../../src/extension/ground/services/prompts.ts';
import { openOrganizations } from '../../store/openOrganizations.ts';
import { itemOf } from '../../../src/extension/organization/items.ts';
import type { RowOf } from '../../../src/extension/organization/rows.ts';
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

test('names ten problems of a specification in its tooltip, and counts the others', () => {
  const problems = Array.from({ length: 13 }, (_, at) => `Problem ${at + 1}`);
  const tooltip = (count: number) => {
    const spec = { object: 'openapi-spec', id: 's', slug: 'robots', lastProcessProblems: problems.slice(0, count) };
    const row = { kind: 'spec', spec, organization: {} } as unknown as RowOf<'spec'>;
    return (itemOf(row, {}).tooltip as vscode.MarkdownString).value.replaceAll('&nbsp;', ' ').split(/\s*\n/);
  };

  assert.deepEqual(tooltip(13).slice(-2), ['Problem 10', 'and 3 more']);
  assert.deepEqual(tooltip(10).slice(-1), ['Problem 10']);
});
