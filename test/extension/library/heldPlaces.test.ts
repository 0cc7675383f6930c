import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ApiError } from '../../../src/client/errors.ts';
import { createHeldPlaces } from '../../../src/extension/library/heldPlaces.ts';
import type { Place } from '../../../src/store/library/library.ts';
import { failureOf } from '../../../src/store/shared/failure.ts';
import { expand, openLibrary } from '../../store/openLibrary.ts';

test('what could not be refreshed is forgotten with the place, and with one above it', async () => {
  const { library } = openLibrary();
  const failure = await offline();
  const [org, free, start] = [
    await expand(library, 'org'),
    await expand(library, 'org', 'free'),
    await expand(library, 'org', 'free', 'start'),
  ];
  const held = createHeldPlaces();
  const shelf = (asOf: number, ...places: Place[]) => ({ places, asOf, hasMore: false });
  held.hold(undefined, shelf(9, org));
  held.hold(org, shelf(9, free));
  held.hold(free, { ...shelf(2, start), failure });
  held.hold(start, { ...shelf(1), failure });
  assert.deepEqual(
    [...held.stale()].map(({ asOf }) => asOf),
    [2, 1],
  );

  held.hold(org, shelf(9));

  assert.deepEqual([...held.stale()], []);
  assert.deepEqual([held.get(org.key), held.get(free.key), held.get(start.key)], [org, undefined, undefined]);
});

async function offline(): Promise<ApiError> {
  const { library, fail } = openLibrary();
  fail(/./, 503);
  const failure = failureOf(await library.children(undefined).catch((error: unknown) => error));
  assert.ok(failure);
  return failure;
}
