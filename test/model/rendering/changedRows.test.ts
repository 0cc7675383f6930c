import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { describe, test } from 'vitest';
import { changedRows, foldedRows, type ChangedRow } from '../../../src/model/rendering/changedRows.ts';
import { comparePages, type ComparedPage } from '../../../src/model/rendering/comparePages.ts';
import { sideOf } from '../../../src/model/rendering/marked.ts';
import { renderedDiff } from '../../../src/model/rendering/renderedDiff.ts';

const words = {
  completedTask: 'Completed task',
  incompleteTask: 'Incomplete task',
  footnotes: 'Footnotes',
  backToText: 'Back to the text',
  reusableContent: 'Reusable content',
  day: (date: Date) => date.toISOString().slice(0, 10),
};

function compared(before: string | undefined, after: string | undefined): ComparedPage {
  const parse = (html: string) => fromHtml(html, { fragment: true }).children;
  return comparePages({ before, after }, { words, parse });
}

function rowsOf(before: string, after: string): readonly ChangedRow[] {
  const page = compared(before, after);
  assert.ok(page.kind === 'rows');
  return page.rows;
}

function textOf(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) => (node.type === 'element' ? textOf(node.children) : node.type === 'text' ? node.value : ''))
    .join('');
}

/** `-deleted`, `+inserted`, and `~` for what is in both and differs. */
function shown({ nodes }: ChangedRow): string {
  const signs = { same: '', deleted: '-', inserted: '+' };
  return nodes
    .map(
      (node) => (node.kind === 'split' ? '~' : signs[node.mark]) + textOf(sideOf([{ ...node, mark: 'same' }], 'after')),
    )
    .join(' ');
}

describe('rows of a compared page', () => {
  test('hold a block each, with its lines', () => {
    const rows = rowsOf('# Docks\n\nOne.\n\nTwo.\n', '# Docks\n\nOne, or more.\n\nTwo.\n');

    assert.deepEqual(
      rows.map((row) => [shown(row), row.isChanged, row.line, row.end]),
      [
        ['Docks', false, 0, 2],
        ['~One, or more.', true, 2, 4],
        ['Two.', false, 4, 6],
      ],
    );
  });

  test('put what was deleted beside what is in its place, block by block', () => {
    const rows = rowsOf(
      'Ada writes letters.\n\nBo sells old bicycles.\n\nEnd.\n',
      'Robots need charged batteries.\n\nDocks stand near walls.\n\nThe third block.\n\nEnd.\n',
    );

    assert.deepEqual(rows.map(shown), [
      '-Ada writes letters. +Robots need charged batteries.',
      '-Bo sells old bicycles. +Docks stand near walls.',
      '+The third block.',
      'End.',
    ]);
  });

  test('tell the former line of what was only deleted', () => {
    const rows = rowsOf('One.\n\nGone for good.\n\nTwo.\n', 'One.\n\nTwo.\n');

    assert.deepEqual(
      rows.map(({ line, formerLine }) => [line, formerLine]),
      [
        [0, undefined],
        [0, 2],
        [2, undefined],
      ],
    );
  });

  test('leave moved blocks at both of their places', () => {
    const moved = 'Robots look after their batteries by themselves.';
    const rows = rowsOf(`${moved}\n\nOne.\n\nTwo.\n`, `One.\n\nTwo.\n\n${moved}\n`);

    assert.deepEqual(rows.map(shown), [`-${moved}`, 'One.', 'Two.', `+${moved}`]);
  });

  test('keep spaces between words that stand in no block', () => {
    const page: ElementContent[] = fromHtml('<b>Docks</b> <i>charge</i>', { fragment: true })
      .children as ElementContent[];
    const [row, ...others] = changedRows(renderedDiff(page, page), 1);

    assert.equal(others.length, 0);
    assert.equal(textOf(sideOf(row!.nodes, 'after')), 'Docks charge');
  });

  test('give both versions back, whatever they are', () => {
    const block = fc.constantFrom('# Title', 'One.', 'Two words.', '- a\n- b', '> quoted', '<div>html</div>', '---');
    const page = fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join('\n\n'));
    const blocksOf = (markdown: string) => {
      const alone = compared(undefined, markdown);
      return alone.kind === 'rows' ? alone.rows.flatMap(({ nodes }) => sideOf(nodes, 'after')) : [];
    };
    const found = (rows: readonly ChangedRow[], side: 'before' | 'after') =>
      rows.flatMap(({ nodes }) => sideOf(nodes, side)).map((node) => textOf([node]));
    fc.assert(
      fc.property(page, page, (before, after) => {
        const result = compared(before, after);
        if (result.kind !== 'rows') return;
        assert.deepEqual(
          found(result.rows, 'after'),
          blocksOf(after).map((node) => textOf([node])),
        );
        assert.deepEqual(
          found(result.rows, 'before'),
          blocksOf(before).map((node) => textOf([node])),
        );
        for (const [index, { line, end }] of result.rows.entries()) {
          assert.ok(end > line);
          assert.ok(line >= (result.rows[index - 1]?.line ?? 0));
        }
      }),
    );
  });
});

describe('a comparison', () => {
  test('says when readers see no difference', () => {
    assert.deepEqual(compared('One *word*.\n', 'One _word_.\n'), { kind: 'same' });
  });

  test('shows a new page, and a deleted one', () => {
    const [added, deleted] = [compared(undefined, 'New.'), compared('Old.', undefined)];

    assert.ok(added.kind === 'rows' && deleted.kind === 'rows');
    assert.deepEqual([added.rows.map(shown), deleted.rows.map(shown)], [['+New.'], ['-Old.']]);
  });

  test('gives up on a page that would take too long', () => {
    assert.deepEqual(compared('One.', '*a '.repeat(400_000)), { kind: 'tooLong' });
  });
});

describe('folded rows', () => {
  const rows = (changed: string) => [...changed].map((sign) => ({ isChanged: sign === 'x' }));
  const folded = (changed: string, context = 2) =>
    foldedRows(rows(changed), context).map(({ from, to, isFolded }) =>
      isFolded ? `(${to - from})` : '.'.repeat(to - from),
    );

  test('leave two rows around each change', () => {
    assert.deepEqual(folded('.....x.....'), ['(3)', '.....', '(3)']);
    assert.deepEqual(folded('x....x'), ['......']);
  });

  test('are at least two', () => {
    assert.deepEqual(folded('x.....x'), ['...', '.', '...']);
    assert.deepEqual(folded('x......x'), ['...', '(2)', '...']);
  });

  test('are all rows if none changed', () => {
    assert.deepEqual(folded('....'), ['(4)']);
    assert.deepEqual(folded(''), []);
  });
});
