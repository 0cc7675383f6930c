import { comparesAlone, isGuarded, readsIds, testHostileTexts } from '../testHostileTexts.ts';
import { calls } from './hostileCalls.ts';

testHostileTexts('pages', calls, {
  'text/headingsIn': isGuarded,
  'text/titleIn': isGuarded,
  'linkSuggestions/filesFrom': readsIds,
  'links/contextIn': readsIds,
  'brokenLinks/serverLink': readsIds,
  'treeAfterMove/slugAfterMove': readsIds,
  'linkSuggestions/pagesFrom': readsIds,
  'lookup/firstPageOf': readsIds,
  'lookup/readableAt': readsIds,
  places: readsIds,
  'text/parsedHeadings': isGuarded,
  'tree/lineageOf': readsIds,
  'paths/pathsFor': 'is what pageTree is made of',
  readable: readsIds,
  treeChanges: comparesAlone,
});
