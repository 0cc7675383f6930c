import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { openSite, openSites, type OpenSites } from './openSites.ts';

describe('the sites of an organization', () => {
  test('come with one request, and none if they are cached', async () => {
    const { sites, organizationId, taken } = await openSites();

    await sites.sites(organizationId);
    await sites.sites(organizationId);

    assert.deepEqual(taken(), ['GET ']);
  });

  test('include a created site, show a new title, and drop a deleted one', async () => {
    const { sites, organizationId } = await openSites();
    const titles = async () => (await sites.sites(organizationId)).sites.map(({ title }) => title);
    await titles();

    const { id: siteId } = await sites.create(organizationId, { title: 'First' });
    assert.deepEqual(await titles(), ['First']);
    await sites.update({ organizationId, siteId }, { title: 'Renamed' });
    assert.deepEqual(await titles(), ['Renamed']);
    await sites.delete({ organizationId, siteId });
    assert.deepEqual(await titles(), []);
    assert.equal(sites.cached(siteId), undefined);
  });

  test('drop a published site from a list of unpublished ones', async () => {
    const { sites, organizationId } = await openSites();
    const { id: siteId } = await sites.create(organizationId, { title: 'Docs' });
    const unpublished = async () => (await sites.sites(organizationId, { published: false })).sites.length;
    assert.equal(await unpublished(), 1);

    await sites.setPublished({ organizationId, siteId }, true);

    assert.equal(await unpublished(), 0);
    assert.equal(sites.cached(siteId)?.published, true);
  });

  test('stay cached with the reason if a refresh fails', async () => {
    const opened = await openSites();
    const { sites, organizationId } = opened;
    await sites.create(organizationId, { title: 'Docs' });
    await sites.sites(organizationId);
    opened.instead = () => Response.json({ error: { code: 503, message: 'Later' } }, { status: 503 });

    await sites.refresh();

    const children = await sites.sites(organizationId);
    assert.equal(children.sites.length, 1);
    assert.equal(children.failure?.kind, 'unavailable');
  });

  test("are requested again on refresh if they couldn't be loaded", async () => {
    const opened = await openSites();
    const { sites, organizationId } = opened;
    opened.instead = () => Response.json({ error: { code: 503, message: 'Later' } }, { status: 503 });
    await assert.rejects(sites.sites(organizationId), { kind: 'unavailable' });
    opened.instead = undefined;
    opened.taken();

    await sites.refresh();

    assert.deepEqual((await sites.sites(organizationId)).failure, undefined);
    assert.equal(opened.taken().length, 1);
  });

  test('are shown although one of them is unreadable', async () => {
    const opened = await openSites();
    const { sites, organizationId } = opened;
    await sites.create(organizationId, { title: 'Docs' });
    opened.instead = async (request) => {
      const reply = (await (await opened.local.handle(request)).json()) as { items: object[] };
      return Response.json({ ...reply, items: [{ id: 1 }, ...reply.items] });
    };

    const children = await sites.sites(organizationId);

    assert.deepEqual([children.sites.length, children.skipped], [1, 1]);
  });
});

test('are found by a space that they show', async () => {
  const { sites, api, at, organizationId } = await openSite();
  const { items } = await api.siteSpaces.list(at);
  const space = items[0]?.space?.id ?? '';
  await sites.create(organizationId, { title: 'Another' });

  const found = await sites.withSpace(organizationId, space);

  assert.deepEqual(
    found.map(({ id }) => id),
    [at.siteId],
  );
});

test("report a server that can't publish", async () => {
  const { sites, at } = await openSite({ specOnly: true });

  await assert.rejects(sites.setPublished(at, true), { kind: 'unsupported' });
});

test('keep share links as the server has them', async () => {
  const { content, changes } = await openSite();
  const names = async () => (await content.shareLinks.load()).map(({ name, active }) => `${name} ${active}`);
  assert.deepEqual(await names(), []);

  const { id } = await content.shareLinks.create('For Ada');
  assert.deepEqual(await names(), ['For Ada true']);
  await content.shareLinks.update(id, { name: 'For Bo', active: false });
  assert.deepEqual(await names(), ['For Bo false']);
  await content.shareLinks.delete(id);
  assert.deepEqual(await names(), []);
  assert.ok(changes.some(({ kind }) => kind === 'site'));
});

test('show a newly chosen default in their structure', async () => {
  const { sites, content, at, ids } = await openSite();
  await content.loadTree();

  await sites.update(at, { defaultSiteSection: ids['Reference'] });

  assert.equal(content.tree()?.top.find(({ id }) => id === ids['Reference'])?.isDefault, true);
});

