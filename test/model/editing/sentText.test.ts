import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import type { File, Page } from '../../../src/contract/spaces/content.ts';
import type { Space } from '../../../src/contract/spaces/spaces.ts';
import { fileNames } from '../../../src/model/pages/fileNames.ts';
import type { LinkContext } from '../../../src/model/pages/links.ts';
import { readingOf } from '../../../src/model/pages/text.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { sentText } from '../../../src/model/editing/sentText.ts';

const page = (id: string, fields: Partial<Page> = {}): Page => ({
  id,
  title: id,
  type: 'document',
  path: id,
  ...fields,
});
const tree = pageTree([
  page('home', { title: 'Home' }),
  page('guides', {
    pages: [
      page('setup', { path: 'guides/setup' }),
      page('wiring', { path: 'guides/wiring plan' }),
      page('deep', { path: 'guides/deep', pages: [page('deeper', { path: 'guides/deep/deeper' })] }),
    ],
  }),
]);
const other = pageTree([page('intro', { type: 'group', pages: [page('start', { path: 'intro/start' })] })]);
const files: File[] = [
  { id: 'f1', name: 'photo.png', downloadURL: 'https://files.example/f1?token=1' },
  { id: 'f2', name: 'photo.png' },
];
const spaces = [{ id: 'S1' }, { id: 'S2' }] as Space[];

function contextOf(id = 'setup'): LinkContext {
  const treeOf = (space: string) => (space === 'S1' ? tree : space === 'S2' ? other : undefined);
  return { spaceId: 'S1', page: tree.byId.get(id)!, tree, files: fileNames(files), spaces, treeOf };
}

/** The Markdown sent when `edit` replaces a shown text. */
function sent(markdown: string, edit: (text: string) => string, id?: string): string {
  const context = contextOf(id);
  const reading = readingOf(markdown, context);
  return sentText(edit(reading.text), reading, context);
}

