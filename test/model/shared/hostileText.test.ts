import { comparesAlone, readsIds, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('shared', calls, {
  reasons: 'hands a reason on, or prints it for the log',
  'accountKey/keyBeside': readsIds,
  'address/headOf': 'reads no text',
  'address/numberOf': 'reads no text',
  'browserAddress/browserAddressOf': 'hands an address on',
  'contentTypes/endingOf': comparesAlone,
  'imageType/imageTypeOf': 'reads the first bytes of a file',
  longestIncreasing: readsIds,
  pluralForm: 'reads our own texts, and puts values in as they are',
  portions: readsIds,
  relativeTime: readsIds,
  failure: 'is an error',
  jointWork: 'reads no text',
});
