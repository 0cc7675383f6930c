import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteApart, saidIn, withQuoteOf } from '../../../src/model/comments/quoteApart.ts';
import { commentText, leadingQuote, summaryOf } from '../../../src/model/comments/text.ts';
import { destinationsOf } from '../../../src/model/text/destinations.ts';
import { cpuTime } from '../../cpuTime.ts';

describe('the text of a comment', () => {
  test.each([
    ['a command', '[run](command:workbench.action.quit)', '\\[run]\\(command:workbench.action.quit)'],
    ['a script', '[x](javascript:alert(1))', '\\[x]\\(javascript:alert(1))'],
    ['a file', '<file:///etc/passwd> [x](file:///etc/passwd)', '&lt;file:///etc/passwd> \\[x]\\(file:///etc/passwd)'],
    ['an address of VS Code', '[x](vscode://other.extension/do)', '\\[x]\\(vscode://other.extension/do)'],
    ['a definition', '[x][1]\n\n[1]: command:quit', '[x][1]\n\n\\[1]\\: command:quit'],
    ['a missing page', '[x](../gone.md)', '\\[x]\\(../gone.md)'],
    ['a part of the page', '[x](#part)', '\\[x]\\(#part)'],
  ])('is plain text by %s', (_, markdown, shown) => {
    assert.equal(commentText(markdown).text, shown);
  });

  test('links to the web and to email addresses', () => {
    const markdown = '[x](https://example.com/a) <mailto:ada@example.com> http://example.com';

    assert.equal(commentText(markdown).text, markdown);
  });

  test('links to pages, and to no other relative address', () => {
    const pageLink = (url: string) => (url === '../codes' ? 'help/codes.md' : undefined);

    assert.equal(
      commentText('[codes](../codes) [gone](../gone)', pageLink).text,
      '[codes](help/codes.md) \\[gone]\\(../gone)',
    );
  });

  test('shows tags as written, even those that the first pass hides', () => {
    assert.equal(commentText('Use <b> here.\n\n<script>\nalert(1)\n</script>').text.includes('<'), false);
    assert.match(commentText('Use <b> here.').text, /^Use &lt;b> here\.$/);
    assert.match(commentText('<div>\n<!-- <i> -->').text, /^&lt;div>\n&lt;!-- &lt;i> -->$/);
    assert.equal(commentText('`<b>`').text, '`<b>`');
  });

  test('shows checkboxes in task lists, and numbers as written', () => {
    assert.equal(commentText('- [ ] one\n- [x] two\n\n> 2. Stop.').text, '- ☐ one\n- ☑ two\n\n> 2. Stop.');
    assert.equal(commentText('`- [ ] code`').text, '`- [ ] code`');
  });

  test('is apart from the lines that it quotes first, with the indentation that Markdown reads', () => {
    assert.deepEqual(quoteApart('\n> a\r\n> b\n\n    code'), { quote: '> a\n> b', said: '    code' });
    assert.deepEqual(quoteApart('Why?\n\n> later'), { quote: '', said: 'Why?\n\n> later' });
  });

  test('is edited without the lines that it quotes first, and is whole again afterwards', () => {
    assert.equal(saidIn('> a\n> b\n\nWhy?'), 'Why?');
    assert.equal(withQuoteOf('> a\n> b\n\nWhy?', 'How?'), '> a\n> b\n\nHow?');
    // A draft of an earlier version has the quote.
    assert.equal(withQuoteOf('> a\n\nWhy?', '> a\n\nHow?'), '> a\n\nHow?');
    // A quote alone is what is said.
    assert.equal(saidIn('> a'), '> a');
    assert.equal(withQuoteOf('> a', '> b'), '> b');
    assert.equal(withQuoteOf('Why?', '> a\n\nHow?'), '> a\n\nHow?');
  });

  test('loads no images', () => {
    assert.doesNotMatch(commentText('![a](https://tracker.example/1.png) ![b][c]').text, /!\[/);
  });

  test("doesn't change the direction of the text around it", () => {
    assert.equal(commentText('a\u202eb\u2066c').text, 'abc');
  });

  test('is cut if it is too long, and says so', () => {
    const { text, isCut } = commentText('word '.repeat(20_000));

    assert.equal(isCut, true);
    assert.ok(text.length <= 20_000);
  });

  test('is plain text if parsing it would take seconds', () => {
    const started = cpuTime();

    const { kind } = commentText('>'.repeat(15_000));

    assert.equal(kind, 'plain');
    expect(cpuTime() - started).toBeLessThan(2000);
  });

  test('contains no dangerous address, whatever the input', () => {
    const piece = fc.constantFrom(
      '[a](',
      'command:x',
      'javascript:y',
      ')',
      '![',
      ']',
      '<',
      '>',
      '`',
      '\n',
      ' ',
      '[b]: ',
      '**',
      '\\',
      'https://e.example',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const shown = commentText(pieces.join(''));
        if (shown.kind === 'plain') return;
        const dangerous = destinationsOf(shown.text).filter(({ url }) => !/^(https?:|mailto:|#)/.test(url.trim()));
        assert.deepEqual(dangerous, []);
      }),
      { numRuns: 300 },
    );
  });
});

test('the lines that a comment quotes first are its quote', () => {
  assert.equal(leadingQuote('> one\n>two\n\nWhy?'), 'one\ntwo');
  assert.equal(leadingQuote('Why?\n> later'), undefined);
});

test('a summary is one line without marks and quotes', () => {
  assert.equal(summaryOf('> quoted\n\n# Title\n- **Why** `now`?\n[link](https://e.example)'), 'Title Why now? link');
  assert.equal(summaryOf('```original\nOld lamp\n```\n\n```suggestion\nNew lamp\n```'), 'Old lamp → New lamp');
  assert.equal(summaryOf('snake_case stays, _this_ does not'), 'snake_case stays, this does not');
  assert.equal(summaryOf('word '.repeat(100), 20), 'word word word word…');
});
