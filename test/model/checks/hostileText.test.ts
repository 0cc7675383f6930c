import { givenRead, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('checks', calls, {
  'introduced/ruleOf': givenRead,
  'lines/lineAt': givenRead,
  lint: 'runs in a thread with a deadline',
  pageFacts: 'runs in a thread with a deadline',
  rules: 'reads a setting of the user',
});
