import { givenRead, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

const parts = [
  'boxes',
  'direction',
  'emoji',
  'footnotes',
  'linkTo',
  'math',
  'separateTags',
  'tagBlocks',
  'tagLines',
  'tagTokens',
  'taskLists',
  'tokens',
];

testHostileTexts('rendering', calls, {
  'formulas/drawnFormula': 'hands a formula on to the plugin that it is given',
  changedRows: givenRead,
  comparePages: 'runs in a thread with a deadline',
  harmlessTree: 'is what renderComment is made of',
  'inlineDiff/addWhole': givenRead,
  'inlineDiff/isFormula': givenRead,
  marked: givenRead,
  'renderPage/renderPage': 'is guarded, and what templateTags is made of',
  sanitized: givenRead,
  'renderedDiff/isUnchanged': givenRead,
  ...Object.fromEntries(parts.map((part) => [part, 'is what templateTags is made of'])),
});
