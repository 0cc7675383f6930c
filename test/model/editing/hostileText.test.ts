import { comparesAlone, readsIds, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('editing', calls, {
  'photoMetadata/withoutPhotoMetadata': 'reads bytes: its own test has a million segments',
  'newFiles/isNewFile': readsIds,
  'newFiles/portionsOf': 'reads sizes',
  'newFiles/withNewFiles': readsIds,
  editablePage: comparesAlone,
});
