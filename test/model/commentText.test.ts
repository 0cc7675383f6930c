import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commentText, leadingQuote, summaryOf } from '../../src/model/commentText.ts';
import { destinationsOf } from '../../src/model/destinations.ts';

describe('what somebody wrote', () => {
  test.each([
    ['a command', '[run](command:workbench.action.quit)', '[run](#)'],
    ['a script', '[x](javascript:alert(1))', '[x](#)'],
    ['a file', '<file:///etc/passwd> [x](file:///etc/passwd)', '<#> [x](#)'],
    ['an address of VS Code', '[x](vscode://other.extension/do)', '[x](#)'],
    ['a definition', '[x][1]\n\n[1]: command:quit', '[x][1]\n\n[1]: #'],
  ])('leads nowhere by %s', (_, markdown, shown) => {
    assert.equal(commentText(markdown).text, shown);
  });

  test('leads to the web and to mail', () => {
    const markdown = '[x](https://example.com/a) <mailto:ada@example.com> http://example.com';

    assert.equal(commentText(markdown).text, markdown);
  });

  test('loads no image', () => {
    assert.doesNotMatch(commentText('![a](https://tracker.example/1.png) ![b][c]').text, /!\[/);
  });

  test('does not turn the direction of what stands around it', () => {
    assert.equal(commentText('a\u202eb\u2066c').text, 'abc');
  });

  test('is cut when nobody would read it, and says so', () => {
    const { text, isCut } = commentText('word '.repeat(20_000));

    assert.equal(isCut, true);
    assert.ok(text.length <= 20_000);
  });

  test('comes as plain text when it would take seconds to parse', () => {
    const started = performance.now();

    const { kind } = commentText('>'.repeat(15_000));

    assert.equal(kind, 'plain');
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('keeps no dangerous address, whatever it is made of', () => {
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

test('the lines that a comment quotes first are what it is about', () => {
  assert.equal(leadingQuote('> one\n>two\n\nWhy?'), 'one\ntwo');
  assert.equal(leadingQuote('Why?\n> later'), undefined);
});

test('a summary is one line without marks and quotes', () => {
  assert.equal(summaryOf('> quoted\n\n# Title\n- **Why** `now`?\n[link](https://e.example)'), 'Title Why now? link');
  assert.equal(summaryOf('snake_case stays, _this_ does not'), 'snake_case stays, this does not');
  assert.equal(summaryOf('word '.repeat(100), 20), 'word word word word…');
});
