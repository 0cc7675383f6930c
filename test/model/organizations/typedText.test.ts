import assert from 'node:assert/strict';
import { test } from 'vitest';
import { integrationManifest } from '../../../src/model/organizations/integrationManifest.ts';
import { emailDomainOf, problemOfSlug, problemOfSourceAddress } from '../../../src/model/organizations/limits.ts';

test.each([
  ['not JSON', '{', 'manifestNotJson'],
  ['not an object', '[]', 'manifestNotObject'],
  ['wrongly named', '{"name":"a b"}', 'manifestName'],
])('a manifest that is %s is refused without quoting it', (_, text, message) => {
  assert.throws(() => integrationManifest(text, 'org'), { message });
});

test('a manifest sets its name, and an organization only if it contains one', () => {
  assert.deepEqual(integrationManifest('\uFEFF{"name":"a","title":"A"}', 'org'), {
    name: 'a',
    body: { organization: 'org', title: 'A' },
  });
  assert.equal(integrationManifest('{"organization":"other"}', 'org').body['organization'], 'other');
});

test.each([
  ['Ada@Example.com', 'example.com'],
  ['example.com ', 'example.com'],
  ['example', undefined],
  ['https://example.com', undefined],
  ['a b.com', undefined],
])('the domain of %j is %j', (text, domain) => {
  assert.equal(emailDomainOf(text), domain);
});

test("slugs and source URLs are checked by the document's limits", () => {
  assert.equal(problemOfSlug('rest-api-2'), undefined);
  for (const slug of ['', 'Rest', 'a--b', '-a', 'a_b', 'x'.repeat(101)]) assert.ok(problemOfSlug(slug), slug);
  assert.equal(problemOfSourceAddress('https://example.com/openapi.json'), undefined);
  for (const address of ['', 'example.com', 'ftp://a.io', 'https://', `https://a.io/${'x'.repeat(2048)}`]) {
    assert.ok(problemOfSourceAddress(address), address);
  }
});
