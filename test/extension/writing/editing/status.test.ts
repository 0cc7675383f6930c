import assert from 'node:assert/strict';
import { test } from 'vitest';
import type * as vscode from 'vscode';
import { fake } from '../../../fakes/vscode/index.ts';
import { cachedConflicts } from '../../../../src/extension/ground/sessions/unsentPages.ts';
import { showStatus } from '../../../../src/extension/writing/editing/status.ts';
import type { EditSession } from '../../../../src/extension/ground/sessions/openPages.ts';
import type { PageConflict } from '../../../../src/store/editing/conflicts.ts';
import type { EditDraft } from '../../../../src/store/editing/edits.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';
import { fakeStores } from '../../../fakes/stores.ts';

const uri = {
  scheme: 'docs-platform-edit',
  authority: 'ada',
  path: '/space1.change-request-7/welcome.md',
} as vscode.Uri;

async function openStatus() {
  const drafts: EditDraft[] = [];
  const listeners: (() => void)[] = [];
  const listening = (listener: () => void) => (listeners.push(listener), { dispose: () => undefined });
  const edits = { drafts: { cached: () => drafts, onDidChange: listening } };
  const content = {
    entry: async () => ({ kind: 'page', node: { id: 'welcome' } }),
    changeRequest: async () => ({ number: 7, subject: 'Say [it](command:x) well' }),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const inConflict: PageConflict[] = [];
  let notify = (): void => undefined;
  const conflicts = {
    cached: () => inConflict,
    onDidChange: (listener: () => void) => ((notify = listener), { dispose: () => undefined }),
  };
  const parts = {
    accounts: { byKey: (key: string) => ({ key }), onDidChange: () => ({ dispose: () => undefined }) },
    stores: fakeStores(() => ({
      edits: async () => edits,
      contents: async () => content,
      conflicts: async () => conflicts,
    })),
    edge: { note: (_: string, error: unknown) => assert.fail(String(error)) },
  } as unknown as Services;
  showStatus(parts, new Map());
  const decorations = fake.decorations.at(-1);
  return {
    decorations,
    mark: async () => {
      const mark = (await decorations?.provideFileDecoration(uri, undefined)) as vscode.FileDecoration | undefined;
      return [mark?.badge, mark?.tooltip];
    },
    /** Simulates that drafts of an earlier session are read, or that another window stores one. */
    receive: (page: string, number: number) => {
      drafts.push({ target: { space: 'space1', number, page }, text: 'b', base: 'a', changedAt: 1 });
      for (const listener of listeners) listener();
    },
    conflict: (page: string) => {
      inConflict.push({
        page,
        title: 'Welcome',
        base: '1',
        main: '2',
        own: '3',
        lost: ['document'],
      });
      notify();
    },
  };
}

test("marks a restored tab that hasn't been opened yet, once its draft is read", async () => {
  const { mark, receive, decorations } = await openStatus();
  let reported = 0;
  decorations?.onDidChangeFileDecorations?.(() => reported++);
  assert.deepEqual(await mark(), [undefined, 'Edited in #7 Say [it](command:x) well']);

  receive('welcome', 7);

  assert.equal(reported, 1);
  assert.deepEqual(await mark(), ['↑', 'Unsent, not in #7 Say [it](command:x) well yet']);
});

test("doesn't mark a page for a draft of the same page in another change request", async () => {
  const { mark, receive } = await openStatus();

  receive('welcome', 8);

  assert.deepEqual(await mark(), [undefined, 'Edited in #7 Say [it](command:x) well']);
});

test('counts a page once if it is in conflict with main and its unsent text has conflicts, too', async () => {
  const target = (page: string, number = 7) => ({ space: 'space1', number, page });
  const markers = { length: 7, ours: 'Yours', theirs: 'Main (published)' };
  const drafts = [
    { target: target('welcome'), markers },
    { target: target('other'), markers },
    { target: target('plain') },
    { target: target('elsewhere', 8), markers },
  ];
  const session = { account: { key: 'ada' }, space: 'space1', number: 7, edits: { drafts: { cached: () => drafts } } };
  const withMain = [{ page: 'welcome', title: 'Welcome', base: '1', main: '2', own: '3', lost: ['document'] }];

  const found = cachedConflicts(session as unknown as EditSession, new Map(), withMain);

  assert.deepEqual(found, ['welcome', 'other']);
});

test('marks a page while it is in conflict with main', async () => {
  const { mark, conflict, decorations } = await openStatus();
  let reported = 0;
  decorations?.onDidChangeFileDecorations?.(() => reported++);
  await mark();

  conflict('welcome');

  assert.equal(reported, 1);
  assert.deepEqual(await mark(), ['!', 'In conflict with main']);
});