describe('the sent text of an edited page', () => {
  test("is the server's if nothing was edited", () => {
    const markdown = '# A\n\n[a](/spaces/S2/intro/start) ![b](/files/f1)\n\n[a](deep.md) and [x](<wiring plan.md>)\n';

    const reading = readingOf(markdown, contextOf());

    assert.notEqual(reading.text, markdown);
    assert.equal(sentText(reading.text, reading, contextOf()), markdown);
  });

  test('keeps the addresses of a line, even if the line was changed', () => {
    const markdown = '# A\n\nSee ![photo](/files/f1) and [start](/spaces/S2/intro/start#top).\n';

    assert.equal(
      sent(markdown, (text) => text.replace('See', 'Look at').replace('and', 'or')),
      '# A\n\nLook at ![photo](/files/f1) or [start](/spaces/S2/intro/start#top).\n',
    );
  });

  test('distinguishes addresses that look the same by their places', () => {
    const markdown = '[one](/files/f1)\n\nBetween.\n\n[two](https://files.example/f1)\n';

    assert.equal(
      sent(markdown, (text) => text.replace('Between.\n\n[two]', 'Between\n\n[zwei]')),
      '[one](/files/f1)\n\nBetween\n\n[zwei](https://files.example/f1)\n',
    );
    assert.equal(
      sent(markdown, (text) => text.replace('[one]', '[eins]')),
      '[eins](/files/f1)\n\nBetween.\n\n[two](https://files.example/f1)\n',
    );
  });

  test.each([
    ['a page', '[x](deep/deeper.md#part)', '[x](deep/deeper.md#part)'],
    ['a page with another path on the server', '[x](wiring-plan.md)', '[x](wiring%20plan.md)'],
    ['a page further up', '[x](../home.md)', '[x](../home.md)'],
    ['a file', '![x](_files/photo.png)', '![x](/files/f1)'],
    ['a file of the same name', '![x](../_files/photo~mmrwk7.png)', undefined],
    ['a file in a tag', '{% file src="_files/photo.png" %}', '{% file src="/files/f1" %}'],
    ['a page of another space', '[x](../../S2/intro/start.md#y)', '[x](/spaces/S2/intro/start#y)'],
    ['another space', '[x](../../S2)', '[x](/spaces/S2)'],
    ['a page of its own space, by a detour', '[x](../../S1.change-request-4/home.md)', '[x](../home.md)'],
    ['nothing', '[x](nowhere.md)', '[x](nowhere.md)'],
    ['nothing known', '[x](../../S3/a.md)', '[x](../../S3/a.md)'],
    ['out of everything', '[x](../../../../a.md)', '[x](../../../../a.md)'],
    ['the web', '[x](https://x.example/_files/photo.png)', '[x](https://x.example/_files/photo.png)'],
    ['a heading', '[x](#part)', '[x](#part)'],
    ['no link', '`[x](_files/photo.png)`', '`[x](_files/photo.png)`'],
  ])('leads to %s', (_, written, expected) => {
    const second = fileNames(files).nameOf.get('f2') ?? '';
    const text = expected === undefined ? `![x](../_files/${second})` : written;

    assert.equal(
      sent('# A\n', (shown) => `${shown}\n${text}\n`),
      `# A\n\n${expected ?? '![x](/files/f2)'}\n`,
    );
  });

  test('reads as typed', () => {
    const words = fc.constantFrom(
      '[x](deep/deeper.md#part)',
      '[x](wiring-plan.md)',
      '![x](_files/photo.png)',
      '[x](../../S2/intro/start.md)',
      '[x](../home.md "Home")',
      '{% content-ref url="deep.md" %}',
      '<img src="_files/photo.png">',
      'words',
      '> ',
      '`code`',
      '```',
      '\n',
      '\n\n',
    );
    fc.assert(
      fc.property(fc.array(words), fc.array(words), (before, after) => {
        const reading = readingOf(before.join(' '), contextOf());
        const text = after.join(' ');

        assert.equal(readingOf(sentText(text, reading, contextOf()), contextOf()).text, text);
      }),
    );
  });

  test('keeps bracketed addresses in brackets', () => {
    assert.equal(
      sent('[x](<wiring plan.md>)\n', (text) => `${text}\nNew: [y](wiring-plan.md)\n`),
      '[x](<wiring plan.md>)\n\nNew: [y](wiring%20plan.md)\n',
    );
  });

  test('only makes an address inert for the reader', () => {
    assert.equal(
      sent('[x](command:a)\n', (text) => text.replace('x', 'y')),
      '[y](command:a)\n',
    );
  });
});

describe('line endings', () => {
  test.each([
    ['a\r\nb\nc\rd', 'a\nb\nc\nd', 'a\r\nb\nc\rd'],
    ['a\r\nb\r\nc\r\n', 'a\nX\nb\nc\n', 'a\r\nX\r\nb\r\nc\r\n'],
    ['a\nb\n', 'a\r\nX\r\nb\r\n', 'a\nX\nb\n'],
    ['a', 'a\r\nb', 'a\nb'],
    ['a\nb\n', 'a\nb', 'a\nb'],
    ['a\nb', 'a\nb\n', 'a\nb\n'],
  ])('of %j, typed as %j, are those of the server', (markdown, text, expected) => {
    assert.equal(
      sent(markdown, () => text),
      expected,
    );
  });
});

