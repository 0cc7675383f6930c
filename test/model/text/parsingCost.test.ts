import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { isExpensiveToParse, laborInThread } from '../../../src/model/text/parsingCost.ts';

const sentence = 'The robot stops, and [a link](./page.md) says why; see `stop()` (or **read on**) below it. ';

describe('a text is parsed', () => {
  test.each([
    ['a page of 250,000 letters', `${sentence.repeat(3)}\n\n`.repeat(900)],
    ['a long paragraph', sentence.repeat(80)],
    ['a list of 500 items that each hold another', '- a\n  - b **c**\n'.repeat(500)],
    ['a list without empty lines', `- ${sentence}\n`.repeat(2000)],
    ['a list with numbers', '1. a (b) [c](d)\n'.repeat(3000)],
    ['a table of a thousand rows', `| a | b |\n|---|---|\n${'| **a** | <b>c</b> |\n'.repeat(1000)}`],
    [
      'a table in HTML with comments',
      `<!-- people -->\n<table>\n${'<tr><td>Ann</td><!-- a row --></tr>\n'.repeat(3000)}</table>\n`,
    ],
    ['lines with comments', 'Text of a line <!-- and a comment -->\n'.repeat(200)],
    ['a large block of code', `\`\`\`\n${'<!-- > - _a_ */\n'.repeat(5000)}\`\`\`\n`],
    ['underlined headings over paragraphs', `Title\n=====\n\n${sentence}\n\nPart\n----\n\n${sentence}\n\n`.repeat(500)],
    ['an item of five hundred paragraphs', `- a\n\n${`  ${sentence}\n\n`.repeat(500)}`],
    ['a list before many empty lines', `- a\n${'\n'.repeat(2000)}Text.\n`],
    ['rules between paragraphs', 'Text.\n\n* * *\n\n'.repeat(1000)],
  ])('that is %s', (_, markdown) => {
    assert.equal(isExpensiveToParse(markdown), false);
  });
});

describe("a text isn't parsed", () => {
  test.each([
    ['instructions that never end', `[x](${'<?'.repeat(12_000)}`],
    ['comments that never end, on lines that look like a table', `a\n${'|<!--\n'.repeat(6000)}`],
    ['comments that never end, on lines that look like a list', `a\n${'2. <!--\n'.repeat(6000)}`],
    ['comments that do not end in their cell', `|a|b|\n|-|-|\n|${'<!--'.repeat(6000)}|-->|\n`],
    ['instructions that a comment ends', `${'<?'.repeat(12_000)}-->`],
    ['comments that never end, below a table in HTML in a list', `- a\n\n  <table>\n${'<!--'.repeat(6000)}`],
    ['comments that never end, in a paragraph below HTML', `<p>\n\na${'<!--'.repeat(6000)}`],
    ['titles of links that never end', '[](x ('.repeat(5000)],
    ['quotes that begin and end', '> a\n\n'.repeat(4000)],
    ['lists that begin and end', '- a\n  - b\n'.repeat(3000)],
    ['lists in lists on one line', `${'- '.repeat(3000)}a`],
    ['emphasis that crosses', '*a_ '.repeat(5000)],
    ['thousands of underlined headings', 'a\n=\n\n'.repeat(7000)],
    ['thousands of underlined headings in a quote', '> a\n> ===\n'.repeat(4000)],
    ['a quote before thousands of blank lines', `> ${'  \n'.repeat(6600)}`],
    ['an item that goes on for thousands of lines', `- ${'a \n'.repeat(6600)}`],
    ['a megabyte of headings', '#\n'.repeat(500_000)],
  ])('that has %s', (_, markdown) => {
    assert.equal(isExpensiveToParse(markdown), true);
  });
});

test("a page of a megabyte is parsed in a separate thread, and a megabyte of headings isn't", () => {
  const page = `${sentence.repeat(3)}\n\n`.repeat(3600);

  assert.deepEqual([isExpensiveToParse(page), isExpensiveToParse(page, laborInThread)], [true, false]);
  assert.equal(isExpensiveToParse('#\n'.repeat(500_000), laborInThread), true);
});
