import assert from 'node:assert/strict';
import { test } from 'vitest';
import { offeredActions, primaryAction } from '../../../../src/extension/ground/threads/offeredActions.ts';
import type { ChangeRequestAt } from '../../../../src/store/changeRequests/changeRequests.ts';

const at = (status: string, permissions: Record<string, boolean> | undefined) =>
  ({ space: { permissions }, changeRequest: { status, outdated: true, urls: {} } }) as unknown as ChangeRequestAt;

test.each([
  [
    'everything the user is allowed to do',
    'open',
    { edit: true, merge: true },
    ['openChanges', 'updateFromMain', 'merge'],
  ],
  [
    'no update from main without the permission to edit',
    'open',
    { edit: false, merge: true },
    ['openChanges', 'merge'],
  ],
  [
    'no merge without the permission to merge',
    'draft',
    { edit: true, merge: false },
    ['openChanges', 'updateFromMain'],
  ],
  ['everything if the permissions are unknown', 'open', undefined, ['openChanges', 'updateFromMain', 'merge']],
  ['only a revert of a merged change request', 'merged', { edit: true, merge: true }, ['openChanges', 'revert']],
  ['no revert without the permission to edit', 'merged', { edit: false, merge: true }, ['openChanges']],
])('a panel offers %s', (_, status, permissions, actions) => {
  assert.deepEqual(offeredActions(at(status, permissions), { isRequested: false }), actions);
});

test.each([
  [
    'a requested review first',
    { status: 'open', isRequested: true, isApproved: false, permissions: { review: true, merge: true } },
    ['approve', 'requestChanges', 'openChanges', 'merge'],
    'approve',
  ],
  [
    'no review without the permission to review',
    { status: 'open', isRequested: true, isApproved: false, permissions: { review: false, merge: true } },
    ['openChanges', 'merge'],
    'openChanges',
  ],
  [
    'the merge first once it is approved',
    { status: 'open', isRequested: false, isApproved: true, permissions: { merge: true } },
    ['openChanges', 'merge'],
    'merge',
  ],
  [
    'no review of a merged change request',
    { status: 'merged', isRequested: true, isApproved: true, permissions: { review: true, merge: true } },
    ['openChanges'],
    'openChanges',
  ],
])('a panel offers %s', (_, { status, permissions, ...progress }, actions, primary) => {
  const found = at(status, { edit: false, ...permissions });

  assert.deepEqual(offeredActions(found, progress), actions);
  assert.equal(primaryAction(offeredActions(found, progress), progress), primary);
});
