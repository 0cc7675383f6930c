import assert from 'node:assert/strict';
import { test } from 'vitest';
import { offeredActions, primaryAction } from '../../../src/extension/threadsPanel/offeredActions.ts';
import type { ChangeRequestAt } from '../../../src/store/changeRequests/changeRequests.ts';

const at = (status: string, permissions: Record<string, boolean> | undefined) =>
  ({ space: { permissions }, changeRequest: { status, outdated: true, urls: {} } }) as unknown as ChangeRequestAt;

test.each([
  [
    'all that the person may do with it',
    'open',
    { edit: true, merge: true },
    ['openChanges', 'updateFromMain', 'merge'],
  ],
  ['no update from main to who may not edit', 'open', { edit: false, merge: true }, ['openChanges', 'merge']],
  ['no merge to who may not merge', 'draft', { edit: true, merge: false }, ['openChanges', 'updateFromMain']],
  ['all to be tried where the server does not tell', 'open', undefined, ['openChanges', 'updateFromMain', 'merge']],
  ['only to revert it when it is merged', 'merged', { edit: true, merge: true }, ['openChanges', 'revert']],
  ['no revert to who may not edit', 'merged', { edit: false, merge: true }, ['openChanges']],
])('a panel offers %s', (_, status, permissions, actions) => {
  assert.deepEqual(offeredActions(at(status, permissions), { isRequested: false }), actions);
});

test.each([
  [
    'the review that is requested first',
    { status: 'open', isRequested: true, isApproved: false, permissions: { review: true, merge: true } },
    ['approve', 'requestChanges', 'openChanges', 'merge'],
    'approve',
  ],
  [
    'no review to who may not review',
    { status: 'open', isRequested: true, isApproved: false, permissions: { review: false, merge: true } },
    ['openChanges', 'merge'],
    'openChanges',
  ],
  [
    'the merge as what is next when it is approved',
    { status: 'open', isRequested: false, isApproved: true, permissions: { merge: true } },
    ['openChanges', 'merge'],
    'merge',
  ],
  [
    'no review of what is merged',
    { status: 'merged', isRequested: true, isApproved: true, permissions: { review: true, merge: true } },
    ['openChanges'],
    'openChanges',
  ],
])('a panel offers %s', (_, { status, permissions, ...progress }, actions, primary) => {
  const found = at(status, { edit: false, ...permissions });

  assert.deepEqual(offeredActions(found, progress), actions);
  assert.equal(primaryAction(offeredActions(found, progress), progress), primary);
});
