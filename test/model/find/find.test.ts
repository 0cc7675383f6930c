import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { problemsOfReplacement } from '../../../src/model/find/checks.ts';
import { columnIn, linesOf } from '../../../src/model/find/lines.ts';
import { findAll, matchesIn, replacementsIn, withReplacements } from '../../../src/model/find/matches.ts';
import { patternOf, problemOf, serverQueryOf, type FindQuery } from '../../../src/model/find/query.ts';
import { findTasks } from '../../../src/model/find/task.ts';

const query = (text: string, options: Partial<FindQuery> = {}): FindQuery => ({
  ...{ text, isRegex: false, isCaseSensitive: false, isWholeWord: false },
  ...options,
});
const found = (text: string, ...given: Parameters<typeof query>): string[] =>
  matchesIn(text, patternOf(query(...given)), 100).map(({ start, end }) => text.slice(start, end));

describe('a query', () => {
  test('finds text in any case, or in its own', () => {
    assert.deepEqual(found('Wrap, wrap, WRAP', 'wrap'), ['Wrap', 'wrap', 'WRAP']);
    assert.deepEqual(found('Wrap, wrap, WRAP', 'wrap', { isCaseSensitive: true }), ['wrap']);
    assert.deepEqual(found('Ångström, ångström', 'ÅNG'), ['Ång', 'ång']);
  });

  test('finds whole words in every script', () => {
    assert.deepEqual(found('über überall, Tür-über.', 'über', { isWholeWord: true }), ['über', 'über']);
    assert.deepEqual(found('кот котик скот', 'кот', { isWholeWord: true }), ['кот']);
    assert.deepEqual(found('a_b b', 'b', { isWholeWord: true }), ['b']);
    assert.deepEqual(found('(x) (x)y', '(x)', { isWholeWord: true }), ['(x)', '(x)']);
  });

  test('takes marks for text, and finds accents in both forms', () => {
    assert.deepEqual(found('a.b a+b {% hint %} $& \\', '{% hint %}'), ['{% hint %}']);
    assert.deepEqual(found('a.b axb', 'a.b'), ['a.b']);
    assert.deepEqual(found('cafe\u0301, caf\u00e9', 'café'), ['cafe\u0301', 'caf\u00e9']);
  });

  test('finds a regular expression line by line, whole words too', () => {
    assert.deepEqual(found('one\ntwo\r\nthree', '^t\\w+', { isRegex: true }), ['two', 'three']);
    assert.deepEqual(found('two\r\nthree', '\\w$', { isRegex: true }), ['o', 'e']);
    assert.deepEqual(found('cat concat cats', 'cat|dog', { isRegex: true, isWholeWord: true }), ['cat']);
    assert.deepEqual(found('😀😀', '.', { isRegex: true }), ['😀', '😀']);
  });

  test('leaves out empty matches, and ends', () => {
    assert.deepEqual(found('a😀b', 'x*', { isRegex: true }), []);
    assert.deepEqual(found('axxb', 'x*', { isRegex: true }), ['xx']);
  });

  test('finds the end of a line, whatever ends it', () => {
    const ends = ['\n', '\r\n', '\r'];
    for (const end of ends) {
      const text = ['one', '', 'two', 'three', ''].join(end);
      assert.deepEqual(found(text, '^$\\n', { isRegex: true }), [end]);
      assert.deepEqual(found(text, 'two\\nt', { isRegex: true }), [`two${end}t`]);
      assert.deepEqual(found(text, 'e\\r\\n', { isRegex: true }), [`e${end}`, `e${end}`]);
      assert.deepEqual(found(text, '\\r?\\n(?=t)', { isRegex: true }), [end, end]);
      assert.deepEqual(found(text, '\\s$', { isRegex: true }), [end, end]);
      assert.deepEqual(found(text, '[^a-z]', { isRegex: true }), [end, end, end, end]);
      for (const typed of ends) assert.deepEqual(found(text, `two${typed}three`), [`two${end}three`]);
    }
    assert.deepEqual(found('a\\r\\n', '\\\\r\\\\n', { isRegex: true }), ['\\r\\n']);
  });

  test('finds whole characters only', () => {
    const family = '👩\u200d👩\u200d👧';
    const text = `cafe\u0301 caf\u00e9 cafe ${family} 👧 👍🏽 👍 🇦🇩🇪🇸 🇩🇪 \u1112\u1161\u11ab क्ष ❤\ufe0f ❤ 1\ufe0f\u20e3`;
    const whole = (word: string) => found(text, word, { isCaseSensitive: true });
    assert.deepEqual(whole('cafe'), ['cafe']);
    assert.deepEqual(whole('\u0301'), []);
    assert.deepEqual(whole('👧'), ['👧']);
    assert.deepEqual(whole(family), [family]);
    assert.deepEqual(whole('👍'), ['👍']);
    assert.deepEqual(whole('🇩🇪'), ['🇩🇪']);
    assert.deepEqual(whole('하'), []);
    assert.deepEqual(whole('한'), ['\u1112\u1161\u11ab']);
    assert.deepEqual([whole('क'), whole('ष'), whole('1')], [['क'], ['ष'], []]);
    assert.deepEqual(whole('❤'), ['❤\ufe0f', '❤']);
    assert.deepEqual(whole('❤\ufe0f'), ['❤\ufe0f', '❤']);
    assert.deepEqual(found('e\u0301xe', 'e.?', { isRegex: true }), ['e\u0301', 'e']);
    assert.deepEqual(found('e\u0301xe', '[a-z]', { isRegex: true }), ['x', 'e']);
  });

  test('says why a regular expression is not valid', () => {
    assert.equal(problemOf(query('(', { isRegex: true })), 'Unterminated group');
    assert.equal(problemOf(query('(')), undefined);
    assert.throws(() => patternOf(query('a)(?:b', { isRegex: true, isWholeWord: true })), SyntaxError);
  });

  test('is sent to the server as words', () => {
    assert.equal(serverQueryOf(query('re-use [it](x)')), 're use it x');
    assert.equal(serverQueryOf(query('{%')), undefined);
    assert.equal(serverQueryOf(query('word', { isRegex: true })), undefined);
  });
});