describe('paragraphs', () => {
  const paragraph = fc.stringMatching(/^[ab`[\]()#>*-]{1,6}$/);
  const link = fc.constantFrom(
    '[x](/files/f1)',
    '![y](https://files.example/f1)',
    '[z](/home)',
    '[c](/spaces/S2/intro/start)',
  );
  const paragraphs = fc.array(
    fc.tuple(paragraph, link).map((parts) => parts.join(' ')),
    { minLength: 1, maxLength: 8 },
  );

  test('that stayed are sent byte for byte, whichever one was edited', () => {
    fc.assert(
      fc.property(paragraphs, fc.nat(), fc.string({ unit: 'grapheme' }), (before, index, words) => {
        const at = index % before.length;
        const reading = readingOf(before.join('\n\n'), contextOf());
        const shown = reading.text.split('\n\n');
        const written = words.replace(/[\r\n]/g, ' ').replace(/_files/g, '');

        const result = sentText(shown.with(at, written).join('\n\n'), reading, contextOf());

        const expected = before.join('\n\n').split('\n\n');
        const sent = result.split('\n\n');
        assert.deepEqual(sent.toSpliced(at, 1), expected.toSpliced(at, 1));
      }),
    );
  });

  test('that were removed, added and moved leave the others unchanged', () => {
    const pairs = fc.array(fc.tuple(fc.nat(20), fc.boolean()), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(paragraphs, pairs, (before, stored) => {
        const lines = before.map((each, index) => `${index} ${each}`);
        const reading = readingOf(lines.join('\n\n'), contextOf());
        const shown = reading.text.split('\n\n');
        const chosen = stored.map(([index, isOwn]) => (isOwn ? index % lines.length : undefined));

        const text = chosen.map((index) => (index === undefined ? 'New.' : shown[index])).join('\n\n');

        const expected = chosen.map((index) => (index === undefined ? 'New.' : lines[index]));
        const result = sentText(text, reading, contextOf());
        assert.equal(readingOf(result, contextOf()).text, text);
        const inOrder = chosen.every((index, at) => at === 0 || (chosen[at - 1] ?? -1) < (index ?? Infinity));
        if (inOrder && !chosen.includes(undefined)) assert.deepEqual(result.split('\n\n'), expected);
      }),
    );
  });
});

describe('links that would act on the computer, or that only another program acts on', () => {
  const kinds: readonly [string, string, string][] = [
    ['phone numbers', 'tel:+49111', 'tel:+49222'],
    ['commands', 'command:a.b?%5B1%5D', 'command:c'],
    ['files', 'file:///etc/a', 'file:///etc/b'],
    ['addresses of other programs', 'wsrep://10.0.0.1?a=b', 'wsrep://10.0.0.2'],
    ['scripts', 'javascript:a&amp;b', 'javascript:c'],
    ['network shares', String.raw`\\\\a\\x`, String.raw`\\\\b\\x`],
  ];
  /** What a writer does with the links of a line, in the order in which they stand. */
  const edits: readonly [string, (one: string, other: string) => string][] = [
    ['the first is deleted', (_, other) => `Call or ${other}.`],
    ['the second is deleted', (one) => `Call ${one} or.`],
    ['both are swapped', (one, other) => `Call ${other} or ${one}.`],
    ['the first is copied', (one, other) => `Call ${one} or ${other}, or ${one}.`],
    ['one is moved to another line', (one, other) => `Call ${other}.\n\nOr ${one}.`],
  ];

  test.each(
    kinds.flatMap(([name, one, other]) => edits.map(([edit, make]) => [name, edit, one, other, make] as const)),
  )('keep their addresses: %s, and %s', (_, __, one, other, make) => {
    for (const written of [`[sales](${one}) [support](${other})`, `<a href="${one}">a</a> <a href="${other}">b</a>`]) {
      const [first, second] = written.split(/(?<=\)|<\/a>) /) as [string, string];
      const markdown = `# A\n\nCall ${first} or ${second}.\n`;

      const text = readingOf(markdown, contextOf()).text;
      const [, shown = '', shownSecond = ''] = /Call (.*) or (.*)\./.exec(text) ?? [];

      assert.equal(
        sent(markdown, () => `# A\n\n${make(shown, shownSecond)}\n`),
        `# A\n\n${make(first, second)}\n`,
      );
    }
  });

  test('keep their addresses between angle brackets', () => {
    assert.equal(
      sent('A <command:a> and <command:b>.\n', (text) => text.replace(/<.*?> and/, 'B')),
      'A B <command:b>.\n',
    );
  });

  test('keep their address when they are pasted from another page', () => {
    const { text } = readingOf('[a](wsrep://10.0.0.1)', contextOf());

    assert.equal(
      sent('# A\n', (own) => `${own}\n${text}\n`),
      '# A\n\n[a](wsrep://10.0.0.1)\n',
    );
  });

  test('are left alone where an author links to a heading of such a name', () => {
    const markdown = '[a](#blocked-x%3Ay)\n';

    assert.equal(
      sent(markdown, (text) => text.replace('[a]', '[b]')),
      '[b](#blocked-x%3Ay)\n',
    );
  });
});
