import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { OrganizationParts } from '../../../src/extension/organization/parts.ts';
import type { Question } from '../../../src/extension/prompts/prompts.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({ l10n: { t: (text: string) => text }, window: {} }));

const { askTitle } = await import('../../../src/extension/organization/picking.ts');

test('what is being made is neither made twice nor lost when one types on, or leaves the box', async () => {
  const asked: Question<unknown>[] = [];
  const prompts = { ask: async (question: Question<unknown>) => void asked.push(question) };

  await askTitle(
    { prompts } as unknown as OrganizationParts,
    { title: 'Create a Team', prompt: 'Title' },
    () => undefined,
    async (title) => title,
  );

  assert.deepEqual(
    asked.map(({ isAct }) => isAct),
    [true],
  );
});
