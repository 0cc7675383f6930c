import { comparesAlone, readsIds, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('changeRequests', calls, {
  changes: comparesAlone,
  reversal: comparesAlone,
  reviewState: readsIds,
  'reportedChanges/editedPages': readsIds,
  'reportedChanges/reportedPageChanges': readsIds,
});
