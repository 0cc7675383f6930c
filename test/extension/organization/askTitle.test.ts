import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Question } from '../../../src/extension/services/prompts.ts';
import { askTitle } from '../../../src/extension/organization/picking.ts';
import type { Services } from '../../../src/extension/services/services.ts';

test('creates nothing twice, and loses nothing, if the user types on or leaves the box', async () => {
  const asked: Question<unknown>[] = [];
  const prompts = { ask: async (question: Question<unknown>) => void asked.push(question) };

  await askTitle(
    { prompts } as unknown as Services,
    { title: 'Create a Team', prompt: 'Title' },
    () => undefined,
    async (title) => title,
  );

  assert.deepEqual(
    asked.map(({ isAction }) => isAction),
    [true],
  );
});