describe('the lines of matches', () => {
  const lines = (text: string, word: string) => findAll({ query: query(word), texts: [text], most: 100 })[0] ?? [];

  test('are counted as in the editor, whatever ends them', () => {
    assert.deepEqual(
      lines('x\r\nx\rx\n\nx', 'x').map(({ line, column }) => [line, column]),
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [4, 0],
      ],
    );
  });

  test('are shown without indentation, from a word close to the match', () => {
    const [first] = lines('    - The battery', 'battery');
    assert.deepEqual([first?.excerpt, first?.mark], ['- The battery', [6, 13]]);
    const [far] = lines(`${'word '.repeat(30)}battery is here`, 'battery');
    assert.equal(far?.excerpt, '…word word word battery is here');
    assert.equal(far.excerpt.slice(...far.mark), 'battery');
  });

  test('hold matches over several lines', () => {
    const [match] = linesOf('a\nbc\nd', [{ start: 2, end: 6 }]);
    assert.deepEqual([match?.line, match?.length, match?.mark], [1, 4, [0, 2]]);
  });

  test('are found again where the editor shows other link targets', () => {
    const at = { column: 20, found: 'word' };
    assert.equal(columnIn('See [a](../guide/long/path.md) word, word', at), 31);
    assert.equal(columnIn('other', at), undefined);
    assert.equal(columnIn('a word', { column: 2, found: 'word\nnext' }), 2);
  });
});

