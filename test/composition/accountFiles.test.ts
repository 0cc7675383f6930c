import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { accountData, cacheOf } from '../../src/composition/accountFiles.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'cache-'))));
afterEach(() => rm(folder, { recursive: true }));

const files = () => readdir(accountData(folder, 'key'));

test('a closed cache has written what it got before, and drops what it gets later', async () => {
  const cache = cacheOf(folder, 'key', assert.fail);
  const written = cache.write('before', '1');

  await cache.close();
  assert.deepEqual(await files(), ['before.json']);

  await cache.write('later', '2');
  assert.deepEqual(await files(), ['before.json']);
  await written;
});

test('a cache closes although something could not be written', async () => {
  const cache = cacheOf('/dev/null', 'key', assert.fail);
  const written = assert.rejects(cache.write('before', '1'), { code: 'ENOTDIR' });

  await cache.close();

  await written;
});
