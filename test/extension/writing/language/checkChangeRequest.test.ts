import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import * as vscode from 'vscode';
import { checkChangeRequest } from '../../../../src/extension/writing/language/checkChangeRequest.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import type { CheckAllOptions } from '../../../../src/store/content/checks.ts';
import { TaskEnded } from '../../../../src/workers/runInWorker.ts';
import { fake } from '../../../fakes/vscode/index.ts';

const at = { space: { id: 's' }, changeRequest: { id: 'one', number: 1 }, account: 'acme' };
const problem = { kind: 'alt', start: 0, end: 1 };
const found = {
  pages: [
    { node: { id: 'a', title: 'A' }, problems: [problem, problem] },
    { node: { id: 'b', title: 'B' }, problems: [] },
  ],
  unchecked: [] as object[],
  isCompared: true,
  isComplete: true,
};

let result: typeof found;
let shows: string | undefined;
let shown: number;
let beforeEnd: () => void;

beforeEach(() => {
  result = found;
  shows = undefined;
  shown = 0;
  beforeEnd = () => undefined;
  Object.assign(vscode.workspace, {
    getConfiguration: () => ({ get: (name: string) => (name === 'checks.show' ? shows : undefined) }),
  });
});

function check(options?: object) {
  const content = {
    refresh: async () => undefined,
    check: async (_space: string, _number: number, _options: CheckAllOptions) => {
      beforeEnd();
      return result;
    },
  };
  const stores = () => ({
    changeRequests: async () => ({ cached: () => undefined }),
    edits: async () => ({ drafts: { of: async () => [] }, files: { of: async () => [] } }),
    contents: async () => content,
  });
  const parts = {
    accounts: { byKey: () => ({ key: 'acme' }), all: () => [{ key: 'acme' }], active: { key: 'acme' } },
    stores,
  } as unknown as Services;
  const problems = { show: () => void shown++, hide: () => undefined, showAgain: () => undefined, dispose() {} };
  return checkChangeRequest(parts, problems, at, options);
}

const quiet = (signal = new AbortController().signal) => check({ isQuiet: true, signal });

test('calls problems new only if older ones were left out', async () => {
  assert.equal((await quiet())?.text, '2 new problems on 1 page');
  shows = 'all';
  assert.equal((await quiet())?.text, '2 problems on 1 page');
  shows = undefined;
  result = { ...found, isCompared: false };
  assert.equal((await quiet())?.text, '2 problems on 1 page');

  await check();
  assert.deepEqual(fake.said, [
    "#1: 2 problems on 1 page. The server doesn't provide the base, so older problems are included.",
  ]);
});

test('tells another feature what it could not check', async () => {
  result = { ...found, pages: [], unchecked: [{ node: { id: 'c', title: 'C' } }] };

  const summary = await quiet();

  assert.deepEqual(summary, {
    ...{ problems: 0, pages: 0, text: '0 new problems on 0 pages' },
    ...{ limits: ["Couldn't check “C”: the text is too long."], isComplete: false },
  });
  assert.deepEqual(fake.said, []);
});

test('says in words that no thread had time for a page', async () => {
  result = { ...found, pages: [], unchecked: [{ node: { id: 'c', title: 'C' }, error: new TaskEnded('busy') }] };

  await check();

  assert.deepEqual(fake.said, [
    "No new problems found in #1 (0 pages checked). Couldn't check “C”: other pages are being checked. Try again in a moment.",
  ]);
});

test('shows nothing of a check that another feature has ended', async () => {
  const stop = new AbortController();
  beforeEnd = () => stop.abort();

  assert.equal(await quiet(stop.signal), undefined);

  assert.equal(shown, 0);
});
