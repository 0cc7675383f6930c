import { blankLinesAround } from '../../../src/model/tags/blankLines.ts';
import { tagsInText } from '../../../src/model/tags/inText.ts';
import * as tagProblems from '../../../src/model/tags/problems.ts';
import * as templateTag from '../../../src/model/tags/syntax.ts';
import { parsedWithTree } from '../../../src/model/text/destinations.ts';
import { isExpensiveToParse } from '../../../src/model/text/parsingCost.ts';
import type { Calls } from '../hostileCalls.ts';

export const calls: Calls = {
  'blankLines/blankLinesAround': (text) =>
    blankLinesAround(`${text}\n\n${text}`, { start: text.length + 1, end: text.length + 1 }, 'tag'),
  'problems/checkedTags': (text) =>
    isExpensiveToParse(text) ||
    tagProblems.checkedTags(text, parsedWithTree(text, tagProblems.withTagLinesCut(text)).tree),
  'problems/withTagLinesCut': tagProblems.withTagLinesCut,
  'problems/closingOf': (text) => tagProblems.closingOf(`{% code %}\n${text}`, 0),
  'problems/openTagsAt': (text) => tagProblems.openTagsAt(text, text.length),
  'problems/tagProblems': tagProblems.tagProblems,
  'inText/tagsInText': tagsInText,
  'syntax/holdsCaption': templateTag.holdsCaption,
  'syntax/isTagName': templateTag.isTagName,
  'syntax/mayLackEnd': templateTag.mayLackEnd,
  'syntax/tagsOf': templateTag.tagsOf,
};
