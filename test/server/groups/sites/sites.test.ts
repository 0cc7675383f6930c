import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { idOf } from '../../../../src/formats/ids.ts';
import { openDatabase } from '../../../../src/server/database/database.ts';
import { secondOrganization, serve, temporaryFolder, type Json } from '../../serve.ts';
import { listed, made, rootSite, sectionSite, serveSites, spacesNamed } from '../../sites.ts';

// Sections 2.7 and 4.8 of the API document, publishing, and spaces that leave sites.

describe('a site', () => {
  test('is created with what is sent, unpublished, and has all required fields', async () => {
    const served = await serveSites();

    const { status, body } = await served.post(`${served.org}/sites`, { title: 'Docs', visibility: 'unlisted' });

    assert.equal(status, 201);
    const path = `/orgs/${served.organization}/sites/${body.id}`;
    assert.deepEqual(body, {
      object: 'site',
      id: body.id,
      type: 'basic',
      title: 'Docs',
      visibility: 'unlisted',
      published: false,
      siteSpaces: 0,
      createdAt: '2026-05-04T10:00:00.000Z',
      adaptiveContent: { enabled: false },
      agentsContext: 'included',
      features: [],
      urls: {
        location: `${served.address}/v1${path}`,
        app: `https://app.example/o/${served.organization}/sites/${body.id}`,
      },
    });
    assert.deepEqual((await served.get(`/v1${path}`)).body, body);
  });

  test('starts with the given spaces, in their order', async () => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One', 'Two', 'Three');

    const { body } = await served.get(`${site}/site-spaces`);

    assert.deepEqual(
      body.items.map((item) => [item.title, item.path, item['default']]),
      [
        ['One', 'one', true],
        ['Two', 'two', false],
        ['Three', 'three', false],
      ],
    );
    assert.equal((await served.get(site)).body['siteSpaces'], 3);
  });

  test.each([
    ['empty', 0],
    ['sample', 2],
  ])('starts with a new space when it asks for %s', async (spaces, pages) => {
    const served = await serveSites();

    const { id } = await made(served, `${served.org}/sites`, { title: 'Docs', spaces });

    const { items } = (await served.get(`${served.org}/sites/${id}/site-spaces`)).body;
    const space = (items[0]['space'] as Json).id;
    assert.deepEqual([items.length, items[0].title], [1, 'Docs']);
    assert.equal((await served.get(`/v1/spaces/${space}/content/pages`)).body.pages.length, pages);
  });

  test("isn't created, not even partly, with a missing space", async () => {
    const served = await serveSites();
    const [space] = await spacesNamed(served, 'One');

    const { status } = await served.post(`${served.org}/sites`, { spaces: [space, 'nothing'] });

    assert.equal(status, 404);
    assert.deepEqual(await listed(served, `${served.org}/sites`), []);
  });

  test('is deleted once, with its content', async () => {
    const served = await serveSites();
    const { site, spaces } = await rootSite(served, 'One');

    const statuses = [(await served.delete(site)).status, (await served.delete(site)).status];

    assert.deepEqual(statuses, [205, 204]);
    assert.equal((await served.get(site)).status, 404);
    assert.equal((await served.get(`/v1/spaces/${spaces[0]}`)).status, 200);
  });

  test("that is deleted is no longer its organization's default", async () => {
    const served = await serveSites();
    const { id, site } = await rootSite(served, 'One');
    await served.patch(served.org, { defaultContent: { type: 'site', site: id } });

    await served.delete(site);

    assert.equal((await served.get(served.org)).body['defaultContent'], null);
  });

  test.each([
    [{ title: 'ab' }, 200],
    [{ title: 'a' }, 422],
    [{ title: 'a'.repeat(128) }, 200],
    [{ title: 'a'.repeat(129) }, 422],
    [{ visibility: 'share-link' }, 200],
    [{ visibility: 'private' }, 422],
    [{ basename: 'a' }, 200],
    [{ basename: '' }, 422],
    [{ basename: 'a'.repeat(100) }, 200],
    [{ basename: 'a'.repeat(101) }, 422],
    [{ basename: 'My_Docs.v1.2' }, 200],
    [{ basename: 'No Slashes/here' }, 422],
    [{ adaptiveContent: { enabled: true } }, 200],
    [{ agentsContext: 'excluded' }, 200],
    [{ agentsContext: 'maybe' }, 422],
    [{ hostname: 'docs.a.example' }, 422],
    [{ defaultSiteSpace: 'nothing' }, 422],
    [{ defaultSiteSection: 'nothing' }, 422],
  ])('checks its limits: %j', async (change, expected) => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');

    const { status, body } = await served.patch(site, change);

    assert.equal(status, expected);
    if (expected === 200) assert.deepEqual({ ...body, ...change }, body);
    else assert.match(body.error.message, new RegExp(`body\\.${Object.keys(change)[0]}`));
  });

  test.each([
    ['a.example/docs', 200],
    [`a.example/${'a'.repeat(502)}`, 200],
    [`a.example/${'a'.repeat(503)}`, 422],
    ['a.example', 422],
    ['https://a.example/docs', 422],
    ['', 422],
  ])('is proxied by %s: %i', async (proxy, expected) => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');

    const { status } = await served.patch(site, { proxy });

    assert.equal(status, expected);
    const { body } = await served.get(site);
    assert.equal((body['proxy'] as Json | undefined)?.['origin'], expected === 200 ? proxy : undefined);
  });

  test('loses its proxy by null', async () => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');
    await served.patch(site, { proxy: 'a.example/docs' });

    const { body } = await served.patch(site, { proxy: null });

    assert.equal('proxy' in body, false);
  });

  test('has a unique basename in the organization', async () => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');
    const other = await rootSite(served, 'Two');
    await served.patch(site, { basename: 'docs' });

    assert.equal((await served.patch(other.site, { basename: 'docs' })).status, 409);
    assert.equal((await served.patch(site, { basename: 'docs' })).status, 200);
  });

  test('is published and unpublished', async () => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');
    await served.patch(site, { basename: 'docs' });

    const published = await served.post(`${site}/publish`);
    const again = await served.post(`${site}/publish`);
    const taken = await served.post(`${site}/unpublish`);

    assert.deepEqual([published.status, published.body['published']], [200, true]);
    assert.equal(published.body.urls['published'], `https://app.example/${served.organization}/docs`);
    assert.deepEqual([again.status, again.body['published']], [200, true]);
    assert.deepEqual([taken.body['published'], 'published' in taken.body.urls], [false, false]);
  });

  test('shows visitors its content once it is published', async () => {
    const served = await serveSites();
    const { id, site } = await sectionSite(served, 'One', 'Two');
    const before = await served.get(`${site}/published`);
    await served.post(`${site}/publish`);

    const { body } = await served.get(`${site}/published`);

    assert.equal(before.status, 404);
    assert.equal(body['object'], 'published-content-site');
    assert.equal((body['site'] as Json).id, id);
    const { type, structure } = body['structure'] as { type: string; structure: Json[] };
    assert.equal(type, 'sections');
    assert.deepEqual(
      structure.map((section) => (section['siteSpaces'] as Json[]).map((each) => (each['space'] as Json).title)),
      [['One'], ['Two']],
    );
  });

  test('is visible to non-members while it is live and public', async () => {
    const served = await serve({ seed: 'sample', appUrl: 'https://app.example' });
    const org = `/v1/orgs/${idOf('sample organization northwind')}`;
    const { id } = await made(served, `${org}/sites`, { title: 'Public', visibility: 'public' });
    const noor = served.as(served.platform.tokenOf(idOf('sample user noor')));
    const see = async () => (await noor.get(`${org}/sites/${id}/published`)).status;

    const before = await see();
    await served.post(`${org}/sites/${id}/publish`);
    const live = await see();
    await served.patch(`${org}/sites/${id}`, { visibility: 'visitor-auth' });

    assert.deepEqual([before, live, await see()], [403, 200, 403]);
    assert.equal((await noor.get(`${org}/sites/${id}`)).status, 403);
  });
});

