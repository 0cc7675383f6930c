import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Space } from '../../../../src/contract/spaces/spaces.ts';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Choice } from '../../../../src/extension/ground/services/prompts.ts';
import {
  ensureUnlocked,
  explainLock,
  isLockedInCache,
} from '../../../../src/extension/ground/prompts/ensureUnlocked.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';

const account = { key: 'a' } as Account;

function lockContext(space: () => Promise<Partial<Space>>) {
  const choices: Choice<string>[] = [];
  const parts = {
    accounts: { active: account },
    stores: () => ({ library: async () => ({ space }) }),
    prompts: { choose: async (choice: Choice<string>) => void choices.push(choice) },
  } as unknown as Services;
  return { parts, choices };
}

const locked = async () => ({ id: 's', editMode: 'locked', permissions: { edit: false } }) as const;

describe('a locked space', () => {
  test('is reported in a modal dialog that blocks typing', async () => {
    const { parts, choices } = lockContext(locked);

    assert.equal(await ensureUnlocked(parts, account, 's'), false);

    assert.deepEqual(
      choices.map(({ modal }) => modal),
      [true],
    );
  });

  test('is explained next to a page that opens', async () => {
    const { parts, choices } = lockContext(locked);

    await explainLock(parts, account, 's');

    assert.deepEqual(
      choices.map(({ modal }) => modal),
      [false],
    );
  });
});

test.each<[string, Parameters<typeof lockContext>[0]]>([
  ['cannot be read', () => Promise.reject(new Error('No answer came.'))],
  ['is locked, by a server that tells no permissions,', async () => ({ id: 's', editMode: 'locked' })],
])('a space that %s prevents nobody from trying', async (_, space) => {
  const { parts, choices } = lockContext(space);

  assert.deepEqual(
    [await ensureUnlocked(parts, account, 's'), await isLockedInCache(parts, account, 's'), choices],
    [true, false, []],
  );
});
