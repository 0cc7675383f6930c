import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import { accountData, cacheOf, forgetAccountData, restoreMarks } from '../../src/composition/accountFiles.ts';

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

test('a forgotten account leaves what was viewed and read, without texts, and gets it back', async () => {
  const place = { space: 's', changeRequest: 'one' };
  const post = { place, who: 'Ada', subject: 'SUBJECT', text: 'TEXT', at: 5, needsAttention: true };
  const record = {
    ...{ since: 1, turn: 9, counts: { one: 4, two: 1 }, reviews: { org: ['one', 'two'] }, read: ['review/two'] },
    listed: { 'review org': { one: 'space' } },
    watches: [{ place, thread: 't', replies: 3, isOwn: true, isSeen: true }],
    news: [
      { ...post, key: 'review/one', kind: 'review' },
      { ...post, key: 'comment/c', kind: 'comment', thread: 'c' },
      { ...post, key: 'reply/t/r', kind: 'reply', thread: 't' },
    ],
  };
  const cache = cacheOf(folder, 'key', assert.fail);
  await cache.write('viewed-key-1', '{"viewed":[["a","b"]]}');
  await cache.write('inbox', JSON.stringify(record));
  await cache.write('page', 'TEXT');
  await cache.close();

  await forgetAccountData(folder, 'key', assert.fail);

  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    left.filter((each) => each.isFile()).map((each) => readFile(join(each.parentPath, each.name), 'utf8')),
  );
  assert.equal(texts.length, 2);
  assert.doesNotMatch(texts.join(), /TEXT|SUBJECT|Ada/);

  await restoreMarks(folder, 'key', assert.fail);

  const restored = cacheOf(folder, 'key', assert.fail);
  assert.equal(await restored.read('viewed-key-1'), '{"viewed":[["a","b"]]}');
  assert.equal(await restored.read('page'), undefined);
  assert.deepEqual(JSON.parse((await restored.read('inbox')) ?? ''), {
    ...record,
    turn: 0,
    // What was unread is found again.
    counts: { one: -1, two: 1 },
    listed: { 'review org': { one: 'space' } },
    reviews: { org: ['two'] },
    watches: [{ ...record.watches[0], replies: 2 }],
    news: [],
  });
});

test('an inbox that cannot be read is not kept', async () => {
  const cache = cacheOf(folder, 'key', assert.fail);
  await cache.write('inbox', '{"since":');
  await cache.close();

  await forgetAccountData(folder, 'key', assert.fail);

  assert.deepEqual(await readdir(folder), ['accounts']);
});
