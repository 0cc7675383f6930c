import { introducedProblems } from '../../../src/model/checks/introduced.ts';
import { conflictProblems } from '../../../src/model/checks/conflicts.ts';
import { linesWithin } from '../../../src/model/checks/lines.ts';
import { isRawHtml, structureProblems } from '../../../src/model/checks/structure.ts';
import { mayFail } from '../../../src/model/checks/lintable.ts';
import { parsedWithTree } from '../../../src/model/text/destinations.ts';
import { isExpensiveToParse } from '../../../src/model/text/parsingCost.ts';
import type { Calls } from '../hostileCalls.ts';

const around = ['', ''] as const;

export const calls: Calls = {
  'introduced/introducedProblems': (text) => {
    const places = Array.from({ length: 100 }, (_, index) => Math.floor((index * text.length) / 100));
    const checked = {
      text,
      problems: places.map((start) => ({ kind: 'alt', start, end: text.length, at: 0, around }) as const),
    };
    return introducedProblems(checked, checked);
  },
  'lines/linesWithin': linesWithin,
  'conflicts/conflictProblems': (text) =>
    isExpensiveToParse(text) ||
    [text, `<<<<<<<\n${text}`].map((each) => conflictProblems(each, parsedWithTree(each).tree)),
  'structure/isRawHtml': isRawHtml,
  'lintable/mayFail': (text) => [text, '|-|\n'.repeat(text.length / 4)].map((each) => mayFail(each, new Set(['a']))),
  'structure/structureProblems': (text) =>
    isExpensiveToParse(text) || structureProblems(text, parsedWithTree(text).tree, []),
};
