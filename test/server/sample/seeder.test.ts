import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openLocalPlatform } from '../../../src/server/localPlatform.ts';
import { guideSpaceId } from '../../../src/model/library/guideSpace.ts';
import { idOf } from '../../../src/formats/ids.ts';
import { flat, sampleFolder, serve } from '../serve.ts';

test('the sample workspace has exactly the two links that are broken on purpose', async () => {
  const { get } = await serve({ seed: 'sample' });
  const broken: string[] = [];
  for (const { id } of (await get('/v1/orgs')).body.items) {
    for (const space of (await get(`/v1/orgs/${id}/spaces`)).body.items) {
      const { body } = await get(`/v1/spaces/${space.id}/links?status=broken`);
      broken.push(
        ...body.items.map((item) => `${space.title}: ${item.targetReference['page'] ?? item.targetReference['file']}`),
      );
    }
  }

  assert.deepEqual(broken.sort(), [
    'Engineering Handbook: run/test-hall',
    'NW-7 Firmware Guide: operate/legacy-export',
  ]);
});

test('the sample workspace has change requests in every state, and only the intended ones are outdated', async () => {
  const { get } = await serve({ seed: 'sample' });
  const seen: Record<string, number> = {};
  const outdated: string[] = [];
  for (const { id } of (await get('/v1/orgs')).body.items) {
    for (const space of (await get(`/v1/orgs/${id}/spaces`)).body.items) {
      for (const status of ['draft', 'open', 'archived', 'merged']) {
        const { body } = await get(`/v1/spaces/${space.id}/change-requests?status=${status}`);
        seen[status] = (seen[status] ?? 0) + body.count;
        outdated.push(
          ...body.items.filter((item) => item['outdated'] === true && status === 'open').map((item) => item.subject),
        );
      }
    }
  }

  assert.deepEqual(
    Object.values(seen).every((count) => count > 0),
    true,
  );
  assert.deepEqual(outdated.length, 2);
});

test('the guide is the last space of its organization, and links between its pages lead to pages', async () => {
  const { get } = await serve({ seed: 'sample' });
  const [organization] = (await get('/v1/orgs')).body.items;
  const spaces = (await get(`/v1/orgs/${organization?.id}/spaces`)).body.items;
  const guide = (await get(`/v1/spaces/${guideSpaceId}`)).body;
  const pages = flat((await get(`/v1/spaces/${guideSpaceId}/content/pages`)).body.pages);
  const broken = (await get(`/v1/spaces/${guideSpaceId}/links?status=broken`)).body;

  assert.equal(spaces.filter(({ parent }) => parent === undefined).at(-1)?.id, guideSpaceId);
  assert.equal(guide.title, 'Docs Platform Guide');
  assert.deepEqual(
    pages.slice(0, 4).map(({ title }) => title),
    ['Docs Platform Guide', 'Get started', 'Read and review', 'Browse and read'],
  );
  assert.deepEqual(broken.items, []);
});

test('the sample workspace has the same ids on every machine', async () => {
  const { get } = await serve({ seed: 'sample' });
  const handbook = idOf('sample space operator-handbook');

  const pages = flat((await get(`/v1/spaces/${handbook}/content/pages`)).body.pages);
  const again = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder, now: () => 0 });
  const reply = await again.handle(
    new Request(`http://a.invalid/v1/spaces/${handbook}/content/pages`, {
      headers: { Authorization: `Bearer ${again.token}` },
    }),
  );
  again.close();

  const other = (await reply.json()) as { pages: typeof pages };
  assert.deepEqual(
    flat(other.pages).map((page) => page.id),
    pages.map((page) => page.id),
  );
});

test('the sample workspace contains no URL of a missing browser app', async () => {
  const { get } = await serve({ seed: 'sample' });

  const { body } = await get(`/v1/spaces/${idOf('sample space operator-handbook')}`);

  assert.deepEqual(Object.keys(body.urls), ['location']);
});

test('the sample workspace is published if the server has a public URL', async () => {
  const { get } = await serve({ seed: 'sample', appUrl: 'https://app.example' });

  const { body } = await get(`/v1/spaces/${idOf('sample space operator-handbook')}`);

  assert.equal(body.urls['published'], 'https://app.example/handbook');
  assert.equal(body.urls['public'], 'https://app.example/handbook');
});

test('the sample workspace has a site with sections and groups, and one with site spaces at its root', async () => {
  const { get } = await serve({ seed: 'sample', appUrl: 'https://app.example' });
  const org = `/v1/orgs/${idOf('sample organization northwind')}`;

  const sites = (await get(`${org}/sites`)).body.items;
  const kinds = await Promise.all(
    sites.map(async ({ id }) => (await get(`${org}/sites/${id}/structure`)).body['type']),
  );
  const [docs, partners] = sites;
  const groups = (await get(`${org}/sites/${docs.id}/section-groups`)).body.items;
  const links = (await get(`${org}/sites/${partners.id}/share-links`)).body.items;

  assert.deepEqual(kinds, ['sections', 'siteSpaces']);
  assert.deepEqual(
    groups.map((group) => [group.title, group.sections.length]),
    [['Build', 2]],
  );
  assert.deepEqual(
    links.map((link) => link['active']),
    [true, false],
  );
});
