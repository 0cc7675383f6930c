import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { moveOnto } from '../../../src/model/library/moves.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import { openLibraryActions } from '../openLibraryActions.ts';

const day = 24 * 60 * 60 * 1000;

describe('collections', () => {
  test('a new one appears at its place, and only the list of collections is fetched', async () => {
    const { libraryActions, organizationId, outline, taken, api } = await openLibraryActions();
    await outline();
    taken();

    const made = await libraryActions.createCollection(organizationId, null, 'Archive');

    assert.match(await outline(), /Platform team \[.*\], Engineering Handbook\], Archive \[\], Start Here/);
    assert.deepEqual(taken(), [`POST /orgs/${organizationId}/collections`, `GET /orgs/${organizationId}/collections`]);
    assert.equal((await api.collections.get({ collectionId: made.id })).title, 'Archive');
  });

  test('one can be renamed and described', async () => {
    const { libraryActions, organizationId, outline, api } = await openLibraryActions();
    const made = await libraryActions.createCollection(organizationId, null, 'Archive');

    await libraryActions.updateCollection(made, { title: 'Attic', description: 'What nobody reads' });

    const { title, description } = await api.collections.get({ collectionId: made.id });
    assert.deepEqual([title, description], ['Attic', 'What nobody reads']);
    assert.match(await outline(), /Attic \[\]/);
  });

  test('a deleted one leaves the Library, and its content moves where the server put it', async () => {
    const { libraryActions, library, organizationId, outline } = await openLibraryActions();
    const { collections } = (await library.hierarchy(organizationId)).at(undefined);
    const developers = collections.find(({ title }) => title === 'Developers');

    await libraryActions.deleteCollection(developers ?? assert.fail());

    assert.match(
      await outline(),
      /^Products \[.*\], Engineering \[.*\], Start Here, Release Notes, Docs Platform Guide, REST API$/,
    );
  });
});

