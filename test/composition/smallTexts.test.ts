import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { textsIn } from '../../src/composition/smallTexts.ts';

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
  test('is unavailable to another until it is released', async () => {
    const [one, other] = [textsIn(folder), textsIn(folder)];
    const release = await one.claim('a/b', minute);

    assert.equal(await other.claim('a/b', minute), undefined);

    await release?.();
    assert.ok(await other.claim('a/b', minute));
  });

  test('is no text and hides none', async () => {
    const texts = textsIn(folder);
    await texts.write('name', 'text');
    await texts.claim('name', minute);

    assert.deepEqual([await texts.names(), await texts.read('name')], [['name'], 'text']);
  });

  test('goes to just one waiting window if the owner ended', async () => {
    await leaveBehind('name', 2 * minute);

    const claims = await Promise.all(Array.from({ length: 8 }, () => textsIn(folder).claim('name', minute)));

    const held = claims.filter((release) => release !== undefined);
    assert.equal(held.length, 1);
    await held[0]?.();
    assert.deepEqual(await readdir(folder), []);
  });

  test('is free again if the owner ended, even if the clock was set back since', async () => {
    await leaveBehind('name', -2 * minute);

    assert.ok(await textsIn(folder).claim('name', minute));
  });

  test("doesn't block another name", async () => {
    const texts = textsIn(folder);
    await texts.claim('name', minute);

    assert.ok(await texts.claim('name2', minute));
  });
});

describe('a folder of texts', () => {
  test('lists its texts next to a file with a foreign name, and warns of that once', async () => {
    const warnings: string[] = [];
    const texts = textsIn(folder, (message) => warnings.push(message));
    await texts.write('name', 'text');
    await writeFile(join(folder, '%zz.json'), 'foreign');

    assert.deepEqual(await texts.names(), ['name']);
    await texts.names();

    assert.deepEqual(warnings, [`Ignored ${join(folder, '%zz.json')}: it has no name of a draft.`]);
    assert.equal(await readFile(join(folder, '%zz.json'), 'utf8'), 'foreign');
  });

  test("keeps no temporary file of a text that couldn't be written", async () => {
    const texts = textsIn(folder);
    // A folder in its place lets no file take the name.
    await mkdir(join(folder, 'name.json', 'full'), { recursive: true });

    await assert.rejects(texts.write('name', 'text'));

    assert.deepEqual(await readdir(folder), ['name.json']);
  });

  test.skipIf(process.platform === 'win32')('keeps no temporary file when the disk is full', () => {
    const script = `
      import { textsIn } from ${JSON.stringify(join(import.meta.dirname, '../../src/composition/smallTexts.ts'))};
      const texts = textsIn(${JSON.stringify(folder)});
      await texts.write('name', 'short');
      await texts.write('name', 'x'.repeat(100_000)).then(() => process.exit(1), (error) => console.log(error.code));
      console.log(await texts.read('name'));`;
    // Files may not grow beyond a few blocks: the nearest to a full disk that needs no rights.
    const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" --input-type=module-typescript -e "$1"`;
    const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, script], { encoding: 'utf8' });

    assert.equal(stdout, 'EFBIG\nshort\n');
    assert.deepEqual(readdirSync(folder), ['name.json']);
  });

  test('deletes temporary files that were left behind, and no others', async () => {
    for (const name of ['.new-old', '.new-young', 'name.json']) await writeFile(join(folder, name), '');
    const then = new Date(Date.now() - 2 * 60 * minute);
    for (const name of ['.new-old', 'name.json']) await utimes(join(folder, name), then, then);

    await textsIn(folder).names();

    assert.deepEqual((await readdir(folder)).sort(), ['.new-young', 'name.json']);
  });

  test.skipIf(process.platform === 'win32')("is readable only by its user, even if it wasn't before", async () => {
    const before = join(folder, 'before');
    await mkdir(before);
    await writeFile(join(before, 'old.json'), '');
    for (const [path, mode] of [
      [before, 0o755],
      [join(before, 'old.json'), 0o644],
    ] as const)
      await chmod(path, mode);
    const made = join(folder, 'new', 'made');

    await textsIn(before).names();
    await textsIn(made).write('name', 'text');
    await textsIn(made).claim('name', minute);

    const modes = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    const folders = [before, join(folder, 'new'), made];
    assert.deepEqual(await Promise.all(folders.map(modes)), ['700', '700', '700']);
    const files = [join(before, 'old.json'), ...(await readdir(made)).map((file) => join(made, file))];
    assert.deepEqual(await Promise.all(files.map(modes)), ['600', '600', '600']);
  });
});
