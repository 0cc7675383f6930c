import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { contract } from '../../../src/contract/contract.ts';
import type { Endpoint } from '../../../src/contract/shared/endpoint.ts';
import { createRoutes } from '../../../src/server/http/routes.ts';

describe('routes', () => {
  const routes = createRoutes([
    { method: 'GET', path: '/spaces/{spaceId}', route: 'space' },
    { method: 'DELETE', path: '/spaces/{spaceId}', route: 'deletion' },
    { method: 'GET', path: '/spaces/search', route: 'search' },
    { method: 'GET', path: '/spaces/{spaceId}/pages/{pageId}', route: 'page' },
    { method: 'GET', path: '/spaces/search/files/{fileId}', route: 'file' },
  ]);

  test.each([
    ['GET', '/spaces/1', 'space', { spaceId: '1' }],
    ['DELETE', '/spaces/1', 'deletion', { spaceId: '1' }],
    ['GET', '/spaces/search', 'search', {}],
    // The named segment doesn't lead on, so it is a parameter.
    ['DELETE', '/spaces/search', 'deletion', { spaceId: 'search' }],
    ['GET', '/spaces/search/pages/2', 'page', { spaceId: 'search', pageId: '2' }],
    ['GET', '/spaces/a%2Fb%20c', 'space', { spaceId: 'a/b c' }],
    ['GET', '/spaces/%E0%A4%A', 'space', { spaceId: '%E0%A4%A' }],
    ['GET', '/spaces/__proto__', 'space', { spaceId: '__proto__' }],
    ['GET', '/spaces/:spaceId', 'space', { spaceId: ':spaceId' }],
    ['GET', '/spaces/:spaceId/pages/*', 'page', { spaceId: ':spaceId', pageId: '*' }],
  ])('finds %s %s', (method, path, route, parameters) => {
    assert.deepEqual(routes.find(method, path), { route, parameters });
  });

  test.each([
    ['GET', '/spaces'],
    ['GET', '/spaces/'],
    ['GET', '/spaces//pages/2'],
    ['GET', '/spaces/1/'],
    ['GET', '/spaces/1/pages'],
    ['PUT', '/spaces/1'],
    ['constructor', '/spaces/1'],
    ['GET', 'spaces/1'],
    ['GET', ''],
  ])("don't find %s %s", (method, path) => {
    assert.equal(routes.find(method, path), undefined);
  });

  test('know the methods of a path', () => {
    assert.deepEqual(routes.methodsOf('/spaces/1'), ['GET', 'DELETE']);
    assert.deepEqual(routes.methodsOf('/spaces/1/pages'), []);
  });

  test('find every endpoint of the contract', () => {
    const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));
    const all = createRoutes(
      endpoints.map((endpoint) => ({ method: endpoint.method, path: endpoint.path, route: endpoint })),
    );

    for (const endpoint of endpoints) {
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const found = all.find(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, 'id-of-$1'));
      assert.equal(found?.route, endpoint);
      assert.deepEqual(found.parameters, Object.fromEntries(names.map((name) => [name, `id-of-${name}`])));
    }
  });
});