describe('without an answer', () => {
  test('a created site is found, not created again', async () => {
    const opened = await openSites();
    loseAnswers(opened);

    const { id } = await opened.sites.create(opened.organizationId, { title: 'Docs' });

    const { items } = await opened.api.sites.list({ organizationId: opened.organizationId });
    assert.deepEqual(
      items.map((site) => site.id),
      [id],
    );
  });

  test('a site is looked up before it is created again', async () => {
    const opened = await openSites();
    const { sites, organizationId } = opened;
    opened.instead = async (request) => {
      if (request.method === 'POST') await opened.local.handle(request);
      throw new TypeError('fetch failed');
    };
    await assert.rejects(sites.create(organizationId, { title: 'Docs' }), { kind: 'unavailable' });
    opened.instead = undefined;

    await sites.create(organizationId, { title: 'Docs' });

    assert.equal((await opened.api.sites.list({ organizationId })).items.length, 1);
  });

  test('a second site with the same title is created if someone else created the first', async () => {
    const { sites, organizationId, api } = await openSites();
    await sites.create(organizationId, { title: 'Docs' });

    await sites.create(organizationId, { title: 'Docs' });

    assert.equal((await api.sites.list({ organizationId })).items.length, 2);
  });

  test('a created share link is found', async () => {
    const site = await openSite();
    loseAnswers(site);

    const { id } = await site.content.shareLinks.create('For partners');

    const { items } = await site.api.shareLinks.list(site.at);
    assert.deepEqual(
      items.map((link) => link.id),
      [id],
    );
  });

  test('a published site is shown as live', async () => {
    const site = await openSite();
    loseAnswers(site);

    await site.sites.setPublished(site.at, true);

    assert.equal(site.sites.cached(site.at.siteId)?.published, true);
  });
});

describe('after a deletion by someone else', () => {
  test('a site leaves the list when it is deleted here, too', async () => {
    const site = await openSite();
    const { sites, at, api, organizationId } = site;
    await sites.sites(organizationId);
    await api.sites.delete(at);
    site.instead = ({ method }) =>
      method === 'DELETE' ? Response.json({ error: { code: 404, message: 'Gone.' } }, { status: 404 }) : undefined;

    await sites.delete(at);

    assert.deepEqual((await sites.sites(organizationId)).sites, []);
  });

  test('a site leaves the list when a change to it is refused', async () => {
    const { sites, at, api, organizationId } = await openSite();
    await sites.sites(organizationId);
    await api.sites.delete(at);

    await assert.rejects(sites.update(at, { title: 'Renamed' }), { kind: 'missing' });

    assert.deepEqual((await sites.sites(organizationId)).sites, []);
  });

  test('a share link leaves the rows when a change to it is refused', async () => {
    const { content, at, api } = await openSite();
    const { id: shareLinkId } = await content.shareLinks.create('For partners');
    await api.shareLinks.delete({ ...at, shareLinkId });

    await assert.rejects(content.shareLinks.update(shareLinkId, { active: false }), { kind: 'missing' });

    assert.deepEqual(await content.shareLinks.load(), []);
  });
});

describe('lists', () => {
  test("of a space search aren't refreshed after every action", async () => {
    const { sites, at, organizationId, taken } = await openSite();
    for (const space of ['one', 'two', 'three']) await sites.withSpace(organizationId, space);
    taken();

    await sites.update(at, { title: 'Renamed' });

    assert.deepEqual(taken(), [`PATCH /${at.siteId}`]);
  });

  test('of filters used long ago are dropped', async () => {
    const { sites, at, organizationId, taken } = await openSite();
    for (let count = 0; count < 12; count++) await sites.sites(organizationId, { title: `Title ${count}` });
    taken();

    await sites.update(at, { title: 'Renamed' });

    assert.equal(taken().length, 1 + 5);
  });

  test('refresh a site that was changed elsewhere, with its shown parts', async () => {
    const { sites, content, at, api, organizationId } = await openSite();
    await sites.sites(organizationId);
    const [section] = (await content.loadTree()).top;
    await api.sites.update({ ...at, body: { title: 'Renamed' } });
    await api.siteSections.update({ ...at, siteSectionId: section?.id ?? '', body: { title: 'Manuals' } });

    await sites.reread(at);

    assert.equal(sites.cached(at.siteId)?.title, 'Renamed');
    assert.equal(content.tree()?.top[0]?.title, 'Manuals');
  });
});

/** Requests arrive, and no answer comes. */
function loseAnswers(opened: OpenSites): void {
  opened.instead = async (request) => {
    if (request.method === 'GET') return undefined;
    await opened.local.handle(request);
    throw new TypeError('fetch failed');
  };
}
