import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { main } from '../../../src/model/shared/address.ts';
import { organizationOf } from '../../client/samples.ts';
import { collection, expand, namesIn, openLibrary, page, space, type Opened } from '../openLibrary.ts';

describe('the Library', () => {
  test('nests collections, spaces, pages and files', async () => {
    const { library } = openLibrary({ files: { free: [{ id: 'f', name: 'Plan (1).png' }] } });

    assert.deepEqual(await namesIn(library), ['org']);
    assert.deepEqual(await namesIn(library, 'org'), ['outer', 'free']);
    assert.deepEqual(await namesIn(library, 'org', 'outer'), ['inner', 'guide']);
    assert.deepEqual(await namesIn(library, 'org', 'outer', 'inner'), ['deep']);
    assert.deepEqual(await namesIn(library, 'org', 'free'), ['start', 'more', 'vendor', 'files']);
    assert.deepEqual(await namesIn(library, 'org', 'free', 'start'), ['setup']);
    assert.deepEqual(await namesIn(library, 'org', 'free', 'files'), ['_files/Plan-1.png']);
  });

  test('shows items with a missing or circular parent at the root of an organization', async () => {
    const collections = [
      collection('a', { parent: 'b' }),
      collection('b', { parent: 'a' }),
      collection('c', { parent: 'gone' }),
    ];
    const { library } = openLibrary({ collections, spaces: [space('x', { parent: 'gone' })] });

    assert.deepEqual(await namesIn(library, 'org'), ['a', 'b', 'c', 'x']);
  });

  test('gives every place its own key', async () => {
    const { library } = openLibrary();
    const places = [
      ...(await library.children(await expand(library, 'org'))).places,
      ...(await library.children(await expand(library, 'org', 'outer'))).places,
      ...(await library.children(await expand(library, 'org', 'free'))).places,
    ];

    assert.equal(new Set(places.map(({ key }) => key)).size, places.length);
  });

  test('leaves out the files of a space without any, until some are added', async () => {
    const { library, script, changes } = openLibrary();
    const free = await expand(library, 'org', 'free');

    assert.deepEqual(await namesIn(library, 'org', 'free'), ['start', 'more', 'vendor']);
    assert.deepEqual(await namesIn(library, 'org', 'outer', 'inner', 'deep'), []);

    script.files['free'] = [{ id: 'f', name: 'a.png' }];
    script.spaces = script.spaces.map((each) => (each.id === 'free' ? { ...each, revision: 'r2' } : each));
    await library.refresh(free);

    assert.ok(changes().includes(free.key));
    assert.deepEqual(await namesIn(library, 'org', 'free'), ['start', 'more', 'vendor', 'files']);
  });

  test("shows the files of a space that couldn't be listed", async () => {
    const { library, fail } = openLibrary();
    const guide = await expand(library, 'org', 'outer', 'guide');
    fail(/guide\/content\/files/, 503);

    assert.deepEqual(
      (await library.children(guide)).places.map(({ kind }) => kind),
      ['files'],
    );
  });

  test('loads more organizations on request', async () => {
    const { library, changes } = openLibrary({ organizations: ['a', 'b', 'c'].map(organizationOf) }, { pageSize: 2 });

    assert.equal((await library.children(undefined)).hasMore, true);
    await library.more(undefined);

    assert.deepEqual(changes(), ['root']);
    assert.deepEqual(await namesIn(library), ['a', 'b', 'c']);
    assert.equal((await library.children(undefined)).hasMore, false);
  });

  test('refreshes all loaded pages of a list', async () => {
    const { library, script } = openLibrary(
      { organizations: ['a', 'b', 'c', 'd', 'e'].map(organizationOf) },
      { pageSize: 2 },
    );
    await library.children(undefined);
    await library.more(undefined);
    script.organizations.unshift(organizationOf('new'));

    await library.refresh();

    assert.deepEqual(await namesIn(library), ['new', 'a', 'b', 'c']);
  });

  test('ends a list whose cursor repeats', async () => {
    const { library } = openLibrary({ organizations: ['a', 'b', 'c'].map(organizationOf) }, { pageSize: 0 });
    await library.children(undefined);
    await library.more(undefined);

    assert.equal((await library.children(undefined)).hasMore, false);
  });

  test('shows 500 pages of a level at once, and 500 more at a time', async () => {
    const pages = { free: Array.from({ length: 1200 }, (_, index) => page(`p${index}`)) };
    const { library, taken } = openLibrary({ pages });
    const free = await expand(library, 'org', 'free');

    assert.equal((await library.children(free)).places.length, 500);
    taken();
    await library.more(free);
    await library.more(free);

    const { places, hasMore } = await library.children(free);
    assert.deepEqual([places.length, hasMore], [1200, false]);
    assert.deepEqual(taken(), []);
  });

  test('leaves out an unreadable item, and says so', async () => {
    const { library, script } = openLibrary();
    script.collections.push({ title: 'without an id', organization: 'org' } as never, collection('last'));

    const children = await library.children(await expand(library, 'org'));

    assert.deepEqual(await namesIn(library, 'org'), ['outer', 'last', 'free']);
    assert.deepEqual(children.incomplete, { code: 'itemsSkipped', count: 1 });
  });

  test('leaves out an unreadable page and file, and says so', async () => {
    const { library, script } = openLibrary({ pages: { free: [page('a')] } });
    script.pages['free']?.push({ title: 'without an id' } as never);
    script.files['free'] = [{ id: 'f', name: 'f.png' }, { name: 'without an id' } as never];
    const free = await expand(library, 'org', 'free');

    const { places, incomplete } = await library.children(free);

    const files = await library.children(places.find(({ kind }) => kind === 'files'));
    assert.deepEqual([incomplete, files.incomplete], Array(2).fill({ code: 'itemsSkipped', count: 1 }));
  });

  test('shows unknown page types, visibilities and roles', async () => {
    const { library, content } = openLibrary({
      spaces: [space('free', { visibility: 'moon', editMode: 'tide', defaultLevel: 'wizard' })],
      pages: { free: [page('board', { type: 'whiteboard' })] },
    });

    assert.deepEqual(await namesIn(library, 'org', 'free'), ['board']);
    assert.equal((await content.at('free', main).entry('board.md'))?.kind, 'page');
  });
});

