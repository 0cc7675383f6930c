import assert from 'node:assert/strict';
import { beforeEach, expect, test, vi } from 'vitest';
import { askTitle } from '../../../src/extension/organization/picking.ts';
import type { OrganizationParts } from '../../../src/extension/organization/parts.ts';
import { createPrompts } from '../../../src/extension/prompts/prompts.ts';
import { renameSpace } from '../../../src/extension/libraryActions/spaces.ts';
import type { UpkeepParts } from '../../../src/extension/libraryActions/parts.ts';
import { InputBox } from '../inputBox.ts';

let box: InputBox;

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', () => ({
  Uri: class {},
  l10n: { t: (text: string) => text },
  window: { createInputBox: () => (box = new InputBox()) },
}));

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

/** The row of a space whose title is about to be sent. */
const row = { kind: 'space', key: 's1', space: { id: 's1', title: 'Handbook' } };

function parts(): UpkeepParts {
  const library = { knownSpaces: () => [] };
  const upkeep = { updateSpace: (_: string, { title }: { title: string }) => send(title) };
  return {
    accounts: { active: {} },
    platforms: { library: async () => library, upkeep: async () => upkeep },
    prompts: createPrompts(),
  } as unknown as UpkeepParts;
}

test('the title of a space that is refused after its box was left is there again, with the reason', async () => {
  void renameSpace(parts(), row);
  await expect.poll(() => box?.isVisible).toBe(true);
  box.type('Handbook of the Heron');
  box.enter();
  box.hide();

  answer.reject(new Error('The connection broke.'));

  await expect.poll(() => box.isVisible).toBe(true);
  assert.deepEqual([box.value, box.validationMessage], ['Handbook of the Heron', 'The connection broke.']);
});

test('a team whose title is changed while it is made is not made twice', async () => {
  const question = { title: 'Create a Team', prompt: 'Title of the team' };
  const made = askTitle({ prompts: createPrompts() } as OrganizationParts, question, () => undefined, send);
  box.type('Field');
  box.enter();

  box.type('Field Service');
  box.enter();

  answer.resolve();
  await made;
  assert.deepEqual(sent, ['Field']);
});
