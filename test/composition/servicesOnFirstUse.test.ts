import assert from 'node:assert/strict';
import { test } from 'vitest';
import { servicesOnFirstUse, type RuntimeServices } from '../../src/composition/servicesOnFirstUse.ts';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Stores } from '../../src/extension/ground/services/services.ts';

const account: Account = { key: 'a', kind: 'server', base: 'https://one.example', label: 'One', userId: 'u1' };

function services() {
  const connected: string[] = [];
  const loaded = servicesOnFirstUse(
    async () =>
      ({
        stores: ({ base }: Account) =>
          ({ library: async () => void connected.push(base) }) as unknown as Partial<Stores> as Stores,
      }) as RuntimeServices,
    () => ({ dispose: () => undefined }),
  );
  return { loaded, connected };
}

test('uses the data of the requested account, even if an earlier one had its key', async () => {
  const { loaded, connected } = services();
  await loaded.stores(account).library();

  await loaded.stores({ ...account, base: 'https://other.example' }).library();

  assert.deepEqual(connected, ['https://one.example', 'https://other.example']);
});

test('gives the same object for the data of an account each time', () => {
  const { loaded } = services();

  assert.equal(loaded.stores(account), loaded.stores({ ...account }));
  assert.notEqual(loaded.stores(account), loaded.stores({ ...account, userId: 'u2' }));
});
