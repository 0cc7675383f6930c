import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Space } from '../../../src/contract/spaces/spaces.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { pageAtUrl } from '../../../src/model/pages/webAddress.ts';
import { spaceOf } from '../../client/samples.ts';

const tree = pageTree([
  { id: 'p1', title: 'Install', type: 'document', path: 'install' },
  { id: 'p2', title: 'Größe', type: 'document', path: 'größe' },
]);
const spaces: Space[] = [
  space('docs', { app: 'https://app.example/o/1/s/docs', published: 'https://site.example/' }),
  space('api', {
    app: 'https://app.example/o/1/s/api',
    published: 'https://site.example/api/',
    public: 'https://api.example',
  }),
  space('sdk', { published: 'https://site.example/dev/sdk' }),
  space('cli', { published: 'https://site.example/dev/cli', location: 'https://server.example/v1/spaces/cli' }),
  space('bare', { location: '/v1/spaces/bare' }),
];

describe('a URL of the browser', () => {
  test.each([
    ['https://app.example/o/1/s/docs/install#step-2', 'docs', 'p1', 'step-2'],
    ['https://app.example/o/1/s/docs/gr%C3%B6%C3%9Fe', 'docs', 'p2', undefined],
    ['  <HTTPS://App.Example/o/1/s/docs/install?q=1>  ', 'docs', 'p1', undefined],
    ['app.example/o/1/s/docs/install', 'docs', 'p1', undefined],
    ['http://site.example/install', 'docs', 'p1', undefined],
    ['https://site.example/api/install', 'api', 'p1', undefined],
    ['https://api.example/install', 'api', 'p1', undefined],
    ['https://server.example/v1/spaces/cli/p1', 'cli', 'p1', undefined],
    ['https://anywhere.example/s/bare/install', 'bare', 'p1', undefined],
    ['http://localhost:4010/spaces/bare/install', 'bare', 'p1', undefined],
  ])('such as %s leads to a page', (text, spaceId, page, anchor) => {
    const found = pageAtUrl(text, spaces, () => tree);

    assert.ok(found.kind === 'page');
    assert.deepEqual([found.space.id, found.node.id, found.anchor], [spaceId, page, anchor]);
  });

  test.each([
    ['https://app.example/o/1/s/docs', 'docs', ''],
    ['https://app.example/o/1/s/docs/~/changes/42/install', 'docs', ''],
    ['https://site.example/api/gone', 'api', 'gone'],
    ['https://site.example/apis', 'docs', 'apis'],
  ])('such as %s leads to a space', (text, spaceId, path) => {
    const found = pageAtUrl(text, spaces, () => tree);

    assert.ok(found.kind === 'space');
    assert.deepEqual([found.space.id, found.path], [spaceId, path]);
  });

  test("leads to a path in a space whose pages aren't known yet", () => {
    const found = pageAtUrl('https://site.example/api/install#a', spaces, () => undefined);

    assert.deepEqual(found, { kind: 'space', space: spaces[1], path: 'install', anchor: 'a' });
  });

  test('of a site leads to the spaces that it shows', () => {
    const found = pageAtUrl('https://site.example/dev', spaces.slice(1), () => undefined);

    assert.ok(found.kind === 'site');
    assert.deepEqual(
      found.spaces.map(({ id }) => id),
      ['sdk', 'cli'],
    );
  });

  test.each([
    '',
    'install',
    'two words',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://unknown.example/install',
    'https://',
  ])('such as %j leads nowhere, and says why', (text) => {
    const found = pageAtUrl(text, spaces.slice(1), () => tree);

    assert.ok(found.kind === 'none');
    assert.match(found.reason.code, /^(notPageAddress|noSpaceAtAddress)$/);
  });
});

function space(id: string, urls: NonNullable<Space['urls']>): Space {
  return { ...spaceOf(id), urls };
}
