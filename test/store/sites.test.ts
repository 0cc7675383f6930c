import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { openSite, openSites } from './openSites.ts';

describe('the sites of an organization', () => {
  test('come with one request, and none when they are known', async () => {
    const { sites, organizationId, taken } = await openSites();

    await sites.sites(organizationId);
    await sites.sites(organizationId);

    assert.deepEqual(taken(), ['GET ']);
  });

  test('a created site is listed, a renamed one shows its title, and a deleted one is gone', async () => {
    const { sites, organizationId } = await openSites();
    const titles = async () => (await sites.sites(organizationId)).sites.map(({ title }) => title);
    await titles();

    const { id: siteId } = await sites.create(organizationId, { title: 'First' });
    assert.deepEqual(await titles(), ['First']);
    await sites.update({ organizationId, siteId }, { title: 'Renamed' });
    assert.deepEqual(await titles(), ['Renamed']);
    await sites.delete({ organizationId, siteId });
    assert.deepEqual(await titles(), []);
    assert.equal(sites.known(siteId), undefined);
  });

  test('a site that is published leaves a list of those that are not', async () => {
    const { sites, organizationId } = await openSites();
    const { id: siteId } = await sites.create(organizationId, { title: 'Docs' });
    const unpublished = async () => (await sites.sites(organizationId, { published: false })).sites.length;
    assert.equal(await unpublished(), 1);

    await sites.setPublished({ organizationId, siteId }, true);

    assert.equal(await unpublished(), 0);
    assert.equal(sites.known(siteId)?.published, true);
  });

  test('what is known stays when a refresh fails, with the reason', async () => {
    const opened = await openSites();
    const { sites, organizationId } = opened;
    await sites.create(organizationId, { title: 'Docs' });
    await sites.sites(organizationId);
    opened.instead = () => Response.json({ error: { code: 503, message: 'Later' } }, { status: 503 });

    await sites.refresh();

    const shelf = await sites.sites(organizationId);
    assert.equal(shelf.sites.length, 1);
    assert.equal(shelf.failure?.kind, 'unavailable');
  });

  test('a list that could not be loaded is asked for again on refresh', async () => {
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

  test('one that cannot be read hides no other', async () => {
    const opened = await openSites();
    const { sites, organizationId } = opened;
    await sites.create(organizationId, { title: 'Docs' });
    opened.instead = async (request) => {
      const reply = (await (await opened.local.handle(request)).json()) as { items: object[] };
      return Response.json({ ...reply, items: [{ id: 1 }, ...reply.items] });
    };

    const shelf = await sites.sites(organizationId);

    assert.deepEqual([shelf.sites.length, shelf.skipped], [1, 1]);
  });
});

test('the sites that show a space are found', async () => {
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

test('on a server that cannot publish, that is said', async () => {
  const { sites, at } = await openSite({ specOnly: true });

  await assert.rejects(sites.setPublished(at, true), { kind: 'unsupported' });
});

test('share links are kept as the platform has them', async () => {
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

test('a default that is chosen by the site shows in its structure', async () => {
  const { sites, content, at, ids } = await openSite();
  await content.loadTree();

  await sites.update(at, { defaultSiteSection: ids['Reference'] });

  assert.equal(content.tree()?.top.find(({ id }) => id === ids['Reference'])?.isDefault, true);
});
