import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { fake } from '../../../fakes/vscode/index.ts';
import { createPrompts } from '../../../../src/extension/ground/services/prompts.ts';
import { summaryOf } from '../../../../src/model/comments/text.ts';

test('a text by others is no command in the box that answers it', () => {
  const prompt = summaryOf('Look: [[here](x)](command:workbench.action.closeWindow)');

  void createPrompts().ask({ title: 'Reply', prompt, accept: async () => ({ value: '' }) });

  assert.match(prompt, /\]\(command:/);
  assert.doesNotMatch(fake.inputBoxes[0]?.prompt ?? assert.fail(), /\]\(/);
});

describe('a text that must not stay', () => {
  function ask(): void {
    void createPrompts().ask<string>({
      title: 'Server',
      prompt: 'URL',
      removes: async (text) => (text.startsWith('secret') ? 'This is a token.' : undefined),
      accept: async () => ({ problem: 'Not a URL.' }),
    });
  }

  test('is removed as soon as it is pasted', async () => {
    ask();

    fake.box.type('secret-token');

    await expect.poll(() => fake.box.value).toBe('');
    assert.equal(fake.box.validationMessage, 'This is a token.');
  });

  test('is removed at Enter if it was typed', async () => {
    ask();
    for (let end = 1; end <= 6; end++) fake.box.type('secret'.slice(0, end));
    assert.equal(fake.box.value, 'secret');

    fake.box.enter();

    await expect.poll(() => fake.box.value).toBe('');
    assert.equal(fake.box.validationMessage, 'This is a token.');
  });

  test('is no other text', async () => {
    ask();
    fake.box.type('https://docs.example.com');
    fake.box.enter();

    await expect.poll(() => fake.box.validationMessage).toBe('Not a URL.');
    assert.equal(fake.box.value, 'https://docs.example.com');
  });
});
