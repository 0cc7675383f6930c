import { isGuarded, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('text', calls, {
  'destinations/parsedDestinations': isGuarded,
  'destinations/parsedWithTree': isGuarded,
  'destinations/resourcesIn': isGuarded,
  'destinations/completed': 'is what destinationsOf is made of',
  markdownPasses: 'is what commentText and harmlessMarkdown are made of',
  'parsedAhead/keepParsed': 'keeps a text as a whole',
  'walk/walk': 'reads a tree',
  'parsedAhead/parsedOr': 'is what destinationsOf and its like are made of',
});
