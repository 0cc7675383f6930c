import { comparesAlone, givenRead, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('merge', calls, {
  'conflictMarkers/choosing': givenRead,
  'conflictMarkers/markedLines': givenRead,
  'lineEdits/isSameText': comparesAlone,
  'revertedLines/revertedHunk': 'takes lines out of a list',
  'lineEdits/mergingEdits': givenRead,
  'texts/mergeValues': comparesAlone,
});