describe("a server that doesn't list the spaces of an organization", () => {
  test('shows those of the collections, each requested when it is expanded', async () => {
    const { library, fail, taken } = openLibrary();
    fail(/orgs\/org\/spaces$/, 405);
    const organization = await expand(library, 'org');

    const children = await library.children(organization);
    assert.deepEqual(await namesIn(library, 'org'), ['outer']);
    assert.deepEqual(children.incomplete, { code: 'spacesUnlisted' });
    assert.equal(children.failure, undefined);

    taken();
    assert.deepEqual(await namesIn(library, 'org', 'outer'), ['inner', 'guide']);
    assert.deepEqual(await namesIn(library, 'org', 'outer', 'inner'), ['deep']);
    assert.deepEqual(taken(), [
      'GET /v1/collections/outer/spaces?limit=1000',
      'GET /v1/collections/inner/spaces?limit=1000',
    ]);
  });

  test.each([404, 405, 501])('is detected by a status of %i', async (status) => {
    const { library, fail } = openLibrary();
    fail(/orgs\/org\/spaces$/, status);

    const { incomplete } = await library.children(await expand(library, 'org'));
    assert.deepEqual(incomplete, { code: 'spacesUnlisted' });
  });

  test('shows a space that was found in another way', async () => {
    const { library, fail, changes } = openLibrary();
    fail(/orgs\/org\/spaces$/, 405);
    await namesIn(library, 'org');
    changes();

    await library.space('free');

    assert.deepEqual(changes(), ['organization:org']);
    assert.deepEqual(await namesIn(library, 'org'), ['outer', 'free']);
  });

  test.each<[string, (opened: Opened) => Promise<unknown>]>([
    ['page is read', ({ content }) => content.at('free', main).text('start')],
    ['pages are listed', ({ library }) => library.pages('free')],
    ['path is looked up', ({ content }) => content.at('free', main).entry('start.md')],
  ])('reports a space that is found when a %s', async (_, read) => {
    const opened = openLibrary();
    const { library, fail, changes } = opened;
    fail(/orgs\/org\/spaces$/, 405);
    await namesIn(library, 'org');
    changes();

    await read(opened);

    assert.deepEqual(changes(), ['organization:org']);
  });

  test('appears in the tree without a failure, even after a refresh', async () => {
    const { library, fail } = openLibrary();
    fail(/orgs\/org\/spaces$/, 405);
    const organization = await expand(library, 'org');
    await library.children(organization);

    await library.refresh();

    assert.equal((await library.children(organization)).failure, undefined);
  });
});

describe('the available spaces', () => {
  test('are those of all organizations, for two requests each', async () => {
    const { library, taken } = openLibrary();

    const { spaces, failures } = await library.availableSpaces();

    assert.deepEqual([spaces.map(({ id }) => id), failures], [['guide', 'deep', 'free'], []]);
    assert.equal(taken().length, 3);
  });

  test('are those of the collections on a server that lists no others', async () => {
    const { library, fail } = openLibrary();
    fail(/orgs\/org\/spaces$/, 405);

    const { spaces, failures } = await library.availableSpaces();

    assert.deepEqual([spaces.map(({ id }) => id), failures], [['guide', 'deep'], []]);
  });

  test("come from the other collections if one can't be listed", async () => {
    const { library, fail, script } = openLibrary();
    fail(/orgs\/org\/spaces$/, 405);
    const [broken] = script.collections;
    fail(new RegExp(`${broken?.id}/spaces`), 500);

    const { spaces, failures } = await library.availableSpaces();

    assert.ok(spaces.length > 0 && spaces.length < 2, spaces.map(({ id }) => id).join());
    assert.deepEqual(
      failures.map(({ kind }) => kind),
      ['unavailable'],
    );
  });

  test('come with the failures of lists', async () => {
    const { library, fail, script } = openLibrary();
    script.organizations.push(organizationOf('closed'));
    fail(/closed/, 403);

    const { spaces, failures } = await library.availableSpaces();

    assert.equal(spaces.length, 3);
    assert.deepEqual(
      failures.map(({ kind }) => kind),
      ['forbidden'],
    );
  });

  test("don't count as shown: the tree is notified of the differences", async () => {
    const { library, script, changes, clock } = openLibrary();
    await namesIn(library, 'org');
    script.spaces = script.spaces.map((each) => ({ ...each, title: 'renamed' }));
    clock.now += 61_000;
    await library.space('free');

    await library.availableSpaces();

    assert.deepEqual(changes(), ['organization:org']);
  });

  test('are no longer requested when the caller leaves', async () => {
    const { library } = openLibrary();

    await assert.rejects(library.availableSpaces({ signal: AbortSignal.abort() }), { kind: 'cancelled' });
  });
});
