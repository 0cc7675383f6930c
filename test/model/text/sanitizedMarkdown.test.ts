import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { describe, test } from 'vitest';
import { harmlessMarkdown } from '../../../src/model/text/sanitizedMarkdown.ts';

/** Output that a reader must never get: markup that runs code, loads something, or leads elsewhere than to the web. */
function harmIn(text: string): string[] {
  const found: string[] = [];
  visit(fromMarkdown(text), (node: Nodes) => {
    if (node.type === 'html' || node.type === 'image' || node.type === 'imageReference') found.push(node.type);
    if ((node.type === 'link' || node.type === 'definition') && !/^(https?|mailto):/i.test(node.url)) {
      found.push(`${node.type} ${node.url}`);
    }
  });
  return found;
}

describe('Markdown by others', () => {
  test.each([
    ['a command link', '[Click](command:workbench.action.terminal.new)'],
    ['a command autolink', 'See <command:workbench.action.quit> there'],
    ['a command link by reference', '[Click][it]\n\n[it]: command:workbench.action.quit "now"'],
    ['a script', 'Hello <script>alert(1)</script> there'],
    ['a block of HTML', '<div onclick="x">\n\n<img src=x onerror=y>\n\n</div>'],
    ['a comment', '<!-- hidden --> text'],
    ['a picture', '![a](https://tracker.example/x.png)'],
    ['a picture in a link', '[![a](https://tracker.example/x.png)](command:quit)'],
    ['a picture by reference', '![a][b]\n\n[b]: https://tracker.example/x.png'],
    ['a file link', '[a](file:///etc/passwd)'],
    ['a relative link', '[a](../../settings.json)'],
    ['an escaped bracket', '\\[a](command:x) \\![b](https://x.example/y.png)'],
    ['HTML in a list', '- a\n  <b>c</b>\n- <!-- x -->'],
  ])('becomes text: %s', (_, written) => {
    assert.notDeepEqual(harmIn(written).length + Number(written.startsWith('\\')), 0);

    assert.deepEqual(harmIn(harmlessMarkdown(written, 2)), []);
  });

  test('stays unchanged if it is harmless, with headings below ours', () => {
    const written = '# Use\n\nA **bold** word, `code`, [a link](https://example.com) and a list:\n\n- one\n- two\n';

    assert.equal(harmlessMarkdown(written, 2), written.replace('# Use', '### Use'));
  });

  test('is harmless afterwards, whatever the text', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '\\',
      '`',
      '\n',
      ' ',
      ':',
      'command:',
      'a',
      '&',
      '#',
      '- ',
      '<b>',
      '"',
      'https://a.io',
      '![x]',
      '[x]: ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        assert.deepEqual(harmIn(harmlessMarkdown(pieces.join(''), 2)), []);
      }),
      { numRuns: 500 },
    );
  });
});
