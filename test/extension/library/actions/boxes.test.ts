import assert from 'node:assert/strict';
import { beforeEach, expect, test } from 'vitest';
import { askTitle } from '../../../../src/extension/organization/picking.ts';
import { createPrompts } from '../../../../src/extension/ground/services/prompts.ts';
import { renameSpace } from '../../../../src/extension/library/actions/spaces.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import type { Space } from '../../../../src/contract/spaces/spaces.ts';
import type { Session } from '../../../../src/extension/library/actions/session.ts';

let sent: string[];
let answer: PromiseWithResolvers<void>;

beforeEach(() => {
  sent = [];
  answer = Promise.withResolvers();
});

function send(text: string): Promise<void> {
  sent.push(text);
  return answer.promise;
}

/** The space whose title is about to be sent. */
const space = { id: 's1', title: 'Handbook' } as Space;

function session(): Session {
  const actions = { updateSpace: (_: string, { title }: { title: string }) => send(title) };
  return { actions } as unknown as Session;
}

test('the box of a refused title opens again with the reason if the user has left it', async () => {
  void renameSpace({ prompts: createPrompts() }, session(), space);
  await expect.poll(() => fake.inputBoxes.at(-1)?.isVisible).toBe(true);
  fake.box.type('Handbook of the Heron');
  fake.box.enter();
  fake.box.hide();

  answer.reject(new Error('The connection broke.'));

  await expect.poll(() => fake.box.isVisible).toBe(true);
  assert.deepEqual([fake.box.value, fake.box.validationMessage], ['Handbook of the Heron', 'The connection broke.']);
});

test("a team isn't created twice if its title is changed while it is being created", async () => {
  const question = { title: 'Create a Team', prompt: 'Team title' };
  const made = askTitle({ prompts: createPrompts() }, question, () => undefined, send);
  fake.box.type('Field');
  fake.box.enter();

  fake.box.type('Field Service');
  fake.box.enter();

  answer.resolve();
  await made;
  assert.deepEqual(sent, ['Field']);
});
