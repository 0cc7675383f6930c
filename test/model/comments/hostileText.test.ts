import { comparesAlone, readsIds, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('comments', calls, {
  'place/commentsKey': readsIds,
  'threadList/byReview': readsIds,
  'threadList/inOrder': comparesAlone,
  'threads/mayTakePart': readsIds,
});
