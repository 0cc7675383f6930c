import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { idOf } from '../../../../src/formats/ids.ts';
import { serve, type Served } from '../../serve.ts';
import { listed, made, rootSite, serveSites } from '../../sites.ts';

// Sections 2.12, 3 and 4.13 of the API document, and `shareKey` on every endpoint that accepts it.

async function link(served: Served, site: string) {
  const { id, urls } = await made(served, `${site}/share-links`, { name: 'Partners' });
  return { path: `${site}/share-links/${id}`, key: urls['published']?.split('/').at(-1) ?? '' };
}

describe('a share link', () => {
  test('is created as active, with a secret in its URL', async () => {
    const served = await serveSites();
    const { id, site } = await rootSite(served, 'One');

    const { status, body } = await served.post(`${site}/share-links`, { name: 'Partners' });
    const other = await made(served, `${site}/share-links`, { name: 'Partners' });

    assert.equal(status, 201);
    const { urls, ...rest } = body;
    assert.deepEqual(rest, {
      object: 'share-link',
      id: body.id,
      createdAt: '2026-05-04T10:00:00.000Z',
      name: 'Partners',
      active: true,
    });
    const address = new RegExp(`^https://app\\.example/${served.organization}/${id}/share/[0-9A-Za-z]{20}$`);
    assert.match(urls['published'] ?? '', address);
    assert.notEqual(other.urls['published'], urls['published']);
  });

  test('has a URL of the API if the server has no browser app', async () => {
    const served = await serve({ seed: 'sample' });
    const org = `/v1/orgs/${idOf('sample organization northwind')}`;
    const { id } = await made(served, `${org}/sites`, {
      title: 'Mine',
      visibility: 'share-link',
      spaces: [idOf('sample space security')],
    });
    await served.post(`${org}/sites/${id}/publish`);
    const { urls } = await made(served, `${org}/sites/${id}/share-links`, { name: 'Partners' });
    const nonMember = served.as(served.platform.tokenOf(idOf('sample user noor')));

    const address = urls['published'] ?? '';
    assert.ok(address.startsWith(`${served.address}${org}/sites/${id}/published?shareKey=`), address);
    const { status, body } = await nonMember.get(address.slice(served.address.length));

    assert.deepEqual([status, body['object']], [200, 'published-content-site']);
    assert.equal((await nonMember.get(`${org}/sites/${id}/published`)).status, 403);
  });

  test.each([
    ['post', { name: 'a'.repeat(50) }, 201],
    ['post', { name: 'a'.repeat(51) }, 422],
    ['post', {}, 422],
    ['patch', { name: 'a'.repeat(50) }, 200],
    ['patch', { name: 'a'.repeat(51) }, 422],
    ['patch', { active: false }, 200],
    ['patch', { active: 'no' }, 422],
  ] as const)('checks its limits: %s %j', async (method, body, expected) => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');
    const { path } = await link(served, site);

    const reply = await served[method](method === 'post' ? `${site}/share-links` : path, body);

    assert.equal(reply.status, expected);
    if (reply.status < 300) assert.deepEqual({ ...reply.body, ...body }, reply.body);
  });

  test('is deleted once', async () => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');
    const { path } = await link(served, site);

    assert.deepEqual([(await served.delete(path)).status, (await served.delete(path)).status], [205, 204]);
    assert.deepEqual(await listed(served, `${site}/share-links`), []);
    assert.equal((await served.patch(path, { active: true })).status, 404);
  });

  test('is listed for those who manage the site, page by page', async () => {
    const served = await serve({ seed: 'sample', appUrl: 'https://app.example' });
    const org = `/v1/orgs/${idOf('sample organization northwind')}`;
    const { id } = await made(served, `${org}/sites`, { title: 'Mine' });
    const links = `${org}/sites/${id}/share-links`;
    for (const name of ['A', 'B', 'C']) {
      await made(served, links, { name });
      served.wait(1);
    }
    const ada = served.as(served.platform.tokenOf(idOf('sample user ada')));

    const first = (await served.get(`${links}?limit=2`)).body;

    assert.equal((await ada.get(links)).status, 403);
    assert.deepEqual([first.count, ...first.items.map((item) => item['name'])], [3, 'A', 'B']);
    assert.deepEqual(await listed(served, `${links}?limit=2&page=${first.next.page}`, 'name'), ['C']);
  });
});

