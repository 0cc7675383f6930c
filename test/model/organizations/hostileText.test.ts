import { testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('organizations', calls, {
  'integrationManifest/ManifestError': 'is an error',
});