describe('a space is created once', () => {
  test('can be created in a collection', async () => {
    const { libraryActions, organizationId, outline, api } = await openLibraryActions();
    const parent = await libraryActions.createCollection(organizationId, null, 'Archive');

    const made = await libraryActions.createSpace({
      organizationId,
      parent: parent.id,
      title: 'Old Manuals',
      origin: { kind: 'nothing' },
    });

    assert.match(await outline(), /Archive \[Old Manuals\]/);
    assert.equal((await api.spaces.get({ spaceId: made.id })).parent, parent.id);
  });

  test("can be created as a copy, or with a site, if the server can't create an empty one", async () => {
    const { libraryActions, organizationId, api, library } = await openLibraryActions({ specOnly: true });
    const parent = await libraryActions.createCollection(organizationId, null, 'Archive');
    const wanted = { organizationId, parent: parent.id, title: 'Old Manuals' };

    await assert.rejects(libraryActions.createSpace({ ...wanted, origin: { kind: 'nothing' } }), {
      kind: 'unsupported',
    });
    const withSite = await libraryActions.createSpace({ ...wanted, origin: { kind: 'site' } });
    const copy = await libraryActions.createSpace({ ...wanted, title: 'A', origin: { kind: 'copy', of: withSite } });

    for (const [{ id }, title] of [
      [withSite, 'Old Manuals'],
      [copy, 'A'],
    ] as const) {
      const space = await api.spaces.get({ spaceId: id });
      assert.deepEqual([space.title, space.parent], [title, parent.id]);
      assert.ok(library.cachedSpaces().some((known) => known.id === id && known.title === title));
    }
  });

  test('is renamed with one request, and the Library shows it at once', async () => {
    const { libraryActions, library, space, outline, taken } = await openLibraryActions();
    const { id } = await space('Start Here');
    const reported: (string | undefined)[] = [];
    await library.children((await library.children(undefined)).places[0]);
    library.onDidChange((change) => reported.push(change.kind === 'children' ? change.place?.kind : change.kind));
    taken();

    await libraryActions.updateSpace(id, { title: 'Begin Here', editMode: 'locked', emoji: '🚀' });

    assert.match(await outline(), /, Begin Here, /);
    assert.deepEqual(taken(), [`PATCH /spaces/${id}`]);
    assert.deepEqual(reported, ['lock', 'organization']);
  });

  test('is duplicated after itself', async () => {
    const { libraryActions, space, outline } = await openLibraryActions();

    await libraryActions.duplicateSpace(await space('Start Here'));

    assert.match(await outline(), /Docs Platform Guide, Start Here \(copy\)|Start Here, Start Here \(copy\)/);
  });

  test('can be deleted, is restorable for seven days, and can be restored', async () => {
    const { libraryActions, space, outline, clock, api } = await openLibraryActions();
    const deleted = await space('Release Notes');

    await libraryActions.deleteSpace(deleted);

    assert.doesNotMatch(await outline(), /Release Notes/);
    assert.ok((await api.spaces.get({ spaceId: deleted.id })).deletedAt);
    assert.deepEqual(
      (await libraryActions.restorableSpaces()).map(({ id, title }) => [id, title]),
      [[deleted.id, 'Release Notes']],
    );

    await libraryActions.restoreSpace(deleted.id);

    assert.match(await outline(), /Release Notes/);
    assert.deepEqual(await libraryActions.restorableSpaces(), []);

    await libraryActions.deleteSpace(deleted);
    clock.now += 7 * day;
    assert.deepEqual(await libraryActions.restorableSpaces(), []);
  });

  test('that someone else deleted is restorable once it has left the list, with one request', async () => {
    const { libraryActions, space, api, taken, organizationId, otherId, outline } = await openLibraryActions();
    const { id } = await space('Release Notes');
    await api.spaces.delete({ spaceId: id });
    taken();

    const [found, ...others] = await libraryActions.restorableSpaces();

    assert.deepEqual([found?.id, found?.title, others], [id, 'Release Notes', []]);
    assert.deepEqual(
      taken().sort(),
      [...[organizationId, otherId].map((each) => `GET /orgs/${each}/spaces`), `GET /spaces/${id}`].sort(),
    );
    await libraryActions.restoreSpace(id);
    assert.match(await outline(), /Release Notes/);
    assert.deepEqual(await libraryActions.restorableSpaces(), []);
  });

  test("isn't restorable if its retention has ended, or without permission", async () => {
    const { libraryActions, library, space, api } = await openLibraryActions();
    const gone = await space('Release Notes');
    const forbidden = await space('Start Here');
    library.learn({ ...gone, id: 'gone-for-good' });
    library.learn({
      ...forbidden,
      deletedAt: new Date().toISOString(),
      permissions: { ...forbidden.permissions, admin: false },
    });

    assert.deepEqual(await libraryActions.restorableSpaces(), []);
    assert.ok(!library.cachedSpaces().some(({ id }) => id === 'gone-for-good'));
    assert.equal((await api.spaces.get({ spaceId: forbidden.id })).deletedAt, undefined);
  });

  test('that was deleted before anything was listed is found by its id', async () => {
    const { libraryActions, library } = await openLibraryActions();
    const id = spaceId('nw5');

    const { title, deletedAt } = await libraryActions.askSpace(id);

    assert.equal(title, 'NW-5 Controller');
    assert.ok(deletedAt);
    assert.deepEqual(
      (await libraryActions.restorableSpaces()).map((each) => each.id),
      [id],
    );
    assert.ok(library.cachedSpaces().some((each) => each.id === id));
    await assert.rejects(libraryActions.askSpace('nothing'), { kind: 'missing' });
  });

  test('stays deleted although a request for it is still pending', async () => {
    const { libraryActions, library, space, outline } = await openLibraryActions({ specOnly: true });
    const { id: spaceId } = (await library.children(undefined)).places[0] ? await anySpace() : assert.fail();
    async function anySpace() {
      const { collections } = (await library.hierarchy((await library.organizations())[0]?.id ?? '')).at(undefined);
      const developers = await library.placeOfCollection(collections[1] ?? assert.fail());
      await library.children(developers);
      return space('REST API');
    }

    await libraryActions.deleteSpace(await library.space(spaceId));
    await library.space(spaceId);

    assert.doesNotMatch(await outline(), /REST API/);
  });

  test('that someone else has restored is back, in the Library too', async () => {
    const { libraryActions, library, space, api, outline } = await openLibraryActions();
    const { id } = await space('Release Notes');
    await api.spaces.delete({ spaceId: id });
    assert.deepEqual(
      (await libraryActions.restorableSpaces()).map((each) => each.id),
      [id],
    );
    await api.spaces.restore({ spaceId: id });

    await libraryActions.restoreSpace(id);

    assert.equal((await library.space(id)).deletedAt, undefined);
    assert.match(await outline(), /Release Notes/);
    assert.deepEqual(await libraryActions.restorableSpaces(), []);
  });

  test('stays restorable if the server refuses to restore it', async () => {
    const { libraryActions, space, api, local } = await openLibraryActions();
    const deleted = await space('Release Notes');
    await libraryActions.deleteSpace(deleted);
    local.fail({ kind: 'status', amount: 409, method: 'POST', path: '/restore', times: 1 });

    await assert.rejects(libraryActions.restoreSpace(deleted.id), { kind: 'conflict' });

    assert.ok((await api.spaces.get({ spaceId: deleted.id })).deletedAt);
    assert.deepEqual(
      (await libraryActions.restorableSpaces()).map(({ id }) => id),
      [deleted.id],
    );
  });
});

