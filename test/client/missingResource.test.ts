import assert from 'node:assert/strict';
import { test } from 'vitest';
import { nameOf } from '../../src/client/apiOf.ts';
import { missingResource } from '../../src/client/missingResource.ts';
import { contract } from '../../src/contract/contract.ts';
import type { Endpoint } from '../../src/contract/shared/endpoint.ts';

test.each([
  ['POST /v1/spaces/{spaceId}/comments/{commentId}/replies', 'comment'],
  ['GET /v1/orgs/{organizationId}/sites/{siteId}/structure', 'site'],
  ['GET /v1/spaces/{spaceId}/content/page/{pageId}', 'page'],
  ['GET /v1/user', undefined],
])('a 404 of %s means a missing %s', (endpoint, expected) => {
  assert.equal(missingResource(endpoint), expected);
});

test('every endpoint with an id names its resource', () => {
  const names = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group).map(nameOf));

  assert.deepEqual(
    names.filter((name) => name.includes('{') && missingResource(name) === undefined),
    [],
  );
});