describe('sites', () => {
  test('are listed page by page, each once, with the filtered ones counted', async () => {
    const served = await serveSites();
    for (const title of ['Alpha', 'Beta', 'Gamma']) await made(served, `${served.org}/sites`, { title });

    const first = (await served.get(`${served.org}/sites?limit=2`)).body;
    const second = (await served.get(`${served.org}/sites?limit=2&page=${first.next.page}`)).body;

    const titles = [...first.items, ...second.items].map((item) => item.title);
    assert.deepEqual([first.count, titles.sort(), 'next' in second], [3, ['Alpha', 'Beta', 'Gamma'], false]);
    assert.deepEqual((await served.get(`${served.org}/sites?limit=0`)).body, { items: [], count: 3 });
  });

  test.each([
    ['title=ÉTÉ', ['été']],
    ['title=o', ['Docs', 'Other']],
    ['title=%25', []],
    ['published=true', ['Docs']],
    ['published=false', ['Other', 'été']],
  ])('can be filtered by %s', async (query, expected) => {
    const served = await serveSites();
    const { site } = await rootSite(served, 'One');
    await served.post(`${site}/publish`);
    served.wait(1);
    await made(served, `${served.org}/sites`, { title: 'Other' });
    served.wait(1);
    await made(served, `${served.org}/sites`, { title: 'été' });

    assert.deepEqual(await listed(served, `${served.org}/sites?${query}`), expected);
  });

  test('can be filtered by a space in them', async () => {
    const served = await serveSites();
    const { id, spaces } = await rootSite(served, 'One');
    await rootSite(served, 'Two');

    assert.deepEqual(await listed(served, `${served.org}/sites?space=${spaces[0]}`, 'id'), [id]);
    assert.deepEqual(await listed(served, `${served.org}/sites?space=nothing`, 'id'), []);
  });

  test.each(['published=yes', 'limit=-1', 'limit=1001', 'page=invented'])('refuse %s', async (query) => {
    const served = await serveSites();

    assert.equal((await served.get(`${served.org}/sites?${query}`)).status, 400);
  });

  test('of another organization are refused', async () => {
    const served = await serve({ data: temporaryFolder() });
    const other = secondOrganization(served);
    const { id, spaces } = await rootSite(served, 'One');

    assert.equal((await served.get(`/v1/orgs/${other}/sites/${id}`)).status, 403);
    assert.equal((await served.delete(`/v1/orgs/${other}/sites/${id}`)).status, 403);
    assert.equal((await served.post(`/v1/orgs/${other}/sites`, { spaces })).status, 403);
    assert.equal((await served.get(`/v1/orgs/nothing/sites/${id}`)).status, 404);
  });
});

