import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { largestFile, longestText } from '../../../src/model/editing/limits.ts';
import { readImportedPages } from '../../../src/formats/import/read.ts';
import { runInWorker } from '../../../src/workers/runInWorker.ts';
import { zipOf } from '../../server/zipOf.ts';

const files = {
  'README.md': '# Home\n\nSee [setup](setup/install.md#first) and ![map](map%20two.png).\n',
  'map two.png': 'picture',
  'unused.png': 'picture',
  'setup/install.md': '# Install\n\n[Home](../README.md), [gone](gone.md), [out](../../out.md)\n',
  'setup/deep/page.md': '---\ncover: ../../cover.png\n---\n\n# Page\n',
  'cover.png': 'picture',
};

function read(
  given: Readonly<Record<string, string>>,
  { taken = [] as string[], paths = {}, fileIds = {}, time = 20_000 } = {},
) {
  const document = { bytes: zipOf(given), url: 'file:///docs.zip', contentType: '', charset: undefined };
  return readImportedPages({ source: 'zip', document, taken, paths, fileIds }, time, new AbortController().signal);
}

describe('an import as pages of a change request', () => {
  test("has the folder's order, and a page for each folder", async () => {
    const { pages } = await read(files);

    const [home, setup] = pages;
    assert.deepEqual([home?.title, home?.path, setup?.title, setup?.text], ['Home', 'home', 'Setup', '']);
    assert.deepEqual(
      setup?.children.map(({ title, path }) => [title, path]),
      [
        ['Deep', 'setup/deep'],
        ['Install', 'setup/install'],
      ],
    );
  });

  test('links its pages by their paths, and keeps links that lead nowhere', async () => {
    const { pages } = await read(files);

    assert.match(pages[0]?.text ?? '', /\[setup\]\(setup\/install\.md#first\)/);
    assert.equal(pages[1]?.children[1]?.text.trim(), '[Home](../home.md), [gone](gone.md), [out](../../out.md)');
  });

  test('names the files that its pages use, and no others', async () => {
    const found = (await read(files)).files;

    assert.deepEqual(found.map(({ path }) => path).toSorted(), ['cover.png', 'map two.png']);
    const bytesOf = (path: string) => found.find((each) => each.path === path)?.bytes;
    assert.equal(Buffer.from(bytesOf('map two.png') ?? []).toString(), 'picture');
    assert.equal(bytesOf('cover.png'), undefined, 'no page links to it');
  });

  test('leaves out the bytes of a file that is far too large', async () => {
    const large = { 'a.md': '# A\n\n![a](a.bin)\n', 'a.bin': 'x'.repeat(2 * largestFile + 1) };

    assert.deepEqual((await read(large)).files, [{ path: 'a.bin', bytes: undefined }]);
  });

  test('links pages to the files that the server has', async () => {
    const { pages, files: left } = await read(files, { fileIds: { 'map two.png': 'f1' } });

    assert.match(pages[0]?.text ?? '', /!\[map\]\(\/files\/f1\)/);
    assert.deepEqual(
      left.map(({ path }) => path),
      ['cover.png'],
    );
  });

  test('links pages to their paths on the server', async () => {
    const paths = { 'README.md': 'home-2', 'setup/install.md': 'setup/install-7' };

    const { pages } = await read(files, { paths });

    assert.match(pages[0]?.text ?? '', /\(setup\/install-7\.md#first\)/);
    assert.match(pages[1]?.children[1]?.text ?? '', /\(\.\.\/home-2\.md\)/);
  });

  test('has the own text of a page, and a note, where it fits only without longer links and included texts', async () => {
    const long = `${'x'.repeat(longestText - 100)}\n\n`;
    const { pages, notes } = await read(
      {
        'a.md': `# A\n\n${long}![](p.png)\n`,
        'b.md': `# B\n\n${long}[a](a.md)\n\n{% include ".gitbook/c.md" %}\n`,
        '.gitbook/c.md': 'word '.repeat(30),
        'p.png': 'picture',
      },
      { fileIds: { 'p.png': 'f'.repeat(200) }, paths: { 'a.md': 'other' } },
    );

    assert.ok(pages[0]?.text.endsWith('x\n\n![](p.png)\n'));
    assert.ok(pages[1]?.text.endsWith('x\n\n[a](other.md)\n\n{% include ".gitbook/c.md" %}\n'));
    assert.deepEqual(
      notes.map(({ kind, path, detail }) => [kind, path, detail]),
      [
        ['limit', 'a.md', 'imported with its links and includes unchanged'],
        ['include', 'b.md', '.gitbook/c.md'],
      ],
    );
  });

  test('avoids existing slugs of the space', async () => {
    assert.equal((await read(files, { taken: ['home'] })).pages[0]?.path, 'home-1');
  });

  test('is refused if other imports take so long that it gets no turn', async () => {
    const done = new AbortController();
    const options = { kind: 'long', deadline: 60_000, signal: done.signal } as const;
    const file = new URL('../../workers/task.ts', import.meta.url);
    const other = Promise.allSettled([runInWorker(file, 'for ever', options)]);

    await assert.rejects(read(files, { time: 200 }), /waited too long for other imports and PDFs\. Try again later/);

    done.abort();
    await other;
  });

  test('refuses input without pages, and ends at its deadline', async () => {
    await assert.rejects(read({ 'a.txt': 'text' }), /has no Markdown files/);
    const large = { 'large.md': '# Large\n\n' + 'Text with *emphasis*.\n\n'.repeat(20_000) };
    await assert.rejects(read(large, { time: 1 }), /Split it into smaller parts/);
  });
});
