import * as conflictMarkers from '../../../src/model/merge/conflictMarkers.ts';
import * as lineEdits from '../../../src/model/merge/lineEdits.ts';
import * as revertedLines from '../../../src/model/merge/revertedLines.ts';
import { sameLines } from '../../../src/model/merge/sameLines.ts';
import { mergeTexts, missingChanges, unchangedLines, withTakenChanges } from '../../../src/model/merge/texts.ts';
import type { Calls } from '../hostileCalls.ts';

export const calls: Calls = {
  'conflictMarkers/markedConflicts': (text) =>
    conflictMarkers.markedConflicts(text, { length: 7, ours: 'Yours', theirs: 'A' }),
  'conflictMarkers/unresolvedIn': (text) =>
    conflictMarkers.unresolvedIn(text, { length: 7, ours: 'Yours', theirs: 'A' }),
  'conflictMarkers/markersFor': (text) => conflictMarkers.markersFor([text], { ours: text, theirs: text }),
  'revertedLines/hunksBetween': (text) => {
    const lines = text.split('\n');
    return revertedLines.hunksBetween(lines, [...lines.slice(1), 'a', ...lines]);
  },
  'revertedLines/areCurrent': (text) => {
    const line = { start: 0, end: 1 };
    const lines = text.split('\n');
    return revertedLines.areCurrent([{ base: line, text: line }], lines, lines);
  },
  'revertedLines/revertedLines': (text) => {
    const lines = text.split('\n');
    const hunks = lines.map((_, at) => ({ base: { start: at, end: at + 1 }, text: { start: at, end: at + 1 } }));
    const whole = { start: 0, end: lines.length };
    const all = { base: lines, text: lines };
    return [hunks, [{ base: whole, text: whole }]].map((each) => revertedLines.revertedLines(each, all, [whole]));
  },
  'lineEdits/mergePageTexts': (text) =>
    lineEdits.mergingEdits(lineEdits.mergePageTexts({ base: text, ours: `a\n${text}`, theirs: `${text}\nb` })),
  'lineEdits/withLineEdits': (text) => lineEdits.withLineEdits(text, [{ start: 0, end: 1, lines: [text] }]),
  'texts/mergeTexts': (text) => [
    mergeTexts({ base: text, ours: `a\n${text}`, theirs: `${text}\nb` }),
    mergeTexts({ base: `${text}x`, ours: `${text}\n${text.slice(1)}`, theirs: text.slice(text.length / 2) }),
  ],
  'texts/unchangedLines': (text) => unchangedLines(text.split('\n'), `a\n${text}`.split('\n')),
  'texts/withTakenChanges': (text) => withTakenChanges({ base: text, ours: `a\n${text}`, theirs: `a\n${text}` }),
  'texts/missingChanges': (text) => missingChanges({ base: text, ours: text, theirs: `${text}\n${text}` }),
  'sameLines/sameLines': (text) => sameLines(text.split('\n'), `a\n${text}`.split('\n')),
};
