import assert from 'node:assert/strict';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPrompts, type Answer } from '../../../src/extension/prompts/prompts.ts';
import { InputBox } from '../inputBox.ts';

let box: InputBox;

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({
  window: { createInputBox: () => (box = new InputBox()) },
  QuickInputButtons: { Back: 'back' },
}));

let sent: string[];
let answer: PromiseWithResolvers<Answer<string>>;

beforeEach(() => {
  sent = [];
  answer = Promise.withResolvers();
});

function ask(): Promise<string | undefined> {
  return createPrompts().ask<string>({
    title: 'Subject',
    prompt: 'What it changes',
    isAct: true,
    accept(text) {
      sent.push(text);
      return answer.promise;
    },
  });
}

test('what is changed while it is being sent is not sent a second time', async () => {
  const asked = ask();
  box.type('One');
  box.enter();

  box.type('One more');
  box.enter();

  answer.resolve({ value: 'made' });
  assert.equal(await asked, 'made');
  assert.deepEqual(sent, ['One']);
});

test('of a box that is left while it sends the answer counts', async () => {
  const asked = ask();
  box.type('One');
  box.enter();

  box.hide();

  answer.resolve({ value: 'made' });
  assert.equal(await asked, 'made');
  assert.ok(box.isDisposed);
});

test('a box that was left while it sent comes back with the text when that fails', async () => {
  void ask();
  box.type('One');
  box.enter();
  box.hide();

  answer.reject(new Error('The connection broke.'));

  await expect.poll(() => box.isVisible).toBe(true);
  assert.deepEqual([box.value, box.validationMessage], ['One', 'The connection broke.']);
});

test('a question that follows another has a button that leads back to it', async () => {
  const asked = createPrompts().ask({ title: 'Token', prompt: 'It', back: 'before', accept: () => answer.promise });
  assert.deepEqual(box.buttons, ['back']);
  box.type('half of it');

  box.press();

  assert.equal(await asked, 'before');
  assert.ok(box.isDisposed);
});

test('who goes back while the answer is being checked is back, whatever comes of it', async () => {
  const asked = createPrompts().ask({ title: 'Token', prompt: 'It', back: 'before', accept: () => answer.promise });
  box.type('all of it');
  box.enter();

  box.press();
  answer.resolve({ value: 'made' });

  assert.equal(await asked, 'before');
});

test('a first question leads nowhere back', () => {
  void ask();

  assert.deepEqual(box.buttons, []);
});
