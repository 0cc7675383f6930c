import { readsIds, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('sites', calls, {
  edits: readsIds,
  'limits/fieldsOf': readsIds,
  'limits/isRemovable': readsIds,
  moves: readsIds,
  tree: readsIds,
});
