import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createApi } from '../../src/client/createApi.ts';
import { withShareKeys } from '../../src/client/shareKeys.ts';
import { spaceOf } from './samples.ts';

const keys: Readonly<Record<string, string>> = { shared: 'secret' };
const at = { organizationId: 'org', siteId: 'shared' };

test('every endpoint of a site that accepts a share key gets the entered one', async () => {
  const { api, asked } = open();

  await api.sites.published(at).catch(() => undefined);
  await api.sites.structure(at);
  await api.siteSections.list(at);
  await api.siteSpaces.list(at);

  assert.deepEqual(asked, [
    '/v1/orgs/org/sites/shared/published secret',
    '/v1/orgs/org/sites/shared/structure secret',
    '/v1/orgs/org/sites/shared/sections secret',
    '/v1/orgs/org/sites/shared/site-spaces secret',
  ]);
});

test("a space that the site shows gets it, too, and another doesn't", async () => {
  const { api, asked } = open();
  await api.sites.structure(at);
  asked.length = 0;

  await api.spaces.get({ spaceId: 'inside' });
  await api.spaces.get({ spaceId: 'elsewhere' });

  assert.deepEqual(asked, ['/v1/spaces/inside secret', '/v1/spaces/elsewhere null']);
});

test('other sites and endpoints get no key, and a key in the call takes precedence', async () => {
  const { api, asked } = open();

  await api.sites.structure({ ...at, siteId: 'open' });
  await api.siteSectionGroups.list(at);
  await api.sites.structure({ ...at, shareKey: 'another' });

  assert.deepEqual(
    asked.map((line) => line.split(' ')[1]),
    ['null', 'null', 'another'],
  );
});

/** A server that answers every list with a site space of the space `inside`, and records the keys. */
function open() {
  const asked: string[] = [];
  const siteSpace = { object: 'site-space', id: 'one', title: 'One', path: 'one', space: spaceOf('inside') };
  const api = createApi({
    base: 'https://docs.example',
    token: async () => 'token',
    platform: async ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      asked.push(`${pathname} ${searchParams.get('shareKey')}`);
      if (pathname.startsWith('/v1/spaces')) return Response.json(spaceOf('inside'));
      return Response.json({ type: 'siteSpaces', structure: [siteSpace], items: [] });
    },
  });
  return { asked, api: withShareKeys(api, async (siteId) => keys[siteId]) };
}
