import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  choosing,
  markedConflicts,
  markedLines,
  markersFor,
  type ConflictChoice,
  type ConflictMarkers,
} from '../../../src/model/merge/conflictMarkers.ts';
import { mergePageTexts, mergingEdits, withLineEdits } from '../../../src/model/merge/lineEdits.ts';
import { withLineFeeds } from '../../../src/model/shared/lineEnds.ts';
import type { ThreeTexts } from '../../../src/model/merge/texts.ts';

const names = { ours: 'Yours', theirs: "Ada's version" };

function marked(texts: ThreeTexts): { text: string; markers: ConflictMarkers } {
  const markers = markersFor([texts.base, texts.ours, texts.theirs], names);
  const edits = mergingEdits(mergePageTexts(texts), (conflict) => markedLines(conflict, markers));
  return { text: withLineEdits(withLineFeeds(texts.ours), edits), markers };
}

function resolved(text: string, markers: ConflictMarkers, choice: ConflictChoice): string {
  return withLineEdits(
    text,
    markedConflicts(text, markers).conflicts.map((conflict) => choosing(conflict, choice)),
  );
}

describe('conflict markers', () => {
  test('name both sides, and show the base between them', () => {
    const { text } = marked({ base: '# A\n\nOne.\n', ours: '# A\n\nMine.\n', theirs: '# A\n\nTheirs.\n' });

    expect(text).toBe("# A\n\n<<<<<<< Yours\nMine.\n||||||| Base\nOne.\n=======\nTheirs.\n>>>>>>> Ada's version\n");
  });

  test.each(['n'.repeat(79) + '\u{1f984}', 'n'.repeat(199) + '\u{1f984}', '\ud83d'])(
    'are found again after a reload, whatever the label %#',
    (theirs) => {
      const texts = ['One.', 'Mine.', 'Theirs.'];
      const markers = markersFor(texts, { ours: 'Yours', theirs });
      const lines = markedLines({ ours: ['Mine.'], base: ['One.'], theirs: ['Theirs.'] }, markers);
      const stored = Buffer.from(lines.join('\n')).toString();

      assert.equal(markedConflicts(stored, markers).conflicts.length, 1);
      assert.deepEqual(markedConflicts(stored, markers).leftovers, []);
    },
  );

  test('are longer if the page is about markers', () => {
    const page = 'Git\n=======\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n';
    const { text, markers } = marked({ base: `${page}x`, ours: `${page}y`, theirs: `${page}z` });

    assert.equal(markers.length, 8);
    assert.deepEqual(markedConflicts(text, markers).leftovers, []);
    assert.equal(markedConflicts(text, markers).conflicts.length, 1);
    assert.equal(resolved(text, markers, 'ours'), `${page}y`);
  });

  test('left over from a deleted conflict are found', () => {
    const { text, markers } = marked({ base: 'One.', ours: 'Mine.', theirs: 'Theirs.' });

    assert.deepEqual(markedConflicts(text.replace('=======\n', ''), markers), { conflicts: [], leftovers: [0, 2, 5] });
  });

  test("stay on one line each, whatever a person's name", () => {
    const { ours, theirs } = markersFor([], { ours: 'Yours', theirs: 'A\r\n>>>>>>> B\u2028C' });

    assert.deepEqual([ours, theirs], ['Yours', 'A >>>>>>> B C']);
  });

  const anyLine = fc.constantFrom(
    '',
    'a',
    'b',
    'c',
    '=======',
    '<<<<<<< HEAD',
    '>>>>>>> a',
    '|||||||',
    '========',
    '\r',
  );
  const anyText = fc.array(anyLine, { maxLength: 20 }).map((lines) => lines.join('\n'));

  test('contain both sides and the base of each conflict, and choosing one side gives its merge', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, ours, theirs) => {
        const merged = mergePageTexts({ base, ours, theirs });
        const { text, markers } = marked({ base, ours, theirs });

        const { conflicts, leftovers } = markedConflicts(text, markers);

        assert.deepEqual(leftovers, []);
        assert.deepEqual(
          conflicts.map((each) => [each.ours, each.base, each.theirs]),
          merged.conflicts.map((each) => [each.ours, each.base, each.theirs]),
        );
        assert.equal(resolved(text, markers, 'ours'), merged.text);
        const takingTheirs = merged.parts.flatMap((part) => (part.changedBy === 'conflict' ? part.theirs : part.lines));
        assert.equal(resolved(text, markers, 'theirs'), takingTheirs.join('\n'));
        const both = markedConflicts(resolved(text, markers, 'both'), markers);
        assert.deepEqual([both.conflicts, both.leftovers], [[], []]);
      }),
      { numRuns: 500 },
    );
  });

  test('leave a text without conflicts as merged by its line edits', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (base, ours, theirs) => {
        const merged = mergePageTexts({ base, ours, theirs });

        assert.equal(withLineEdits(withLineFeeds(ours), mergingEdits(merged)), merged.text);
      }),
      { numRuns: 500 },
    );
  });
});
