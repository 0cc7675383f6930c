import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import { openOrganizations } from '../../../store/openOrganizations.ts';
import type { Services } from '../../../../src/extension/ground/services/services.ts';

test('lists the current members, however long the window has been open', async () => {
  const { organizations, api, organizationId, taken } = await openOrganizations();
  const { membersOf } = await import('../../../../src/extension/review/changeRequests/reviews.ts');
  const stores = (() => ({ organizations: async () => organizations })) as unknown as Services['stores'];
  const ids = async () => (await membersOf({ stores }, {} as Account, [organizationId])).map(({ id }) => id);
  const [first = assert.fail(), ...others] = await ids();
  await api.members.delete({ organizationId, userId: first });
  taken();

  const now = await ids();

  expect(now).toEqual(others);
  assert.deepEqual(taken(), ['GET /members']);
});
