import { problemsOfReplacement } from '../../../src/model/find/checks.ts';
import { kindsOf } from '../../../src/model/find/kinds.ts';
import { columnIn, linesOf as findLinesOf } from '../../../src/model/find/lines.ts';
import { findAll, matchesIn, replacementsIn, withReplacements } from '../../../src/model/find/matches.ts';
import { type FindQuery, patternOf, problemOf, serverQueryOf } from '../../../src/model/find/query.ts';
import { searchable } from '../../../src/model/find/searchable.ts';
import type { Calls } from '../hostileCalls.ts';

const queryOf = (text: string): FindQuery => ({ text, isRegex: false, isCaseSensitive: true, isWholeWord: false });
const marksIn = (text: string) => matchesIn(text, patternOf(queryOf(text.slice(0, 2))), 10_000);

export const calls: Calls = {
  'checks/problemsOfReplacement': (text) => problemsOfReplacement(text, `a ${text}`),
  'kinds/kindsOf': (text) => kindsOf(text, marksIn(text)),
  'lines/linesOf': (text) => findLinesOf(text, marksIn(text)),
  'lines/columnIn': (text) => columnIn(text, { column: text.length + 1, found: text.slice(0, 2) }),
  'matches/findAll': (text) => findAll({ query: queryOf(text.slice(0, 2)), texts: [text], most: 10_000 }),
  'matches/matchesIn': (text) => marksIn(text),
  'matches/replacementsIn': (text) =>
    replacementsIn(text, patternOf(queryOf(text.slice(0, 2))), { by: text.slice(0, 50), isRegex: true }, 10_000),
  'matches/withReplacements': (text) =>
    withReplacements(
      text,
      replacementsIn(text, patternOf(queryOf('_')), { by: text.slice(0, 9), isRegex: false }, 1e4),
    ),
  'query/patternOf': (text) => text.search(patternOf({ ...queryOf(text.slice(0, 5000)), isWholeWord: true })),
  'query/problemOf': (text) => problemOf({ ...queryOf(text), isRegex: true }),
  'query/serverQueryOf': (text) => serverQueryOf(queryOf(text)),
  'searchable/searchable': (text) => {
    const { text: read, offsetOf, isEdge } = searchable(text);
    for (let at = 0; at <= read.length; at++) if (isEdge(at)) offsetOf(at);
  },
};
