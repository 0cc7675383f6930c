import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { createAgeLine } from '../../../../src/extension/ground/trees/ageLine.ts';
import type { ApiError } from '../../../../src/model/shared/failure.ts';

const minute = 60_000;
const unavailable = { kind: 'unavailable', message: 'No answer came.', details: {} } as unknown as ApiError;
let said: (string | undefined)[];
let state: { lastAnswer: number | undefined } | undefined;
let change: (key: string) => unknown;

beforeEach(async () => {
  // The words are loaded with the first rows of any tree.
  said = [];
  state = undefined;
  const first = open();
  first.show([]);
  await vi.dynamicImportSettled();
  first.dispose();
  vi.useFakeTimers({ now: 100 * minute });
  said = [];
});

afterEach(() => void vi.useRealTimers());

function open() {
  const onDidChange = (listener: (key: string) => unknown) => {
    change = listener;
    return { dispose: () => (change = () => undefined) };
  };
  const reachability = {
    unreachable: (key: string) => (key === 'mine' ? state : undefined),
    onDidChange,
    onDidRecover: onDidChange,
  };
  return createAgeLine(
    (message) => said.push(message),
    reachability,
    () => 'mine',
  );
}

test("shows nothing of an account's late failure above the rows of another account", () => {
  const line = open();
  line.dispose();

  line.show([{ asOf: 0, failure: unavailable }]);

  assert.deepEqual([said.filter(Boolean), vi.getTimerCount()], [[], 0]);
});

test("shows that the account's server is unreachable, also above rows that nobody refreshed, until it answers", () => {
  open().show([]);

  state = { lastAnswer: 96 * minute };
  change('other');
  change('mine');
  vi.advanceTimersByTime(minute);
  state = undefined;
  change('mine');

  assert.equal(said[1], "Can't reach the server. Showing content from 4 minutes ago.");
  assert.equal(said.at(-2), "Can't reach the server. Showing content from 5 minutes ago.");
  assert.deepEqual([said.at(-1), vi.getTimerCount()], [undefined, 0]);
});

test('shows no age while nothing was ever loaded', () => {
  state = { lastAnswer: undefined };

  open().show([]);

  assert.deepEqual(said, ["Can't reach the server."]);
});

test("shows the age of the oldest content that couldn't be refreshed", () => {
  const line = open();

  line.show([
    { asOf: 90 * minute, failure: unavailable },
    { asOf: 40 * minute, failure: { ...unavailable, details: { status: 500 } } },
  ]);

  assert.equal(said.at(-1), 'The server has a problem. Showing content from 1 hour ago.');
});
