import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { zipOf } from '../../server/zipOf.ts';
import { fromFolder, fromZip } from './repository.ts';

describe('a repository of several spaces', () => {
  const files = {
    'README.md': '# Our docs\n\n[Guide](guides/docs/begin.md)\n',
    'guides/.gitbook.yaml': 'root: docs\n',
    'guides/docs/SUMMARY.md': '* [Begin](begin.md)\n  * [Next](next.md)\n',
    'guides/docs/begin.md': '# Begin\n\n[Next](/next.md) [API](../../api/README.md)\n',
    'guides/docs/next.md': '# Next\n',
    'guides/notes.md': '# Notes of developers\n',
    'api/SUMMARY.md': '* [Calls](calls.md)\n',
    'api/README.md': '# API\n',
    'api/calls.md': '# Calls\n',
    'words/SUMMARY.md': '# In short\n\nNo table of contents, but a page.\n',
  };

  test('has a group for each, in its own order', () => {
    const { outline, pages } = fromFolder(files);

    assert.deepEqual(outline, [
      ...['Our docs', 'Guides', '  Notes of developers', 'Words', '  In short'],
      ...['Api', '  API', '  Calls', 'Guides', '  Begin', '    Next'],
    ]);
    assert.equal(pages.get('guides/docs/begin.md')?.text.trim(), '[Next](begin/next.md) [API](../api/api.md)');
  });

  test('has only one if the outer table of contents lists the pages of the others', () => {
    const { outline } = fromFolder({
      'SUMMARY.md': '* [Calls](api/calls.md)\n* [API](api/README.md)\n',
      'api/SUMMARY.md': '* [Calls](calls.md)\n',
      'api/README.md': '# API\n',
      'api/calls.md': '# Calls\n',
    });

    assert.deepEqual(outline, ['Calls', 'API']);
  });
});

describe('the settings of a repository', () => {
  test.each([
    ['root: ./gone/\n', ['setting · .gitbook.yaml · root: ./gone/']],
    ['root: [\n', ['setting · .gitbook.yaml']],
    ['root: ../../etc\nstructure: none\nredirects: x\n', ['setting · .gitbook.yaml · root: ../../etc']],
    [
      'redirects:\n  a: {toString: x}\n  b: &b [*b, c]\n  d: e.md\n',
      ['redirect · .gitbook.yaml · a', 'redirect · .gitbook.yaml · b', 'redirect · .gitbook.yaml · d → e.md'],
    ],
    ['just words\n', ['setting · .gitbook.yaml']],
    ['', []],
    ['# nothing\n', []],
  ])('that make no sense change nothing: %j', (yaml, expected) => {
    const { outline, notes } = fromFolder({ '.gitbook.yaml': yaml, 'a.md': '# A', 'b/c.md': '# C' });

    assert.deepEqual([outline, notes], [['A', 'B', '  C'], expected]);
  });

  test('can name the first page without a table of contents', () => {
    const { outline } = fromFolder({
      '.gitbook.yaml': 'structure:\n  readme: z/first.md\n',
      'a.md': '# A',
      'z/first.md': '# First',
    });

    assert.deepEqual(outline, ['First', 'A']);
  });
});

test('pages that are too long, and titles, are named, and nothing of them is lost below 5 MB', () => {
  const title = 'Long title '.repeat(40).trim();
  const { outline, pages, notes } = fromFolder({
    'a.md': `# ${title}\n\nText\n`,
    'b.md': `# B\n\n${'x '.repeat(600_000)}`,
    'c.md': `# C\n\n${'x '.repeat(2_600_000)}`,
  });

  assert.deepEqual(outline, [title.slice(0, 250).trim(), 'B']);
  assert.equal(pages.get('a.md')?.text, `# ${title}\n\nText\n`);
  assert.equal(pages.get('b.md')?.text.length, 1_200_000);
  assert.deepEqual(notes, ['skipped · c.md · larger than 5 MB', `longTitle · a.md · ${title}`, 'limit · b.md']);
});

describe('an export of Notion', () => {
  const id = (digit: string) => digit.repeat(32);
  const part = {
    [`Team ${id('a')}.md`]: `# Team\n\n[Rules](Team/Rules%20${id('b')}.md)\n\n![](Team/p.svg)\n`,
    [`Team/Rules ${id('b')}.md`]: `Body\n`,
    'Team/p.svg': '<svg width="1" height="1"/>',
  };

  test('is read from the archives in its archive, with pages below each other and no ids', async () => {
    const other = { [`Old ${id('c')}.md`]: '# Old\n', [`Old ${id('c')}/In ${id('d')}.md`]: '# In\n' };

    const { outline, pages, files } = await fromZip({
      'ExportBlock-1-Part-1.zip': zipOf(part),
      'ExportBlock-1-Part-2.zip': zipOf(other),
    });

    assert.deepEqual(outline, ['Old', '  In', 'Team', '  Rules']);
    assert.match(pages.get(`Team ${id('a')}.md`)?.text ?? '', /^\[Rules\]\(team\/rules\.md\)/);
    assert.deepEqual(files, ['Team/p.svg']);
  });

  test('has no more levels of archives than people make', async () => {
    const nested = (level: number): Buffer =>
      level === 0 ? zipOf({ 'a.md': '# A' }) : zipOf({ 'a.zip': nested(level - 1) });

    assert.deepEqual((await fromZip({ 'a.zip': nested(1) })).outline, ['A']);
    await assert.rejects(fromZip({ 'a.zip': nested(4) }), /has no Markdown files/);
  });

  test('keeps an archive beside pages as a file', async () => {
    const { files } = await fromZip({ 'a.md': '# A\n\n[all](all.zip)', 'all.zip': zipOf({ 'b.md': '# B' }) });

    assert.deepEqual(files, ['all.zip']);
  });
});
