import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Site } from '../../../src/contract/sites/sites.ts';
import { isShareLinkOf, sharedSiteOf, shareKeyIn } from '../../../src/model/sites/shareLinkAddress.ts';

describe('shareKeyIn', () => {
  test.each([
    ['a key', 'a1B2c3', 'a1B2c3'],
    ['a link that ends in the key', ' https://docs.example/o/site/share/a1B2c3/ ', 'a1B2c3'],
    ['a link of the API', 'http://127.0.0.1:4010/v1/orgs/o/sites/s/published?shareKey=a%2F1', 'a/1'],
    ['a key with an escape in it', 'http://127.0.0.1:4010/v1/orgs/o/sites/s/published?shareKey=a%252F1', 'a%2F1'],
    ['a sentence', 'no key', undefined],
    ['an address without a path', 'https://docs.example', undefined],
  ])('reads %s', (_, text, key) => assert.equal(shareKeyIn(text), key));
});

describe('sharedSiteOf', () => {
  const link = 'https://docs.example/api/v1/orgs/o1/sites/s1/published?shareKey=k1';

  test('reads organization, site and key from a link of the API', () =>
    assert.deepEqual(sharedSiteOf(` ${link}\n`, 'https://docs.example/api'), {
      organizationId: 'o1',
      siteId: 's1',
      shareKey: 'k1',
    }));

  test.each([
    ['of another server', link, 'https://docs.example'],
    ['of a server with a similar name', link, 'https://docs.example/ap'],
    ['without a key', 'https://docs.example/v1/orgs/o1/sites/s1/published', 'https://docs.example'],
    ['without a site', 'https://docs.example/v1/orgs/o1/members?shareKey=k1', 'https://docs.example'],
  ])('refuses the address %s', (_, text, base) => assert.equal(sharedSiteOf(text, base), undefined));
});

describe('isShareLinkOf', () => {
  const site = (visibility: string) =>
    ({ visibility, urls: { published: 'https://docs.example/o/site' } }) as unknown as Site;

  test('accepts links below the published URL of a site with share links only', () => {
    assert.equal(isShareLinkOf('https://docs.example/o/site/share/k1', site('share-link')), true);
    assert.equal(isShareLinkOf(' HTTPS://Docs.Example/o/site/share/k1', site('share-link')), true);
    assert.equal(isShareLinkOf('https://docs.example/o/site/share/k1', site('public')), false);
    assert.equal(isShareLinkOf('https://docs.example/o/site2/share/k1', site('share-link')), false);
  });
});
