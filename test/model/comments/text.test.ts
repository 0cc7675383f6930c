import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commentText, leadingQuote, saidFirst, summaryOf } from '../../../src/model/comments/text.ts';
import { destinationsOf } from '../../../src/model/text/destinations.ts';

describe('what somebody wrote', () => {
  test.each([
    ['a command', '[run](command:workbench.action.quit)', '\\[run]\\(command:workbench.action.quit)'],
    ['a script', '[x](javascript:alert(1))', '\\[x]\\(javascript:alert(1))'],
    ['a file', '<file:///etc/passwd> [x](file:///etc/passwd)', '&lt;file:///etc/passwd> \\[x]\\(file:///etc/passwd)'],
    ['an address of VS Code', '[x](vscode://other.extension/do)', '\\[x]\\(vscode://other.extension/do)'],
    ['a definition', '[x][1]\n\n[1]: command:quit', '[x][1]\n\n\\[1]\\: command:quit'],
    ['a page that is not there', '[x](../gone.md)', '\\[x]\\(../gone.md)'],
    ['a part of the page', '[x](#part)', '\\[x]\\(#part)'],
  ])('is text by %s', (_, markdown, shown) => {
    assert.equal(commentText(markdown).text, shown);
  });

  test('leads to the web and to mail', () => {
    const markdown = '[x](https://example.com/a) <mailto:ada@example.com> http://example.com';

    assert.equal(commentText(markdown).text, markdown);
  });

  test('leads to pages, and nowhere else that is relative', () => {
    const pageLink = (url: string) => (url === '../codes' ? 'help/codes.md' : undefined);

    assert.equal(
      commentText('[codes](../codes) [gone](../gone)', pageLink).text,
      '[codes](help/codes.md) \\[gone]\\(../gone)',
    );
  });

  test('shows tags as they were written, also those that a first reading hides', () => {
    assert.equal(commentText('Use <b> here.\n\n<script>\nalert(1)\n</script>').text.includes('<'), false);
    assert.match(commentText('Use <b> here.').text, /^Use &lt;b> here\.$/);
    assert.match(commentText('<div>\n<!-- <i> -->').text, /^&lt;div>\n&lt;!-- &lt;i> -->$/);
    assert.equal(commentText('`<b>`').text, '`<b>`');
  });

  test('shows boxes in lists of tasks, and numbers as they are', () => {
    assert.equal(commentText('- [ ] one\n- [x] two\n\n> 2. Stop.').text, '- ☐ one\n- ☑ two\n\n> 2. Stop.');
    assert.equal(commentText('`- [ ] code`').text, '`- [ ] code`');
  });

  test('says first what was said, and then what it is about', () => {
    assert.equal(saidFirst('> The line\n> goes on\n\nWhy?'), 'Why?\n\n> The line\n> goes on');
    assert.equal(saidFirst('> Only a quote'), '> Only a quote');
    assert.equal(saidFirst('Why?\n\n> later'), 'Why?\n\n> later');
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