describe('the key of a share link', () => {
  /** A site that requires a share link, and a caller who only has the link. */
  async function shared() {
    const served = await serve({ seed: 'sample', appUrl: 'https://app.example' });
    const org = `/v1/orgs/${idOf('sample organization northwind')}`;
    const space = idOf('sample space security');
    const { id } = await made(served, `${org}/sites`, { title: 'Mine', visibility: 'share-link', spaces: [space] });
    const site = `${org}/sites/${id}`;
    await served.post(`${site}/publish`);
    const { path, key } = await link(served, site);
    const nonMember = served.as(served.platform.tokenOf(idOf('sample user noor')));
    const paths = [
      `/v1/spaces/${space}`,
      ...['sections', 'site-spaces', 'published', 'structure'].map((one) => `${site}/${one}`),
    ];
    const open = async (shareKey = key) => {
      const statuses = [];
      for (const one of paths) statuses.push((await nonMember.get(`${one}?shareKey=${shareKey}`)).status);
      return [...new Set(statuses)];
    };
    return { served, site, path, key, nonMember, paths, open, space };
  }

  test('opens the site on every endpoint that accepts it', async () => {
    const { nonMember, paths, open, site, key, space } = await shared();

    assert.deepEqual(await open(), [200]);
    assert.deepEqual(await open('invented'), [403]);
    assert.deepEqual(await open(''), [403]);
    for (const path of paths) assert.equal((await nonMember.get(path)).status, 403, path);
    const { items } = (await nonMember.get(`${site}/site-spaces?shareKey=${key}`)).body;
    assert.deepEqual([items.length, items[0].title], [1, 'Security']);
    const { permissions } = (await nonMember.get(`/v1/spaces/${space}?shareKey=${key}`)).body;
    assert.deepEqual([permissions['view'], permissions['comment']], [true, false]);
  });

  test('opens nothing else', async () => {
    const { nonMember, key, site, served } = await shared();
    const other = await made(served, site.replace(/\/[^/]+$/, ''), { title: 'Other', visibility: 'share-link' });
    const elsewhere = site.replace(/[^/]+$/, other.id);
    await served.post(`${elsewhere}/publish`);

    const statuses = [
      (await nonMember.get(`${elsewhere}/structure?shareKey=${key}`)).status,
      (await nonMember.get(`${site}?shareKey=${key}`)).status,
      (await nonMember.get(`${site}/share-links?shareKey=${key}`)).status,
      (await nonMember.get(`/v1/spaces/${idOf('sample space runbooks')}?shareKey=${key}`)).status,
      (await nonMember.post(`${site}/unpublish?shareKey=${key}`)).status,
    ];

    assert.deepEqual(statuses, [403, 403, 403, 403, 403]);
  });

  test.each<[string, (world: Awaited<ReturnType<typeof shared>>) => Promise<unknown>]>([
    ['is inactive', ({ served, path }) => served.patch(path, { active: false })],
    ['is deleted', ({ served, path }) => served.delete(path)],
    ['leads to a site that is no longer published', ({ served, site }) => served.post(`${site}/unpublish`)],
    ['leads to a site of another visibility', ({ served, site }) => served.patch(site, { visibility: 'visitor-auth' })],
  ])('opens nothing if it %s', async (_, close) => {
    const world = await shared();

    await close(world);

    assert.deepEqual(await world.open(), [403]);
  });

  test('opens the site again if its link is reactivated', async () => {
    const { served, path, open } = await shared();
    await served.patch(path, { active: false });

    await served.patch(path, { active: true });

    assert.deepEqual(await open(), [200]);
  });

  test('is in no refusal', async () => {
    const { nonMember, served, path, paths, key } = await shared();
    await served.patch(path, { active: false });

    for (const one of paths) {
      const { body } = await nonMember.get(`${one}?shareKey=${key}`);
      assert.equal(body.error.message.includes(key), false);
    }
  });
});
