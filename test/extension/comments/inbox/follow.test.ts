import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { CommentContext } from '../../../../src/extension/comments/shared/context.ts';
import { followInbox } from '../../../../src/extension/comments/inbox/follow.ts';
import { fakeStores } from '../../../fakes/stores.ts';

test("reads an inbox again the next time after its record couldn't be read", async () => {
  const listen = () => ({ dispose: () => undefined });
  const drafts = { load: async () => [], cached: () => [], unsent: () => [], onDidChange: listen };
  const load = vi.fn().mockRejectedValueOnce(new Error('EACCES')).mockResolvedValue([]);
  const inbox = { load, cached: () => [], isChecked: () => true, onDidChange: listen };
  const followed = followInbox(
    {
      accounts: { onDidChange: listen },
      stores: fakeStores(() => ({
        comments: async () => ({ drafts }),
        inbox: async () => inbox,
      })),
      reachability: { onDidRecover: listen },
      polls: false,
    } as unknown as CommentContext,
    async () => undefined,
  );
  const account = { key: 'ada' } as Account;
  await assert.rejects(followed.rows(account), /EACCES/);

  assert.deepEqual(await followed.rows(account), []);
  followed.dispose();
});
