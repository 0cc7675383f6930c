import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { renamedHeadings } from '../../../src/model/editing/renamedHeadings.ts';

describe('the renamed headings of a text', () => {
  test.each<[before: string[], after: string[], renamed: string[]]>([
    [['# T', '## A', '## B'], ['# T', '## X', '## B'], ['a > x']],
    [['# T', '## A', '## B'], ['# T', '## X', '## B', '## C'], ['a > x']],
    [['# T', '## A', '## B'], ['# T', '## B'], []],
    [['# T', '## A', '## B'], ['# T', '## B', '## A'], []],
    [['# T', '## A'], ['# T', '### A'], []],
    [
      ['# T', '## A', '## A'],
      ['# T', '## X', '## A'],
      ['a > x', 'a-1 > a'],
    ],
    [['# T', '## A'], ['# T', '## X', '## Y'], []],
    [['# T', '## A <a id="way"></a>'], ['# T', '## X <a id="way"></a>'], []],
    [['# T', '## A & B'], ['# T', '## A and B'], ['a--b > a-and-b']],
    [['# T', '## 1. A'], ['# T', '## 2. A'], ['id-1.-a,1-a > id-2.-a']],
    [['# T', '## A & B', '## A and B'], ['# T', '## A & B', '## C'], ['a-and-b-1 > c']],
    [[], ['# T'], []],
  ])('%j, %j', (before, after, renamed) => {
    const found = renamedHeadings(before.join('\n\n'), after.join('\n\n'));

    assert.deepEqual(
      found.map((each) => `${each.anchors.join()} > ${each.after.slug}`),
      renamed,
    );
  });
});
