import * as libraryLimits from '../../../src/model/library/limits.ts';
import { repositoryAddress } from '../../../src/model/library/repositoryAddress.ts';
import { spaceSlugOf } from '../../../src/model/library/spaceSlug.ts';
import type { Calls } from '../hostileCalls.ts';

export const calls: Calls = {
  'limits/problemOfDescription': libraryLimits.problemOfDescription,
  'limits/problemOfEmoji': libraryLimits.problemOfEmoji,
  'limits/problemOfTitle': libraryLimits.problemOfTitle,
  'repositoryAddress/repositoryAddress': (text) => repositoryAddress({ url: `https://a.example/${text}x` }, text),
  'spaceSlug/spaceSlugOf': spaceSlugOf,
};
