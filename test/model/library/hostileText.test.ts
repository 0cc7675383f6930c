import { readsIds, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('library', calls, {
  lockedSpace: readsIds,
  hierarchy: readsIds,
  moves: readsIds,
});
