import assert from 'node:assert/strict';
import { test } from 'vitest';
import { loadLists, type OrganizationLists } from '../../../src/store/library/organizationLists.ts';
import { ApiError } from '../../../src/model/shared/failure.ts';

test('two loads at once of a server that lists no spaces outside of collections both succeed', async () => {
  const answer = Promise.withResolvers<never>();
  const lists = {
    collections: { load: async () => [] },
    spaces: { load: () => answer.promise, cached: () => undefined },
    isUnlisted: false,
    partial: undefined,
  } as unknown as OrganizationLists;

  const loads = [loadLists(lists, undefined), loadLists(lists, undefined)];
  answer.reject(new ApiError('unsupported', { code: 'unsupported' }));

  await Promise.all(loads);
  assert.equal(lists.isUnlisted, true);
});