describe('the features of a site', () => {
  test.each([
    ['basic', false, []],
    ['premium', false, [{ plan: 'premium', frozen: false }]],
    ['ultimate', true, [{ plan: 'ultimate', frozen: false }]],
    ['basic', true, [{ plan: 'premium', frozen: true }]],
  ])('of the type %s, with advanced customization switched on, are %j', async (type, enabled, expected) => {
    const served = await serveSites();
    const [spaceId] = await spacesNamed(served, 'A');
    const { id } = await made(served, `${served.org}/sites`, { title: 'Docs', type, spaces: [spaceId] });
    const site = `${served.org}/sites/${id}`;

    await served.put(`${site}/customization`, { advancedCustomization: { enabled } });

    assert.deepEqual(
      (await served.get(site)).body['features'],
      expected.map((each) => ({ id: 'advancedCustomization', ...each, customizations: [] })),
    );
    const [has] = await listed(served, `${site}/site-spaces`, 'hasAdvancedCustomizationFeature');
    assert.equal(has, type !== 'basic');
  });
});

describe('a space', () => {
  test('is hidden on its sites while it is deleted, and another becomes the default', async () => {
    const served = await serveSites();
    const { id, site, spaces, siteSpaces } = await rootSite(served, 'One', 'Two', 'Three');

    await served.delete(`/v1/spaces/${spaces[0]}`);

    assert.deepEqual(await listed(served, `${site}/site-spaces`), ['Two', 'Three']);
    assert.deepEqual(await listed(served, `${site}/site-spaces?default=true`), ['Two']);
    assert.equal((await served.get(site)).body['siteSpaces'], 2);
    const structure = (await served.get(`${site}/structure`)).body['structure'] as Json[];
    assert.deepEqual(
      structure.map((item) => [item.title, item['default']]),
      [
        ['Two', true],
        ['Three', false],
      ],
    );
    assert.deepEqual(await listed(served, `${served.org}/sites?space=${spaces[0]}`), []);
    assert.deepEqual(await listed(served, `${served.org}/sites?space=${spaces[1]}`, 'id'), [id]);
    const hidden = `${site}/site-spaces/${siteSpaces[0]}`;
    assert.equal((await served.patch(hidden, { path: 'x' })).status, 404);
    assert.equal((await served.delete(hidden)).status, 204);
    assert.equal((await served.get(`${hidden}/customization`)).status, 404);
    assert.equal((await served.post(`${hidden}/move`, {})).status, 404);
  });

  test('that is restored is back on its sites as before', async () => {
    const served = await serveSites();
    const { site, spaces, siteSpaces } = await rootSite(served, 'One', 'Two', 'Three');
    await served.patch(`${site}/site-spaces/${siteSpaces[0]}`, { path: 'first', condition: 'true' });
    const before = await served.get(`${site}/site-spaces`);

    await served.delete(`/v1/spaces/${spaces[0]}`);
    await served.post(`/v1/spaces/${spaces[0]}/restore`);

    assert.deepEqual((await served.get(`${site}/site-spaces`)).body, before.body);
  });

  test('that is restored is in the section that its site got in the meantime', async () => {
    const served = await serveSites();
    const { site, spaces } = await rootSite(served, 'One');
    await served.delete(`/v1/spaces/${spaces[0]}`);
    const [spaceId] = await spacesNamed(served, 'Guides');
    await made(served, `${site}/sections`, { spaceId });
    assert.deepEqual(await listed(served, `${site}/sections`), ['Guides']);

    await served.post(`/v1/spaces/${spaces[0]}/restore`);

    assert.deepEqual(await listed(served, `${site}/site-spaces`), ['One', 'Guides']);
    assert.deepEqual(await listed(served, `${site}/site-spaces?default=true`), ['One']);
  });

  test('leaves its sites when its retention ends', async () => {
    const data = temporaryFolder();
    const served = await serve({ data });
    const { site, spaces } = await rootSite(served, 'One', 'Two');
    await served.delete(`/v1/spaces/${spaces[0]}`);

    const later = await serve({ data, now: () => Date.parse('2026-06-04T10:00:00Z') });

    assert.deepEqual(await listed(later, `${site}/site-spaces`), ['Two']);
    const database = openDatabase(data);
    const rows = database.all('SELECT is_default FROM site_spaces');
    database.close();
    assert.deepEqual(
      rows.map((row) => row['is_default']),
      [1],
    );
  });

  test('that is hidden keeps its place when others are moved', async () => {
    const served = await serveSites();
    const { site, spaces, siteSpaces } = await rootSite(served, 'A', 'B', 'C');
    await served.delete(`/v1/spaces/${spaces[1]}`);
    const move = async (id: number, position: object) =>
      (await served.post(`${site}/site-spaces/${siteSpaces[id]}/move`, { position })).status;
    const near = (id: number) => ({ type: 'site-space', siteSpace: siteSpaces[id] });

    assert.equal(await move(2, { after: near(0) }), 409);
    assert.equal(await move(2, { after: near(1) }), 400);
    assert.equal(await move(2, { before: near(0) }), 200);
    await served.post(`/v1/spaces/${spaces[1]}/restore`);

    assert.deepEqual(await listed(served, `${site}/site-spaces`), ['C', 'A', 'B']);
  });

  test('leaves its sites when it moves to another organization, even with its collection', async () => {
    const served = await serve({ data: temporaryFolder() });
    const organization = secondOrganization(served);
    const { site, spaces } = await rootSite(served, 'One', 'Two');
    const { id: parent } = await made(served, `/v1/orgs/${served.organization}/collections`);
    await served.post(`/v1/spaces/${spaces[1]}/move`, { parent });

    await served.post(`/v1/spaces/${spaces[0]}/transfer`, { organization });
    await served.post(`/v1/collections/${parent}/transfer`, { organization });

    assert.deepEqual(await listed(served, `${site}/site-spaces`), []);
  });
});

