import { givenRead, isGuarded, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('tags', calls, {
  'problems/parsedTags': isGuarded,
  partners: givenRead,
  'syntax/tagOf': givenRead,
});
