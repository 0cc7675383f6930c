import { testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('settings', calls, {
  errors: 'is an error',
});