describe('permissions', () => {
  const northwind = `/v1/orgs/${idOf('sample organization northwind')}`;

  test.each([
    // The level in the organization, and the statuses for reading, creating and changing a site.
    ['mara', 'admin', [200, 201, 200]],
    ['ada', 'create', [200, 201, 403]],
    ['lena', 'review', [200, 403, 403]],
    ['jin', 'read', [200, 403, 403]],
    ['grace', 'guest', [403, 403, 403]],
    ['noor', 'no member', [403, 403, 403]],
  ])('of %s (%s) decide about sites', async (key, _, expected) => {
    const served = await serve({ seed: 'sample' });
    const { id } = await made(served, `${northwind}/sites`, { title: 'Mine' });
    const client = served.as(served.platform.tokenOf(idOf(`sample user ${key}`)));

    const statuses = [
      (await client.get(`${northwind}/sites/${id}`)).status,
      (await client.post(`${northwind}/sites`, {})).status,
      (await client.patch(`${northwind}/sites/${id}`, { title: 'Theirs' })).status,
    ];

    assert.deepEqual(statuses, expected);
  });

  test("hide the spaces of a site from members who can't see them", async () => {
    const served = await serve({ seed: 'sample' });
    const spaces = ['security', 'start-here'].map((key) => idOf(`sample space ${key}`));
    const { id } = await made(served, `${northwind}/sites`, { title: 'Mine', spaces });
    const jin = served.as(served.platform.tokenOf(idOf('sample user jin')));

    const { body } = await jin.get(`${northwind}/sites/${id}/site-spaces`);
    const structure = (await jin.get(`${northwind}/sites/${id}/structure`)).body['structure'] as Json[];

    assert.deepEqual([body.count, body.items.map((item) => item.title)], [1, ['Start Here']]);
    assert.deepEqual(
      structure.map((item) => item.title),
      ['Start Here'],
    );
  });

  test.each([
    ['jin', 'a reader', 200],
    ['grace', 'a guest', 403],
    ['noor', 'a stranger', 403],
  ])('let %s, %s, see the configuration of a public site: %d', async (key, _, expected) => {
    const served = await serve({ seed: 'sample' });
    const [spaceId] = await spacesNamed({ ...served, organization: idOf('sample organization northwind') }, 'Open');
    const { id } = await made(served, `${northwind}/sites`, { title: 'Open', spaces: [spaceId] });
    const site = `${northwind}/sites/${id}`;
    await served.post(`${site}/publish`);
    const [siteSpace] = (await listed(served, `${site}/site-spaces`, 'id')) as [string];
    const client = served.as(served.platform.tokenOf(idOf(`sample user ${key}`)));
    assert.equal((await client.get(`${site}/published`)).status, 200);

    const settings = ['customization', `site-spaces/${siteSpace}/customization`, 'adaptive-schema'];
    for (const each of [...settings, 'adaptive-schema/template-conditions'])
      assert.equal((await client.get(`${site}/${each}`)).status, expected, each);
  });

  test('of guests let them find live sites', async () => {
    const served = await serve({ seed: 'sample' });
    const before = await listed(served.as(served.platform.tokenOf(idOf('sample user grace'))), `${northwind}/sites`);
    const { id } = await made(served, `${northwind}/sites`, { title: 'Mine' });
    await made(served, `${northwind}/sites`, { title: 'Not yet' });
    await served.post(`${northwind}/sites/${id}/publish`);
    const guest = served.as(served.platform.tokenOf(idOf('sample user grace')));

    assert.deepEqual(await listed(guest, `${northwind}/sites`), [...before, 'Mine']);
    assert.equal((await guest.get(`${northwind}/sites/${id}`)).status, 200);
  });
});
