import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fake } from '../../../fakes/vscode/index.ts';
import { mergeChangeRequest } from '../../../../src/extension/review/changeRequests/merge.ts';
import type { MergeOutcome } from '../../../../src/store/changeRequests/changeRequests.ts';
import type { Target } from '../../../../src/extension/ground/changeRequests/target.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';

test.each(['merged', 'overtaken'] as const)(
  'shows a subject as text, not as a command link, when it reports the merge as %s',
  async (kind) => {
    const space = { id: 's', title: 'Guide' };
    const changeRequest = { id: 'c', number: 7, subject: '[Read this](command:x.y)', status: 'open', outdated: false };
    const at = { space, changeRequest };
    const outcome = { ...at, kind, hadConflicts: false, error: new Error('no') } as unknown as MergeOutcome;
    const store = {
      cached: () => at,
      refreshOne: async () => at,
      reviews: async () => undefined,
      merge: async () => outcome,
    };
    const set = { pages: [{ id: 'p' }], files: [], isComparable: true };
    const content = {
      learn: () => undefined,
      changes: async () => set,
      cachedChanges: () => set,
      cachedReading: () => undefined,
    };
    const account = { key: 'a' };
    const parts = {
      accounts: { active: account },
      stores: () => ({
        changeRequests: async () => store,
        contents: async () => content,
        conflicts: async () => ({ cached: () => [], lossesOfMerge: async () => ({ pages: [], isComplete: true }) }),
        edits: async () => ({ drafts: { of: async () => [] } }),
        library: async () => ({ space: async () => space }),
      }),
      edge: { note: () => undefined },
      prompts: { choose: async () => 'Merge' },
    } as unknown as Services;

    await mergeChangeRequest(parts, { account, store, at } as unknown as Target);

    const shown = [...fake.progress, ...fake.said];
    assert.equal(shown.length, 3);
    assert.ok(shown.every((text) => text.includes('Read this') && !text.includes('](command:')));
  },
);
