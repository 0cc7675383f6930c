import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mergeTexts,
  mergeValues,
  missingChanges,
  withTakenChanges,
  type MergedText,
} from '../../../src/model/merge/texts.ts';

const anyLine = fc.constantFrom('', 'a', 'b', 'c', '| a | b |', '{% hint %}', '\r');
const anyText = fc.array(anyLine, { maxLength: 25 }).map((lines) => lines.join('\n'));

describe('mergeTexts', () => {
  test('combines changes of different lines', () => {
    const { text, conflicts } = mergeTexts({
      base: 'One.\n\n| Below 10 % | Charge |\n\nTwo.',
      ours: 'One.\n\n| Below 10 % | Charge |\n\nTwo, ours.',
      theirs: 'One.\n\n| Below 12 % | Charge |\n\nTwo.',
    });
    expect(text).toBe('One.\n\n| Below 12 % | Charge |\n\nTwo, ours.');
    expect(conflicts).toEqual([]);
  });

  test('reports lines that both sides changed differently, and keeps ours', () => {
    const { text, conflicts } = mergeTexts({ base: 'a\nb\nc', ours: 'a\nB1\nc', theirs: 'a\nB2\nc' });
    expect(text).toBe('a\nB1\nc');
    expect(conflicts).toEqual([{ changedBy: 'conflict', base: ['b'], ours: ['B1'], theirs: ['B2'] }]);
  });

  test('takes a change once if both sides made it', () => {
    expect(mergeTexts({ base: 'a\nb', ours: 'a\nc', theirs: 'a\nc' })).toMatchObject({ text: 'a\nc', conflicts: [] });
  });

  test('reports a line that one side deleted and the other changed', () => {
    expect(mergeTexts({ base: 'a\nb\nc', ours: 'a\nc', theirs: 'a\nB\nc' }).conflicts).toHaveLength(1);
  });

  test('applies a deletion of theirs', () => {
    expect(mergeTexts({ base: 'a\n\nb\n\nc', ours: 'A\n\nb\n\nc', theirs: 'a\n\nb' }).text).toBe('A\n\nb');
  });

  test('compares lines without their carriage returns', () => {
    const { text, conflicts } = mergeTexts({ base: 'a\nb\nc', ours: 'a\r\nb\r\nC\r', theirs: 'A\nb\nc' });
    expect(text).toBe('A\nb\r\nC\r');
    expect(conflicts).toEqual([]);
  });

  test('loses no line of either side if they changed different blocks', () => {
    const block = fc.nat({ max: 3 });
    const blocks = fc.array(fc.tuple(block, fc.constantFrom('keep', 'ours', 'theirs', 'both', 'deletedByOurs')), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(blocks, (plan) => {
        // An unchanged line separates two blocks.
        const side = (who: 'base' | 'ours' | 'theirs' | 'merged') =>
          plan
            .map(([extra, change], at) => {
              const before = [`block ${at}`, ...new Array<string>(extra).fill('')].join('\n');
              const isChanged =
                who === 'merged' ? change !== 'keep' : who === change || (change === 'both' && who !== 'base');
              if (change === 'deletedByOurs')
                return who === 'ours' || who === 'merged' ? `fixed ${at}` : `${before}\nfixed ${at}`;
              return `${isChanged ? `${before}\nadded ${at} by ${change}` : before}\nfixed ${at}`;
            })
            .join('\n');
        const merged = mergeTexts({ base: side('base'), ours: side('ours'), theirs: side('theirs') });
        assert.equal(merged.text, side('merged'));
        assert.deepEqual(merged.conflicts, []);
      }),
    );
  });

  test('shows every line of both sides in the merge or in a conflict', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, ours, theirs) => {
        const merged = mergeTexts({ base, ours, theirs });
        const shown = (side: 'ours' | 'theirs' | 'base') => shownOf(merged, side);
        assert.equal(withoutReturns(shown('base')), withoutReturns(base));
        assert.equal(withoutReturns(shown('ours')), withoutReturns(ours));
        assert.equal(withoutReturns(shown('theirs')), withoutReturns(theirs));
      }),
      { numRuns: 1000 },
    );
  });

  test('returns one side if the other changed nothing', () => {
    fc.assert(
      fc.property(anyText, anyText, (base, other) => {
        assert.equal(withoutReturns(mergeTexts({ base, ours: base, theirs: other }).text), withoutReturns(other));
        assert.equal(mergeTexts({ base, ours: other, theirs: base }).text, other);
      }),
    );
  });
});

describe('missingChanges', () => {
  test('reports an addition, a change and a deletion that the text misses', () => {
    const base = 'a\n\nb\n\nc\n\nd';
    const missing = missingChanges({ base, ours: base, theirs: 'a\nnew\n\nB\n\nc' });
    expect(missing.map((part) => part.changedBy)).toEqual(['theirs', 'theirs', 'theirs']);
  });

  test('reports nothing for a merged text', () => {
    const texts = { base: 'a\n\nb\n\nc', ours: 'A\n\nb\n\nc', theirs: 'a\n\nb\n\nC' };
    expect(missingChanges({ ...texts, ours: mergeTexts(texts).text })).toEqual([]);
  });
});

test('mergeValues takes the changed value, and reports two changes as a conflict', () => {
  expect(mergeValues('a', 'a', 'b')).toEqual({ value: 'b', isConflict: false });
  expect(mergeValues('a', 'b', 'a')).toEqual({ value: 'b', isConflict: false });
  expect(mergeValues('a', 'b', 'b')).toEqual({ value: 'b', isConflict: false });
  expect(mergeValues('a', 'b', 'c')).toEqual({ value: 'b', isConflict: true });
});

/** One side's text as derived from the parts: its own change, or else the base. */
function shownOf({ parts }: MergedText, side: 'ours' | 'theirs' | 'base'): string {
  return parts
    .flatMap((part) => {
      if (part.changedBy === 'conflict') return part[side];
      const isOwn = part.changedBy === side || (part.changedBy === 'both' && side !== 'base');
      return isOwn ? part.lines : part.base;
    })
    .join('\n');
}

function withoutReturns(text: string): string {
  return text.replaceAll(/\r(?=\n|$)/gu, '');
}

describe('withTakenChanges', () => {
  test('differs from their text in what is missing only', () => {
    const base = 'a\n\nb\n\nc';
    const theirs = 'A\n\nB\n\nc';

    const seen = withTakenChanges({ base, ours: 'A\n\nb2\n\nc', theirs });

    expect(seen).toBe('A\n\nb\n\nc');
    expect(missingChanges({ base: seen, ours: 'A2\n\nb2\n\nc', theirs })).toEqual([
      { changedBy: 'conflict', base: ['b'], ours: ['b2'], theirs: ['B'] },
    ]);
  });

  test('is their text if ours is, too', () => {
    const text = anyText.map((each) => each.replaceAll('\r', ''));
    fc.assert(
      fc.property(text, text, (base, ours) => {
        expect(withTakenChanges({ base, ours, theirs: ours })).toBe(ours);
      }),
    );
  });
});
