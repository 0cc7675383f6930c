import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { textsIn } from '../src/smallTexts.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'texts-'))));
afterEach(() => rm(folder, { recursive: true }));

const minute = 60_000;

/** As if a window had ended in the middle, so long ago. */
async function leaveBehind(name: string, ms: number): Promise<void> {
  await textsIn(folder).claim(name, minute);
  const then = new Date(Date.now() - ms);
  for (const file of await readdir(folder)) await utimes(join(folder, file), then, then);
}

describe('a name claimed by one window', () => {
  test('is not there for another until it is released', async () => {
    const [one, other] = [textsIn(folder), textsIn(folder)];
    const release = await one.claim('a/b', minute);

    assert.equal(await other.claim('a/b', minute), undefined);

    await release?.();
    assert.ok(await other.claim('a/b', minute));
  });

  test('is no text, and hides none', async () => {
    const texts = textsIn(folder);
    await texts.write('name', 'text');
    await texts.claim('name', minute);

    assert.deepEqual([await texts.names(), await texts.read('name')], [['name'], 'text']);
  });

  test('that ended in the middle goes to just one of those that wait', async () => {
    await leaveBehind('name', 2 * minute);

    const claims = await Promise.all(Array.from({ length: 8 }, () => textsIn(folder).claim('name', minute)));

    const held = claims.filter((release) => release !== undefined);
    assert.equal(held.length, 1);
    await held[0]?.();
    assert.deepEqual(await readdir(folder), []);
  });

  test('that ended in the middle is free again although the clock was set back since', async () => {
    await leaveBehind('name', -2 * minute);

    assert.ok(await textsIn(folder).claim('name', minute));
  });

  test('and another name are claimed side by side', async () => {
    const texts = textsIn(folder);
    await texts.claim('name', minute);

    assert.ok(await texts.claim('name2', minute));
  });
});