describe('a move', () => {
  test('drops a space at the place of another, from above and from below', async () => {
    const { libraryActions, library, organizationId, space, outline } = await openLibraryActions();
    const dropped = async (title: string, onto: string) => {
      const item = { kind: 'space', space: await space(title) } as const;
      const target = { kind: 'space', space: await space(onto) } as const;
      const to = moveOnto(item, target, await library.hierarchy(organizationId));
      await libraryActions.move(item, to ?? assert.fail('nothing to do'));
    };

    await dropped('Start Here', 'Release Notes');
    assert.match(await outline(), /, Release Notes, Start Here, Docs Platform Guide$/);
    await dropped('Start Here', 'Release Notes');
    assert.match(await outline(), /, Start Here, Release Notes, Docs Platform Guide$/);
    await dropped('Start Here', 'Engineering Handbook');
    assert.match(await outline(), /Start Here, Engineering Handbook\], Release Notes, Docs Platform Guide$/);
  });

  test('puts a collection with its content into another, and to the top', async () => {
    const { libraryActions, library, organizationId, outline } = await openLibraryActions();
    const named = async (title: string, parent?: string) => {
      const found = (await library.hierarchy(organizationId))
        .at(parent)
        .collections.find((each) => each.title === title);
      return { kind: 'collection', collection: found ?? assert.fail(title) } as const;
    };
    const engineering = await named('Engineering');

    await libraryActions.move(await named('Developers'), { parent: engineering.collection.id });
    assert.match(await outline(), /Engineering \[Platform team \[.*\], Developers \[REST API\], /);

    await libraryActions.move(await named('Developers', engineering.collection.id), { parent: null });
    assert.match(await outline(), /\], Developers \[REST API\], Start Here/);
  });

  test('reports when it changes nothing', async () => {
    const { libraryActions, space } = await openLibraryActions();
    const last = await space('Docs Platform Guide');

    assert.equal(await libraryActions.move({ kind: 'space', space: last }, { parent: null }), false);
  });

  test('to another organization removes the item from the old one', async () => {
    const { libraryActions, library, space, outline, otherId } = await openLibraryActions();
    await outline();
    const moved = await space('Release Notes');

    await libraryActions.transfer({ kind: 'space', space: moved }, { organization: otherId });

    assert.doesNotMatch(await outline(), /Release Notes/);
    const { spaces } = (await library.hierarchy(otherId)).at(undefined);
    assert.ok(spaces.some(({ id }) => id === moved.id));
  });
});

