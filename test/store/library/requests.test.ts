import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { expand, namesIn, openLibrary, page, space } from '../openLibrary.ts';
import { main } from '../../../src/model/shared/address.ts';

describe('browsing', () => {
  test('takes one request for the organizations', async () => {
    const { library, taken } = openLibrary();

    await Promise.all([library.children(undefined), library.children(undefined)]);
    await library.children(undefined);

    assert.deepEqual(taken(), ['GET /v1/orgs?limit=1000']);
  });

  test('takes two parallel requests for an organization', async () => {
    const { library, taken, hold } = openLibrary();
    const organization = await expand(library, 'org');
    taken();
    const collections = hold(/collections$/);

    const children = library.children(organization);
    await collections.reached;
    const both = taken();
    collections.release();
    await children;

    assert.deepEqual(both, ['GET /v1/orgs/org/collections?limit=1000', 'GET /v1/orgs/org/spaces?limit=1000']);
  });

  test('takes no request for a collection if all spaces of its organization are cached', async () => {
    const { library, taken } = openLibrary();
    const outer = await expand(library, 'org', 'outer');
    taken();

    assert.deepEqual((await library.children(outer)).places.length, 2);
    assert.deepEqual(taken(), []);
  });

  test('takes one request for a collection if not all spaces are cached', async () => {
    const { library, taken } = openLibrary({}, { pageSize: 2 });
    const outer = await expand(library, 'org', 'outer');
    taken();

    await library.children(outer);
    await library.children(outer);

    assert.deepEqual(taken(), ['GET /v1/collections/outer/spaces?limit=1000']);
  });

  test('takes two requests for a space (pages and files), and none for places below it', async () => {
    const { library, taken } = openLibrary({ files: { free: [{ id: 'f', name: 'a.png' }] } });
    const free = await expand(library, 'org', 'free');
    taken();

    await library.children(free);
    await namesIn(library, 'org', 'free', 'start');
    await namesIn(library, 'org', 'free', 'files');

    assert.deepEqual(taken(), ['GET /v1/spaces/free/content/pages', 'GET /v1/spaces/free/content/files?limit=1000']);
  });

  test('takes one request for a page', async () => {
    const { library, content, taken } = openLibrary();
    await namesIn(library, 'org', 'free');
    taken();

    await content.at('free', main).text('start');

    assert.deepEqual(taken(), ['GET /v1/spaces/free/content/page/start?format=markdown']);
  });

  test('takes one request for a page whose space was listed long ago', async () => {
    const { library, content, taken, clock } = openLibrary();
    await namesIn(library, 'org', 'free');
    taken();
    clock.now += 3_600_000;

    await content.at('free', main).text('start');

    assert.equal(taken().length, 1);
  });

  test('takes one more request for the first page of a space that shows images', async () => {
    const texts = { start: '![](/files/f)', more: '![](/files/f)' };
    const { content, taken } = openLibrary({ texts, files: { free: [{ id: 'f', name: 'a.png' }] } });
    taken();

    const first = await content.at('free', main).text('start');
    const second = await content.at('free', main).text('more');

    assert.deepEqual([first.text, second.text], ['![](_files/a.png)', '![](_files/a.png)']);
    assert.equal(taken().filter((request) => request.includes('/files')).length, 1);
  });

  test('takes no request for a page that is read again within a minute', async () => {
    const { content, taken, clock } = openLibrary();
    await content.at('free', main).text('start');
    taken();
    clock.now += 59_000;

    await content.at('free', main).text('start');

    assert.deepEqual(taken(), []);
  });

  test('takes one request later, for all open pages of the space together', async () => {
    const { content, taken, clock } = openLibrary();
    await Promise.all(['start', 'setup', 'more'].map((id) => content.at('free', main).text(id)));
    taken();
    clock.now += 61_000;

    await Promise.all(['start', 'setup', 'more'].map((id) => content.at('free', main).text(id)));

    assert.deepEqual(taken(), ['GET /v1/spaces/free']);
  });

  test('takes one request for the page again if the space has another revision', async () => {
    const { content, script, taken, clock } = openLibrary();
    await content.at('free', main).text('start');
    taken();
    clock.now += 61_000;
    script.texts.start = 'new';
    script.spaces = [space('free', { revision: 'rev2' })];

    const { text } = await content.at('free', main).text('start');

    assert.equal(text, 'new');
    assert.deepEqual(taken().toSorted(), [
      'GET /v1/spaces/free',
      'GET /v1/spaces/free/content/page/start?format=markdown',
      'GET /v1/spaces/free/content/pages',
    ]);
  });

  test('requests no pages on a refresh that finds the same revision', async () => {
    const { library, taken } = openLibrary();
    await namesIn(library, 'org', 'free', 'start');
    taken();

    await library.refresh();

    assert.deepEqual(taken(), [
      'GET /v1/orgs?limit=1000',
      'GET /v1/orgs/org/collections?limit=1000',
      'GET /v1/orgs/org/spaces?limit=1000',
    ]);
  });

  test('requests only loaded data on a refresh', async () => {
    const { library, taken } = openLibrary();
    await library.children(undefined);
    taken();

    await library.refresh();

    assert.deepEqual(taken(), ['GET /v1/orgs?limit=1000']);
  });

  test('takes one request to open a page by its address in an unknown space, besides the space and its pages', async () => {
    const { content, taken } = openLibrary();

    const entry = await content.at('free', main).entry('start/setup.md');
    assert.ok(entry?.kind === 'page');
    await content.at('free', main).text(entry.node.id);

    assert.deepEqual(taken(), [
      'GET /v1/spaces/free',
      'GET /v1/spaces/free/content/pages',
      'GET /v1/spaces/free/content/page/setup?format=markdown',
    ]);
  });

  test.each([
    ['free', '.vscode/settings.json'],
    ['free', '.git'],
    ['free', 'start/.github/copilot-instructions.md'],
    ['free', '_files/.htaccess'],
    ['.vscode', 'tasks.json'],
    ['free', '.claude/settings.json'],
    ['free', 'start//x.md'],
  ])("takes no request for the path %s/%s, which doesn't exist", async (spaceId, path) => {
    const { content, taken } = openLibrary();

    assert.equal(await content.at(spaceId, main).entry(path), undefined);
    assert.deepEqual(taken(), []);
  });

  test('takes no request for a path with a known entry', async () => {
    const { library, content, taken, clock } = openLibrary();
    await namesIn(library, 'org', 'free');
    taken();
    clock.now += 3_600_000;

    assert.equal((await content.at('free', main).entry('start.md'))?.kind, 'page');
    assert.equal((await content.at('free', main).entry('start'))?.kind, 'directory');
    assert.deepEqual(taken(), []);
  });

  test('takes at most one request a minute for paths without an entry', async () => {
    const { library, content, taken, clock } = openLibrary();
    await namesIn(library, 'org', 'free');
    taken();
    clock.now += 3_600_000;

    for (const path of ['package.json', 'tsconfig.json', 'start/README.md', 'gone.md']) {
      assert.equal(await content.at('free', main).entry(path), undefined);
    }

    assert.deepEqual(taken(), ['GET /v1/spaces/free']);
  });

  test('shares requests among simultaneous callers, even if one of them gives up', async () => {
    const { library, taken, hold } = openLibrary({ pages: { free: [page('start')] } });
    const pages = hold(/content\/pages$/);
    const stop = new AbortController();

    const given = library.pages('free', { signal: stop.signal });
    const cached = library.pages('free');
    await pages.reached;
    stop.abort();
    pages.release();

    await assert.rejects(given, { kind: 'cancelled' });
    assert.equal((await cached).byId.size, 1);
    assert.equal(taken().filter((request) => request.endsWith('/pages')).length, 1);
  });
});
