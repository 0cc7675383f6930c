import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { withPlatformLinks } from '../../../src/formats/import/folderLinks.ts';
import { pageAtPath, planOf } from '../../../src/formats/import/folderPlan.ts';
import { withoutFrontMatter } from '../../../src/formats/markdown/frontMatter.ts';
import { htmlPage } from '../../../src/formats/import/html.ts';
import { isExpensiveHtml } from '../../../src/model/text/htmlCost.ts';
import { titleAndText } from '../../../src/formats/markdown/title.ts';
import { entriesOf } from '../../../src/formats/markdown/summary.ts';
import { cpuTime } from '../../cpuTime.ts';

/** Time limit for each of the texts below, in ms. A quadratic reader takes minutes. */
const most = 2000;

const units = [
  ' ',
  '\t',
  '#',
  '/',
  '?',
  '`',
  '~',
  '-',
  '=',
  '[',
  '](',
  '<',
  '<a ',
  '<!--',
  "'",
  '"',
  '\r',
  '\u2028',
  '.',
  '- ',
];

/** 400 KB of each unit, inside markup that makes the readers parse it. */
const texts = units.flatMap((unit) => {
  const run = unit.repeat(400_000 / unit.length);
  return [
    ['', ''],
    ['---\ntitle: a', 'b\n---\n'],
    ['---\ntitle: >\n', 'b\n---\n'],
    ['# ', 'x'],
    ['* [', 'x\n'],
    ['* [a](', 'x\ry'],
    ['<p', '=>'],
  ].map(([before = '', after = '']) => ({ name: `${before}${unit}…${after}`, text: before + run + after }));
});

const emptyPlan = planOf({ name: 'a', markdown: [], text: () => '', bytes: () => undefined }, () => 'id');

describe('imports are read in linear time', () => {
  test.each([
    ['front matter', withoutFrontMatter],
    ['a table of contents', entriesOf],
    ['the title of a page', titleAndText],
    ['the guard against laborious HTML', isExpensiveHtml],
    ['the path of a linked file', (text: string) => pageAtPath(emptyPlan, text)],
    [
      'links',
      (text: string) =>
        withPlatformLinks(
          `[a](<${text.replace(/[<>\n]/g, '')}>)`,
          { source: 'a.md', path: 'a' },
          { plan: emptyPlan, file: () => undefined },
        ),
    ],
  ] satisfies [string, (text: string) => unknown][])('in %s', (_, read) => {
    const slow = texts.flatMap(({ name, text }) => {
      const start = cpuTime();
      read(text);
      const time = cpuTime() - start;
      return time > most ? [`${JSON.stringify(name)}: ${Math.round(time)} ms`] : [];
    });

    assert.deepEqual(slow, []);
  });

  test.each(['<!-- a -->', '<?a>', '<link>', '<script></script>'])('in HTML with many of %s', (unit) => {
    const html = `<p>Text${unit.repeat(unit.startsWith('<script') ? 20_000 : 40_000)}</p>`;
    const start = cpuTime();

    const { folder } = htmlPage({
      bytes: Buffer.from(html),
      url: 'https://a.example/b',
      contentType: '',
      charset: undefined,
    });

    assert.equal(folder.text('b.md'), 'Text\n');
    assert.ok(cpuTime() - start < 5 * most);
  });
});

test.each([
  ['one text that is too long', () => 'long', 2],
  ['missing texts', (at: number) => `gone-${at}`, 1000],
])('many includes of %s read few files', (_, name, most) => {
  let reads = 0;
  const read = <Value>(value: Value): Value => {
    reads++;
    return value;
  };
  const folder = {
    name: 'a',
    markdown: ['a.md'],
    text: (path: string) => (path === 'a.md' ? '' : read('x'.repeat(1_000_001))),
    bytes: (path: string) => (path.includes('long') ? read(new Uint8Array(1)) : read(undefined)),
  };
  const plan = planOf(folder, (key) => key);
  reads = 0;
  const text = Array.from({ length: 20_000 }, (_each, at) => `{% include "${name(at)}.md" %}\n\n`).join('');

  assert.equal(withPlatformLinks(text, { source: 'a.md', path: 'a' }, { plan, file: () => undefined }), text);
  assert.ok(reads <= most, String(reads));
});

test('a comment ends a plain value of front matter', () => {
  const { fields } = withoutFrontMatter('---\ntitle: a#b  # c # d\nicon:\nemoji : x\nhref:y\n---\n');

  assert.deepEqual(
    [...fields],
    [
      ['title', 'a#b'],
      ['emoji', 'x'],
    ],
  );
});