test.each([
  ['हिन्द', 'हिन्दी भाषा', 1],
  ['क', 'किताब', 1],
  ['क', 'क्या', 1],
  ['น', 'น้ำดื่ม', 1],
  ['น้', 'น้ำดื่ม', 1],
  ['ك', 'كَتَبَ', 1],
  ['می', 'می\u200cخواهم', 1],
  ['e', 'e\u0301', 0],
  ['и', 'и\u0306', 0],
  ['か', 'か\u3099', 0],
  ['\u1112\u1161', '\u1112\u1161\u11ab', 0],
  ['가', '가\u11ab', 0],
  ['👍', '👍🏽', 0],
  ['1', '1\ufe0f\u20e3', 0],
  ['👩', '👩\u200d👧', 0],
  ['👧', '👩\u200d👧', 0],
  ['🏴', '🏴\u{e0067}\u{e007f}', 0],
  ['🇪🇪', '🇩🇪🇪🇸', 0],
  ['🇪🇸', '🇩🇪🇪🇸', 1],
  ['🌍', '🌍🌎', 1],
])('%j in %j is found as readers expect', (word, text, count) => {
  assert.equal(matchesIn(text, patternOf(query(word)), 10).length, count);
});

describe('replacements', () => {
  const replaced = (text: string, word: string, by: string, isRegex = false): string =>
    withReplacements(text, replacementsIn(text, patternOf(query(word, { isRegex })), { by, isRegex }, 100));

  test('put text in literally', () => {
    assert.equal(replaced('a b a', 'a', '$& $1'), '$& $1 b $& $1');
  });

  test('fill in what a regular expression found', () => {
    assert.equal(replaced('2026-11-27', '(\\d+)-(\\d+)-(?<day>\\d+)', '$<day>.$2.$1', true), '27.11.2026');
    assert.equal(replaced('ab', '(a)(x)?', '[$1$2$$$&$12$3]', true), '[a$aa2$3]b');
    assert.equal(replaced('a', 'a', '1\\n2\\t3\\\\', true), '1\n2\t3\\');
  });

  test('end lines as the page does', () => {
    const page = 'one two\r\n\r\nthree\r\n';
    assert.equal(replaced(page, ' ', '\\n', true), 'one\r\ntwo\r\n\r\nthree\r\n');
    assert.equal(replaced(page, ' ', '\\r\\n', true), 'one\r\ntwo\r\n\r\nthree\r\n');
    assert.equal(replaced(page, ' ', '\n'), 'one\r\ntwo\r\n\r\nthree\r\n');
    assert.equal(replaced(page, '^$\\n', '', true), 'one two\r\nthree\r\n');
    assert.equal(replaced(page, '(\\w+)\\n(\\n)(?<last>\\w+)', '$<last>$2$1', true), 'one three\r\ntwo\r\n');
    assert.equal(replaced('a b', ' ', '\r\n'), 'a\nb');
    assert.equal(replaced('a b\r', ' ', '\\n', true), 'a\rb\r');
    // What a match holds stays as it is in a page with several kinds of lines.
    assert.equal(replaced('a\r\nb\nc d\n', '[^]+', '$&\\n', true), 'a\r\nb\nc d\n\n');
  });

  test('keep the kind of line ends, and never cut a character', () => {
    const parts = [
      'a',
      'e\u0301',
      '\u0301',
      ' ',
      'Ж',
      '👩\u200d👧',
      '👍🏽',
      '👍',
      '\u200d',
      '🇩🇪',
      '🇪🇸',
      '\ufe0f',
      '❤',
      'क्',
      'ष',
      'हि',
      '\u0e33',
      '\u1112\u1161',
      '\u11ab',
      '가',
      '\u3099',
      '\u20e3',
      '\u{e0067}',
    ];
    const texts = fc.array(fc.constantFrom(...parts, 'END'), { maxLength: 30 });
    const words = fc.array(fc.constantFrom(...parts, '\n'), { minLength: 1, maxLength: 2 }).map((all) => all.join(''));
    const patterns = fc.constantFrom(
      '.',
      '^$\\n',
      '\\n',
      '\\s+$',
      '.+\\n',
      '(.)(\\n|.)',
      '[^a]',
      'e.?',
      '\\r\\n',
      '\\p{M}',
    );
    const by = fc.constantFrom('', 'x', '\\n', '\\r\\n', '$&', '$2$1', '\n', '\r\n');
    const edgesOf = (text: string) =>
      new Set([...new Intl.Segmenter().segment(text)].map(({ index }) => index)).add(text.length);
    /** Signs of Hindi and Thai are found alone, also if they belong to a syllable. */
    const isSign = (text: string, at: number) =>
      /^(?:[^\u200d][\u093f\u094d\u0e33कषह])/.test(text.slice(at - 1, at + 1));
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('\n', '\r\n', '\r'),
        words,
        patterns,
        fc.boolean(),
        by,
        (all, end, word, pattern, isRegex, by) => {
          const text = all.join('').replaceAll('END', end);
          const expression = patternOf(query(isRegex ? pattern : word, { isRegex }));
          const found = replacementsIn(text, expression, { by, isRegex }, 100);
          const edges = edgesOf(text);
          for (const at of found.flatMap(({ start, end }) => [start, end]))
            assert.ok(edges.has(at) || isSign(text, at));
          const ends = withReplacements(text, found).match(/\r\n?|\n/g) ?? [];
          if (text.includes(end)) assert.deepEqual([...new Set([end, ...ends])], [end]);
          else assert.ok(ends.every((each) => each === '\n'));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('say what each match is part of', () => {
    const text = [
      'A word, `word`, and [word](../word "x").',
      '',
      '{% hint style="word" %}',
      '<img src="word.png">',
      '{% endhint %}',
      '',
      '```',
      '{% word %}',
      '```',
    ].join('\n');

    const [all] = findTasks.replace({ query: query('word'), texts: [text], most: 100, by: '' });

    assert.deepEqual(
      all?.map(({ kind, line }) => `${line} ${kind}`),
      ['0 text', '0 code', '0 text', '0 link', '2 tag', '3 link', '7 code'],
    );
  });

  test('are part of a link in an address without brackets', () => {
    const text =
      'See https://example.com/word(word), word, or mailto:word@example.com. (http://word)word [w](ftp://a)word';

    const [all] = findTasks.replace({ query: query('word'), texts: [text], most: 100, by: '' });

    assert.deepEqual(
      all?.map(({ kind }) => kind),
      ['link', 'link', 'text', 'link', 'link', 'text', 'text'],
    );
  });

  test('are unclear in a page that takes too long to parse', () => {
    const text = `${'> '.repeat(60)}\nword {% word %}`;

    const [all] = findTasks.replace({ query: query('word'), texts: [text], most: 100, by: '' });

    assert.deepEqual(
      all?.map(({ kind }) => kind),
      ['unclear', 'tag'],
    );
  });

  test('are checked for tags that break, and for pages that end up empty', () => {
    const page = '# T\n\n{% hint style="info" %}\nText.\n{% endhint %}\n';
    assert.deepEqual(problemsOfReplacement(page, page.replace('Text', 'Word')), []);
    assert.deepEqual(problemsOfReplacement(page, page.replace('{% endhint %}', '')), ['tag']);
    assert.deepEqual(problemsOfReplacement(page, page.replaceAll('hint', 'note')), ['tag']);
    assert.deepEqual(problemsOfReplacement('# T\n\nText.\n', '# T\n\n\n'), ['empty']);
    assert.deepEqual(problemsOfReplacement('# T\n\nText.\n', '# \n\nText.\n'), ['noTitle']);
    assert.deepEqual(problemsOfReplacement('# T\n\nText.\n', 'Text.\n'), ['noTitle']);
    assert.deepEqual(problemsOfReplacement('# T\n\nx', `# ${'T'.repeat(300)}\n\nx`), ['longTitle']);
    assert.deepEqual(problemsOfReplacement('# T\n\nx', `# T\n\n${'x'.repeat(1_000_000)}`), ['tooLong']);
  });
});