describe('a transfer into a collection', () => {
  const title = 'Release Notes';

  async function open() {
    const opened = await openLibraryActions();
    const { libraryActions, otherId, library, space } = opened;
    await opened.outline();
    const { id: parent } = await libraryActions.createCollection(otherId, null, 'Arrivals');
    const item = { kind: 'space', space: await space(title) } as const;
    const titlesThere = async () => (await library.hierarchy(otherId)).at(parent).spaces.map((each) => each.title);
    const transfers = () => opened.taken().filter((request) => /POST .*\/(transfer|move)$/.test(request));
    transfers();
    return { ...opened, item, to: { organization: otherId, parent }, titlesThere, transfers };
  }

  test('takes one step for a space', async () => {
    const { libraryActions, item, to, titlesThere, transfers, outline } = await open();

    await libraryActions.transfer(item, to);

    assert.deepEqual(transfers(), [`POST /spaces/${item.space.id}/transfer`]);
    assert.deepEqual(await titlesThere(), [title]);
    assert.doesNotMatch(await outline(), /Release Notes/);
  });

  test('takes two steps if a server accepts no collection in a transfer', async () => {
    const { libraryActions, item, to, titlesThere, transfers, local } = await open();
    local.fail({ kind: 'status', amount: 422, method: 'POST', path: '/transfer', times: 1 });

    await libraryActions.transfer(item, to);

    const { id } = item.space;
    assert.deepEqual(transfers(), [
      `POST /spaces/${id}/transfer`,
      `POST /spaces/${id}/transfer`,
      `POST /spaces/${id}/move`,
    ]);
    assert.deepEqual(await titlesThere(), [title]);
  });

  test('also works for a collection', async () => {
    const { libraryActions, library, organizationId, to } = await open();
    const { collections } = (await library.hierarchy(organizationId)).at(undefined);
    const collection = collections.find((each) => each.title === 'Developers') ?? assert.fail();

    await libraryActions.transfer({ kind: 'collection', collection }, to);

    const { collections: moved } = (await library.hierarchy(to.organization)).at(to.parent);
    assert.deepEqual(
      moved.map((each) => each.title),
      ['Developers'],
    );
  });
});

