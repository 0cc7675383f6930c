import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { fake } from '../../../fakes/vscode/index.ts';
import type { Account, AccountsChange } from '../../../../src/extension/ground/services/accounts.ts';
import { createReachability } from '../../../../src/extension/ground/services/reachability.ts';

const ada = { key: 'ada' } as Account;
const jin = { key: 'jin' } as Account;
let all: readonly Account[];
let active: Account | undefined;
let changed: { fire(change: AccountsChange): void };
let asked: string[];
let events: string[];

beforeEach(() => {
  vi.useFakeTimers();
  all = [ada, jin];
  active = ada;
  asked = [];
  events = [];
});

afterEach(() => void vi.useRealTimers());

function open(ask: (account: Account) => Promise<unknown> = async ({ key }) => asked.push(key)) {
  const emitter = new vscode.EventEmitter<AccountsChange>();
  changed = emitter;
  const accounts = {
    get active() {
      return active;
    },
    byKey: (key: string) => all.find((each) => each.key === key),
    onDidChange: emitter.event,
  };
  const reachability = createReachability(accounts, ask);
  reachability.onDidChange((key) => events.push(`${key} changed`));
  reachability.onDidRecover((key) => events.push(`${key} recovered`));
  return reachability;
}

const toActive = (account: Account | undefined, removed: readonly Account[] = []): void => {
  active = account;
  changed.fire({ added: [], removed, changed: [], activeChanged: true });
};

test('sends one request every 30 s while the server of the active account is unreachable, and none afterwards', async () => {
  const reachability = open();
  reachability.lost(ada, 7);
  await vi.advanceTimersByTimeAsync(95_000);
  assert.deepEqual([asked, reachability.unreachable('ada')], [['ada', 'ada', 'ada'], { lastAnswer: 7 }]);

  reachability.found(ada);
  reachability.recovered(ada);
  await vi.advanceTimersByTimeAsync(95_000);

  assert.equal(asked.length, 3);
  assert.equal(reachability.unreachable('ada'), undefined);
  assert.deepEqual(events, ['ada changed', 'ada changed', 'ada recovered']);
});

test('waits for the response to a retry before the next one, even if it fails', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const reachability = open(() => {
    answers.push(Promise.withResolvers());
    return answers.at(-1)!.promise;
  });
  reachability.lost(ada, undefined);
  await vi.advanceTimersByTimeAsync(95_000);
  assert.equal(answers.length, 1);

  answers[0]?.reject(new Error('No answer came.'));
  await vi.advanceTimersByTimeAsync(30_000);

  assert.equal(answers.length, 2);
});

test('retries in a window that has the focus, and at once when it gets the focus again', async () => {
  const reachability = open();
  fake.focusWindow(false);
  reachability.lost(ada, 7);
  await vi.advanceTimersByTimeAsync(95_000);
  assert.deepEqual(asked, []);

  fake.focusWindow(true);
  fake.focusWindow(true);

  assert.deepEqual(asked, ['ada']);
});

test('retries only for the active account', async () => {
  const reachability = open();
  reachability.lost(ada, 7);
  toActive(jin);
  await vi.advanceTimersByTimeAsync(60_000);
  assert.deepEqual(asked, []);

  toActive(ada);
  await vi.advanceTimersByTimeAsync(30_000);

  assert.deepEqual(asked, ['ada']);
});

test('forgets an account that is signed out, even if one of its requests fails afterwards', async () => {
  const reachability = open();
  reachability.lost(ada, 7);
  all = [jin];
  toActive(jin, [ada]);
  reachability.lost(ada, 7);

  assert.equal(reachability.unreachable('ada'), undefined);
});

test('sends nothing after it was disposed', async () => {
  const reachability = open();
  reachability.lost(ada, 7);

  reachability.dispose();
  await vi.advanceTimersByTimeAsync(60_000);

  assert.deepEqual(asked, []);
});
