import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fake } from '../../fakes/vscode/index.ts';
import { createPrompts } from '../../../src/extension/services/prompts.ts';
import { summaryOf } from '../../../src/model/comments/text.ts';

test('a text by others is no command in the box that answers it', () => {
  const prompt = summaryOf('Look: [[here](x)](command:workbench.action.closeWindow)');

  void createPrompts().ask({ title: 'Reply', prompt, accept: async () => ({ value: '' }) });

  assert.match(prompt, /\]\(command:/);
  assert.doesNotMatch(fake.inputBoxes[0]?.prompt ?? assert.fail(), /\]\(/);
});
