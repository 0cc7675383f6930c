import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { organizationOf } from '../../client/samples.ts';
import { main } from '../../../src/model/shared/address.ts';
import { collection, expand, nameOf, namesIn, openLibrary, page, space } from '../openLibrary.ts';

describe('when the server fails', () => {
  test("data that was never fetched can't be shown, and is requested again the next time", async () => {
    const { library, fail } = openLibrary();
    fail(/./, 500);
    await assert.rejects(library.children(undefined), { kind: 'unavailable' });
    fail(/./, undefined);

    assert.deepEqual(await namesIn(library), ['org']);
  });

  test.each([
    ['the organizations', [], /./, 'root', ['org']],
    ['an organization', ['org'], /orgs\/org/, 'organization:org', ['outer', 'free']],
    ['a collection', ['org', 'outer'], /outer/, 'organization:org/collection:outer', ['inner', 'guide']],
    ['a collection without spaces', ['org', 'empty'], /empty/, 'organization:org/collection:empty', []],
    [
      'the pages of a space',
      ['org', 'free'],
      /pages$/,
      'organization:org/space:free',
      ['start', 'more', 'vendor', 'files'],
    ],
    [
      'the files of a space',
      ['org', 'free', 'files'],
      /files$/,
      'organization:org/space:free/files:',
      ['_files/a.png'],
    ],
  ])("%s that couldn't be loaded are fetched by a refresh and reported", async (_, way, path, key, names) => {
    const { library, script, fail, changes } = openLibrary({ files: { free: [{ id: 'f', name: 'a.png' }] } });
    if (way[1] === 'outer' || way[1] === 'empty') fail(/orgs\/org\/spaces$/, 405);
    if (way[1] === 'empty') script.collections.push(collection('empty'));
    fail(path, 503);
    const place = way.length > 0 ? await expand(library, ...way) : undefined;
    await assert.rejects(library.children(place), { kind: 'unavailable' });
    await library.refresh();
    assert.deepEqual(
      changes().filter((change) => change === key),
      [],
    );
    fail(path, undefined);

    await library.refresh();

    assert.deepEqual(changes(), [key]);
    assert.deepEqual((await library.children(place)).places.map(nameOf), names);
  });

  test.each([
    [0, 'unavailable'],
    [401, 'signedOut'],
    [403, 'forbidden'],
    [429, 'throttled'],
    [503, 'unavailable'],
  ])('with %i, all cached data stays, with the reason and its age', async (status, kind) => {
    const { library, fail, clock, changes } = openLibrary();
    await namesIn(library, 'org', 'outer');
    await namesIn(library, 'org', 'free', 'start');
    const asOf = clock.now;
    changes();
    clock.now += 3_600_000;
    fail(/./, status);

    await library.refresh();

    for (const way of [[], ['org'], ['org', 'outer'], ['org', 'free'], ['org', 'free', 'start']]) {
      const place = way.length > 0 ? await expand(library, ...way) : undefined;
      const children = await library.children(place);
      assert.ok(children.places.length > 0);
      assert.deepEqual([children.asOf, children.failure?.kind], [asOf, kind]);
    }
    assert.deepEqual(changes(), [
      'root',
      'organization:org',
      'organization:org/collection:outer',
      'organization:org/space:free',
      'organization:org/space:free/page:start',
    ]);
  });

  test('the reason is removed when the failure is over', async () => {
    const { library, fail, changes } = openLibrary();
    await namesIn(library, 'org', 'free');
    fail(/./, 503);
    await library.refresh();
    changes();
    fail(/./, undefined);

    await library.refresh();

    assert.equal((await library.children(undefined)).failure, undefined);
    assert.equal((await library.children(await expand(library, 'org', 'free'))).failure, undefined);
    assert.deepEqual(changes(), ['root', 'organization:org', 'organization:org/space:free']);
  });

  test('one of the two lists of an organization is shown without the other', async () => {
    const { library, fail } = openLibrary();
    fail(/collections$/, 503);

    const children = await library.children(await expand(library, 'org'));

    assert.deepEqual(await namesIn(library, 'org'), ['guide', 'deep', 'free']);
    assert.equal(children.failure?.kind, 'unavailable');
  });

  test('a page that was read can be read again', async () => {
    const { library, content, fail, clock } = openLibrary();
    const { text } = await content.at('free', main).text('start');
    clock.now += 3_600_000;
    fail(/./, 0);

    assert.equal((await content.at('free', main).text('start')).text, text);
    assert.equal((await library.pages('free')).byId.size, 4);
  });

  test("open pages don't send a request each time", async () => {
    const { library, content, fail, clock, taken } = openLibrary();
    await content.at('free', main).text('start');
    clock.now += 3_600_000;
    fail(/./, 0);
    await content.at('free', main).text('start');
    taken();

    await content.at('free', main).text('start');
    await library.pages('free');

    assert.deepEqual(taken(), []);
  });

  test("a page shows its text even if the files of the space can't be listed", async () => {
    const { content, fail, warnings } = openLibrary({ texts: { start: '![](/files/f) [more](more.md)' } });
    fail(/files$/, 403);

    const { text } = await content.at('free', main).text('start');

    assert.equal(text, '![](files/f) [more](more.md)');
    assert.equal(warnings.length, 1);
  });

  test("a page without read permission anymore isn't shown", async () => {
    const { content, fail, clock } = openLibrary();
    await content.at('free', main).text('start');
    clock.now += 3_600_000;
    fail(/./, 403);

    await assert.rejects(content.at('free', main).text('start'), { kind: 'forbidden' });
  });

  test("a slow old reply doesn't replace a newer one", async () => {
    const { library, script, hold } = openLibrary();
    await library.children(undefined);
    const slow = hold(/^\/v1\/orgs$/);
    script.organizations = [];
    const old = library.refresh();
    await slow.reached;
    script.organizations = [organizationOf('new')];
    const next = library.refresh();
    slow.release();
    await Promise.all([old, next]);

    assert.deepEqual(await namesIn(library), ['new']);
  });

  test('a space in a slow old list keeps its newer state', async () => {
    const { library, script, hold } = openLibrary();
    const organization = await expand(library, 'org');
    const slow = hold(/orgs\/org\/spaces$/);
    const listing = library.children(organization);
    await slow.reached;
    script.spaces = script.spaces.map((each) => ({ ...each, title: 'renamed' }));
    await library.space('free');
    slow.release();
    await listing;

    const free = await expand(library, 'org', 'free');
    assert.equal(free.kind === 'space' && free.space.title, 'renamed');
  });
});

