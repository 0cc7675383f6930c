import assert from 'node:assert/strict';
import { beforeEach, expect, test } from 'vitest';
import { createPrompts, type Answer } from '../../../../src/extension/ground/services/prompts.ts';
import { QuickInputButtons } from '../../../fakes/vscode/enums.ts';
import { fake } from '../../../fakes/vscode/index.ts';

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
    isAction: true,
    accept(text) {
      sent.push(text);
      return answer.promise;
    },
  });
}

test("a text changed while it is being sent isn't sent a second time", async () => {
  const asked = ask();
  fake.box.type('One');
  fake.box.enter();

  fake.box.type('One more');
  fake.box.enter();

  answer.resolve({ value: 'made' });
  assert.equal(await asked, 'made');
  assert.deepEqual(sent, ['One']);
});

test('the answer of a box that is left while it sends still counts', async () => {
  const asked = ask();
  fake.box.type('One');
  fake.box.enter();

  fake.box.hide();

  answer.resolve({ value: 'made' });
  assert.equal(await asked, 'made');
  assert.ok(fake.box.isDisposed);
});

test('a box that was left while it sent opens again with the text if that fails', async () => {
  void ask();
  fake.box.type('One');
  fake.box.enter();
  fake.box.hide();

  answer.reject(new Error('The connection broke.'));

  await expect.poll(() => fake.box.isVisible).toBe(true);
  assert.deepEqual([fake.box.value, fake.box.validationMessage], ['One', 'The connection broke.']);
});

test('a follow-up question has a button that goes back', async () => {
  const asked = createPrompts().ask({ title: 'Token', prompt: 'It', back: 'before', accept: () => answer.promise });
  assert.deepEqual(fake.box.buttons, [QuickInputButtons.Back]);
  fake.box.type('half of it');

  fake.box.press();

  assert.equal(await asked, 'before');
  assert.ok(fake.box.isDisposed);
});

test('going back while the answer is being checked goes back, whatever the result is', async () => {
  const asked = createPrompts().ask({ title: 'Token', prompt: 'It', back: 'before', accept: () => answer.promise });
  fake.box.type('all of it');
  fake.box.enter();

  fake.box.press();
  answer.resolve({ value: 'made' });

  assert.equal(await asked, 'before');
});

test('a first question has no button that goes back', () => {
  void ask();

  assert.deepEqual(fake.box.buttons, []);
});
