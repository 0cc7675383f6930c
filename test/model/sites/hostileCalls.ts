import type { Site } from '../../../src/contract/sites/sites.ts';
import * as siteLimits from '../../../src/model/sites/limits.ts';
import * as shareLinkAddress from '../../../src/model/sites/shareLinkAddress.ts';
import type { Calls } from '../hostileCalls.ts';

export const calls: Calls = {
  'shareLinkAddress/isShareLinkOf': (text) =>
    shareLinkAddress.isShareLinkOf(text, { visibility: 'share-link', urls: { published: text } } as Site),
  'shareLinkAddress/shareKeyIn': (text) => [
    shareLinkAddress.shareKeyIn(text),
    shareLinkAddress.shareKeyIn(`https://a.example/${text}`),
  ],
  'shareLinkAddress/sharedSiteOf': (text) =>
    shareLinkAddress.sharedSiteOf(`https://a.example/v1/orgs/${text}?shareKey=${text}`, 'https://a.example'),
  'limits/problemOfBasename': siteLimits.problemOfBasename,
  'limits/problemOfField': (text) => [
    siteLimits.problemOfField('site-section', 'path', text),
    siteLimits.problemOfField('site-section', 'title', text),
  ],
  'limits/problemOfProxy': siteLimits.problemOfProxy,
  'limits/problemOfShareLinkName': siteLimits.problemOfShareLinkName,
  'limits/problemOfSiteTitle': siteLimits.problemOfSiteTitle,
};