describe('a resource missing on the server', () => {
  test('is removed from the tree if it is a page', async () => {
    const { library, content, script, changes } = openLibrary();
    await namesIn(library, 'org', 'free', 'start');
    script.pages.free = [page('start'), page('more')];
    changes();

    await assert.rejects(content.at('free', main).text('setup'), { kind: 'missing' });

    await poll(() => library.cachedPages('free')?.byId.has('setup') === false);
    assert.deepEqual(await namesIn(library, 'org', 'free', 'start'), []);
    assert.equal(await content.at('free', main).entry('start/setup.md'), undefined);
    const reported = changes();
    assert.ok(reported.includes('organization:org/space:free/page:start'));
    assert.deepEqual(
      reported.filter((change) => typeof change !== 'string'),
      [{ kind: 'pages', space: 'free', changed: [], deleted: ['setup', 'vendor'] }],
    );
  });

  test('is removed from the tree if it is a space', async () => {
    const { library, content, script, clock, changes } = openLibrary();
    await content.at('free', main).text('start');
    await namesIn(library, 'org');
    script.spaces = script.spaces.filter(({ id }) => id !== 'free');
    clock.now += 61_000;
    changes();

    await assert.rejects(content.at('free', main).text('start'), { kind: 'missing' });

    assert.deepEqual(changes(), [
      { kind: 'pages', space: 'free', changed: [], deleted: ['start', 'setup', 'more', 'vendor'] },
      'organization:org',
    ]);
    assert.deepEqual(await namesIn(library, 'org'), ['outer']);
    assert.equal(await content.at('free', main).entry('start.md'), undefined);
    assert.equal(await library.placeOf('free'), undefined);
  });

  test('is removed from the tree if it is a space being expanded', async () => {
    const { library, script, fail } = openLibrary();
    const free = await expand(library, 'org', 'free');
    script.spaces = script.spaces.filter(({ id }) => id !== 'free');
    fail(/pages$/, 404);

    await assert.rejects(library.children(free), { kind: 'missing' });

    await poll(() => !library.cachedSpaces().some(({ id }) => id === 'free'));
    assert.deepEqual(await namesIn(library, 'org'), ['outer']);
  });

  test('is removed from the tree if it is an organization', async () => {
    const { library, script } = openLibrary();
    const organization = await expand(library, 'org');
    script.organizations = [organizationOf('other')];

    await assert.rejects(library.children(organization), { kind: 'missing' });

    await pollFor(async () => (await namesIn(library)).join() === 'other');
  });

  test('is removed from the tree by a refresh', async () => {
    const { library, script, changes } = openLibrary();
    await namesIn(library, 'org', 'outer');
    changes();
    script.spaces = script.spaces.filter(({ id }) => id !== 'guide');

    await library.refresh();

    assert.deepEqual(changes(), ['organization:org/collection:outer']);
    assert.deepEqual(await namesIn(library, 'org', 'outer'), ['inner']);
  });

  test('is requested at most once a minute', async () => {
    const { content, taken } = openLibrary();

    for (const path of ['a.md', 'b.md', '']) assert.equal(await content.at('gone', main).entry(path), undefined);

    assert.deepEqual(taken(), ['GET /v1/spaces/gone']);
  });

  test('is shown as deleted if it is only marked as deleted', async () => {
    const { library, script } = openLibrary();
    await namesIn(library, 'org');
    script.spaces = script.spaces.map((each) => ({ ...each, deletedAt: '2026-11-19T00:00:00Z' }));

    await library.refresh(await expand(library, 'org', 'free'));

    const free = await expand(library, 'org', 'free');
    assert.equal(free.kind === 'space' && free.space.deletedAt, '2026-11-19T00:00:00Z');
    assert.equal(space('free').deletedAt, undefined);
  });
});

async function poll(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function pollFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
