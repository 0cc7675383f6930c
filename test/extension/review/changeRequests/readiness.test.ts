import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { moveChangeRequest } from '../../../../src/extension/review/changeRequests/status.ts';
import type { Target } from '../../../../src/extension/ground/changeRequests/target.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import { fake } from '../../../fakes/vscode/index.ts';

const at = {
  space: { id: 's', title: 'Guide' },
  changeRequest: { id: 'one', number: 1, subject: 'Words', status: 'draft' },
  account: 'acme',
};
const found = { problems: 0, pages: 0, text: '0 new problems on 0 pages', limits: [], isComplete: true };

let moved: string[];
let choices: { message: string; detail?: string }[];
let presses: (actions: readonly string[]) => string | undefined;

beforeEach(() => {
  moved = [];
  choices = [];
  presses = () => undefined;
});

afterEach(() => vi.useRealTimers());

const checkedAs = (check: (given: unknown, options?: { readonly signal: AbortSignal }) => unknown) =>
  fake.commands.set('docsPlatform.changeRequest.check', check as () => unknown);

async function open(): Promise<void> {
  const account = { key: 'acme' };
  const store = { setStatus: async (_: unknown, status: string) => void moved.push(status) };
  const stores = () => ({
    edits: async () => ({ drafts: { of: async () => [] } }),
    contents: async () => ({}),
    conflicts: async () => ({ of: async () => [], cached: () => [] }),
  });
  const parts = {
    accounts: { byKey: () => account, all: () => [account], active: account },
    stores,
    edge: { note: () => undefined, explain: () => undefined },
    prompts: {
      choose: async (choice: { message: string; detail?: string; actions: readonly string[] }) => {
        choices.push(choice);
        return presses(choice.actions);
      },
    },
  } as unknown as Services;
  await moveChangeRequest(parts, { account, store, at } as unknown as Target, 'open');
}

test('opens for review without a question if the check finds nothing', async () => {
  checkedAs(async () => found);

  await open();

  assert.deepEqual([moved, choices, fake.said], [['open'], [], ['#1 is open for review.']]);
});

test('ends a check that lasts too long, opens, and says so', async () => {
  vi.useFakeTimers();
  let signal: AbortSignal | undefined;
  checkedAs((_, options) => {
    signal = options?.signal;
    return new Promise(() => undefined);
  });

  const opening = open();
  await vi.advanceTimersByTimeAsync(2100);
  await opening;

  assert.ok(signal?.aborted);
  assert.deepEqual(moved, ['open']);
  assert.deepEqual(
    choices.map(({ message }) => message),
    ['#1 is open for review. Not fully checked.'],
  );
});

test('opens and says so if the check fails, or leaves out pages, and can run it again', async () => {
  checkedAs(async () => {
    throw new Error('offline');
  });
  await open();
  const runs: unknown[] = [];
  checkedAs(async (_, options) => {
    runs.push(options);
    return { ...found, limits: ["Couldn't check “A”: it is long."], isComplete: false };
  });
  presses = ([check]) => check;
  await open();

  assert.deepEqual(moved, ['open', 'open']);
  assert.deepEqual(
    choices.map(({ message }) => message),
    ['#1 is open for review. Not fully checked.', '#1 is open for review. Not fully checked.'],
  );
  assert.deepEqual([runs.length, runs[1]], [2, undefined]);
});

test('names the problems and what could not be checked in the question', async () => {
  checkedAs(async () => ({
    ...found,
    ...{ problems: 3, pages: 2, text: '3 problems on 2 pages' },
    ...{ limits: ["Couldn't check “A”: it is long."], isComplete: false },
  }));

  await open();

  assert.deepEqual(moved, []);
  assert.deepEqual(
    choices.map(({ detail }) => detail),
    ["3 problems on 2 pages. Couldn't check “A”: it is long."],
  );
});