describe('links', () => {
  test('in a report of a space include broken links, their pages, and links into the app', async () => {
    const { libraryActions, library, space } = await openLibraryActions({ appUrl: 'https://app.example' });
    const { id: spaceId } = await space('Engineering Handbook');

    const { problems, isComplete } = await libraryActions.linkReport({ spaceId });

    const tree = await library.pages(spaceId);
    const broken = problems.filter(({ status }) => status === 'broken');
    assert.deepEqual(
      broken.map(({ target, pages }) => [target.kind, target.value, pages.map((id) => tree.byId.get(id)?.path)]),
      [['page', 'run/test-hall', ['how-we-build/testing-on-robots.md']]],
    );
    assert.ok(problems.length > broken.length);
    assert.equal(isComplete, true);
  });

  test('in a report of a page are only its own', async () => {
    const { libraryActions, library, space, taken } = await openLibraryActions();
    const { id: spaceId } = await space('Engineering Handbook');
    const tree = await library.pages(spaceId);
    const pageId = tree.byPath.get('how-we-build/testing-on-robots.md')?.id ?? '';
    taken();

    const { problems } = await libraryActions.linkReport({ spaceId, pageId });

    assert.deepEqual(
      problems.filter(({ status }) => status === 'broken').map(({ pages }) => pages),
      [[pageId]],
    );
    expect(taken()).toEqual(Array(2).fill(`GET /spaces/${spaceId}/content/page/${pageId}/links`));
  });

  test('from other spaces are the pages that link to a page', async () => {
    const { libraryActions, library, api, space } = await openLibraryActions();
    const [handbook, other] = [await space('Engineering Handbook'), await space('Heron Operator Handbook')];
    const { byId } = await library.pages(handbook.id);
    const linked = [...byId.values()].find(({ page }) => page.path?.includes('/')) ?? assert.fail();
    const { number } = await api.changeRequests.create({ spaceId: other.id, body: { subject: 'Link' } });
    const at = { spaceId: other.id, changeRequestId: String(number) };
    const markdown = `See [it](/spaces/${handbook.id}/${linked.page.path}).`;
    await api.changeRequestContent.update({
      ...at,
      body: { changes: [{ operation: 'insert_page', title: 'Linking', document: { markdown } }] },
    });
    await api.changeRequests.merge(at);

    const found = await libraryActions.linksFromOtherSpaces({ spaceId: handbook.id, pages: new Set([linked.id]) });

    assert.deepEqual(
      found.map(({ space: { title }, node }) => [title, node.title]),
      [[other.title, 'Linking']],
    );
    assert.deepEqual(
      await libraryActions.linksFromOtherSpaces({ spaceId: handbook.id, pages: new Set(['another']) }),
      [],
    );
  });

  test('to a file are the pages that show it', async () => {
    const { libraryActions, api, space } = await openLibraryActions();
    const { id: spaceId } = await space('Heron Operator Handbook');
    const { items } = await api.content.files({ spaceId });
    const { pages } = await api.content.pages({ spaceId });

    const found = await libraryActions.backlinks({ spaceId, fileId: items[0]?.id ?? '' });

    assert.ok(found.pages.length > 0);
    for (const pageId of found.pages.map(({ node }) => node.id)) {
      const { markdown } = await api.content.page({ spaceId, pageId, format: 'markdown' });
      assert.match(markdown ?? '', new RegExp(items[0]?.id ?? ''));
    }
    assert.ok(pages.length > 0);
  });
});

describe('a change whose answer is lost counts if the server has made it', () => {
  test('of a collection', async () => {
    const { libraryActions, local, organizationId, outline } = await openLibraryActions();
    const made = await libraryActions.createCollection(organizationId, null, 'Archive');

    local.fail({ kind: 'drop-after', method: 'PATCH', times: 1 });
    await libraryActions.updateCollection(made, { title: 'Attic' });

    assert.match(await outline(), /Attic \[\]/);
    local.fail({ kind: 'truncated', method: 'DELETE', times: 1 }, { kind: 'drop-after', method: 'DELETE', times: 1 });
    await libraryActions.deleteCollection(made);
    assert.doesNotMatch(await outline(), /Attic/);
  });

  test('of a space', async () => {
    const { libraryActions, local, outline, space } = await openLibraryActions();
    const notes = await space('Release Notes');

    local.fail({ kind: 'drop-after', method: 'PATCH', times: 1 });
    await libraryActions.updateSpace(notes.id, { title: 'What Is New' });

    assert.match(await outline(), /What Is New/);
    local.fail({ kind: 'drop-after', method: 'DELETE', times: 1 });
    await libraryActions.deleteSpace(await space('What Is New'));
    assert.doesNotMatch(await outline(), /What Is New/);
  });

  test('and fails otherwise', async () => {
    const { libraryActions, local, outline, space } = await openLibraryActions();
    const notes = await space('Release Notes');

    local.fail({ kind: 'drop-before', method: 'PATCH', times: 1 });
    await assert.rejects(libraryActions.updateSpace(notes.id, { title: 'What Is New' }));

    local.fail({ kind: 'drop-before', method: 'DELETE', times: 1 });
    await assert.rejects(libraryActions.deleteSpace(notes));
    assert.match(await outline(), /Release Notes/);
  });
});
