import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSampleFiles } from '../../../src/server/sample/files.ts';
import { sampleFolder, temporaryFolder } from '../serve.ts';

const { compressed, sampleArchive } = (await import(new URL('../../../build/sample.mjs', import.meta.url).href)) as {
  sampleArchive: (folder: string) => Promise<Buffer>;
  compressed: (contents: object) => Buffer;
};

test('the built file of the sample workspace contains the same as the folder, in the same order', async () => {
  const archive = join(temporaryFolder(), 'sample.json.br');
  writeFileSync(archive, await sampleArchive(sampleFolder));
  const [inFolder, inArchive] = [openSampleFiles(sampleFolder), openSampleFiles(archive)];
  const [written, laidOut] = [inArchive.text('workspace.json'), inFolder.text('workspace.json')];
  expect(JSON.parse(written ?? '')).toEqual(JSON.parse(laidOut ?? ''));
  const spaces = readdirSync(join(sampleFolder, 'spaces'));
  assert.ok(spaces.length > 5);
  for (const space of spaces) {
    const [expected, found] = [inFolder.folder(`spaces/${space}`), inArchive.folder(`spaces/${space}`)];
    expect(found.name).toBe(expected.name);
    expect(found.markdown).toEqual(expected.markdown);
    for (const path of expected.markdown) expect(found.text(path)).toBe(expected.text(path));
    const names = readdirSync(join(sampleFolder, 'spaces', space), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => /\.[a-z]+$/u.test(each))) {
      assert.deepEqual(Buffer.from(found.bytes(name) ?? []), Buffer.from(expected.bytes(name) ?? []), name);
    }
  }
});

test('the built file of the sample workspace holds the pages of docs/guide, without their pictures', async () => {
  const archive = join(temporaryFolder(), 'sample.json.br');
  writeFileSync(archive, await sampleArchive(sampleFolder));
  const [inFolder, inArchive] = [sampleFolder, archive].map((path) =>
    openSampleFiles(path).folder('spaces/docs-platform-guide', 'docs/guide'),
  );

  expect(inArchive?.markdown).toEqual(inFolder?.markdown);
  expect(inArchive?.markdown).toContain('get-started.md');
  for (const path of inFolder?.markdown ?? []) expect(inArchive?.text(path)).toBe(inFolder?.text(path));
  expect(
    Object.keys(JSON.parse(brotliDecompressSync(readFileSync(archive)).toString()) as object).join(),
  ).not.toContain('.webp');
});

test('the built file of the sample workspace names a missing text', async () => {
  const archive = join(temporaryFolder(), 'sample.json.br');
  writeFileSync(archive, compressed({ 'a.md': '# A' }));
  expect(() => openSampleFiles(archive).text('b.md')).toThrow('has no text file b.md');
});
