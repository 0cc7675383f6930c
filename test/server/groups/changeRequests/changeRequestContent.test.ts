import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { flat, serveFolder, type Json } from '../../serve.ts';

// The content of change requests and revisions: endpoints that aren't in the API document, as recorded.

const files = {
  'a.md': '# A\n\none\n',
  'b.md': '# B\n\ntwo\n',
  'c/README.md': '# C\n',
  'c/d.md': '# D\n\n![x](x.svg)\n',
  'c/x.svg': '<svg/>',
};

async function open() {
  const served = await serveFolder(files);
  const space = `/v1/spaces/${served.space}`;
  const { body: made } = await served.post(`${space}/change-requests`, { subject: 'S' });
  const path = `${space}/change-requests/${made.id}`;
  return {
    ...served,
    spacePath: space,
    path,
    made,
    change: (...changes: unknown[]) => served.post(`${path}/content`, { changes }),
    id: async (page: string) => (await served.page(page)).id,
    text: async (page: string) => (await served.get(`${path}/content/page/${page}?format=markdown`)).body.markdown,
    paths: async () => flat((await served.get(`${path}/content/pages`)).body.pages).map((page) => page.path),
  };
}

const newPage = { operation: 'insert_page', title: 'New', document: { markdown: 'Text\n' } };

describe('changing the content of a change request', () => {
  test('makes one revision of all changes, and leaves main unchanged', async () => {
    const { change, get, path, made, spacePath, id, paths, text } = await open();
    const main = (await get(spacePath)).body.revision;

    const { status, body } = await change(
      newPage,
      { operation: 'insert_page', title: 'First', into: await id('c'), at: 0, document: { markdown: '' } },
      { operation: 'update_page', page: await id('a'), title: 'A2', document: { markdown: 'changed\n' } },
      { operation: 'delete_page', page: await id('b') },
    );

    assert.equal(status, 200);
    const now = (await get(path)).body;
    assert.equal(body.revision, now.revision);
    assert.deepEqual((await get(`${path}/content`)).body.parents, [made.revision]);
    assert.deepEqual(await paths(), ['a2', 'c', 'c/first', 'c/d', 'new']);
    assert.equal(await text(await id('a')), '# A2\n\nchanged\n');
    assert.equal(await text(body.inserted[0] ?? ''), '# New\n\nText\n');
    assert.equal((await get(spacePath)).body.revision, main);
    assert.equal((await get(`${spacePath}/content/page/${body.inserted[0]}`)).status, 404);
  });

  test('accepts a text as it was read, with its title', async () => {
    const { change, id, text } = await open();
    const page = await id('a');
    const markdown = await text(page);

    await change({ operation: 'update_page', page, document: { markdown } });

    assert.equal(await text(page), markdown);
  });

  test.each([
    ['Text\n', undefined, '# A\n\nText\n'],
    ['# A\n\nText\n', undefined, '# A\n\nText\n'],
    ['\n  # A #\r\n\r\nText\n', undefined, '# A\n\nText\n'],
    ['# *A*\n\nText\n', undefined, '# A\n\nText\n'],
    ['# A2\n\nText\n', 'A2', '# A2\n\nText\n'],
    ['# A\n\n# A\n\nTwice\n', undefined, '# A\n\n# A\n\nTwice\n'],
    ['# Other\n\nText\n', undefined, '# A\n\n# Other\n\nText\n'],
    ['## A\n\nText\n', undefined, '# A\n\n## A\n\nText\n'],
    ['Words\n\n# A\n', undefined, '# A\n\nWords\n\n# A\n'],
    ['```\n# A\n```\n', undefined, '# A\n\n```\n# A\n```\n'],
    ['', undefined, '# A\n'],
  ])('writes the title once: %j, with the title %s', async (markdown, title, expected) => {
    const { change, id, text } = await open();
    const page = await id('a');

    await change({ operation: 'update_page', page, document: { markdown }, ...(title !== undefined && { title }) });

    assert.equal(await text(page), expected);
  });

  test.each([
    ['# New\n\nText\n', '# New\n\nText\n'],
    ['# Other\n\nText\n', '# New\n\n# Other\n\nText\n'],
  ])('writes the title of a new page once: %j', async (markdown, expected) => {
    const { change, text } = await open();

    const { inserted } = (await change({ ...newPage, document: { markdown } })).body;

    assert.equal(await text(inserted[0] ?? ''), expected);
  });

  test.each(['# #', '#', 'C #', '*A* `b', '<b>', '1. A', '\\', 'A  b'])(
    'accepts a page titled %j as it was read',
    async (title) => {
      const { change, text } = await open();
      const { inserted } = (await change({ operation: 'insert_page', title, document: { markdown: 'Text\n' } })).body;
      const page = inserted[0] ?? '';
      const markdown = await text(page);

      await change({ operation: 'update_page', page, document: { markdown } });

      assert.equal(await text(page), markdown);
    },
  );

  test('keeps the text when a page gets another title, slug or place', async () => {
    const { change, id, text, get, path } = await open();
    const page = await id('c/d');
    const before = (await get(`${path}/content/page/${page}`)).body['documentId'];

    await change({ operation: 'update_page', page, title: 'E', slug: 'x', into: await id('a'), at: 0 });

    const { title, slug, path: now, documentId } = (await get(`${path}/content/page/${page}`)).body;
    assert.deepEqual([title, slug, now, documentId], ['E', 'x', 'a/x', before]);
    assert.match((await text(page)) ?? '', /^# E\n\n!\[x\]/);
  });

  test('applies each change to the result of the previous ones', async () => {
    const { change, id, paths } = await open();
    const [a, b, c] = [await id('a'), await id('b'), await id('c')];

    const { status } = await change(
      { operation: 'update_page', page: b, into: a },
      { operation: 'update_page', page: a, into: c, at: 0 },
      { operation: 'update_page', page: a, slug: 'first' },
      { operation: 'insert_page', title: 'Below', into: b, document: { markdown: '' } },
    );

    assert.equal(status, 200);
    assert.deepEqual(await paths(), ['c', 'c/first', 'c/first/b', 'c/first/b/below', 'c/d']);
  });

  test("deletes descendants of a page, and doesn't restore them with the page", async () => {
    const { change, id, paths } = await open();
    const c = await id('c');
    await change({ operation: 'delete_page', page: c });
    assert.deepEqual(await paths(), ['a', 'b']);

    await change({ operation: 'revert_page', page: c });

    assert.deepEqual(await paths(), ['a', 'b', 'c']);
  });

  test('moves a page into another one, to an index, and to the top', async () => {
    const { change, id, paths } = await open();
    const seen = [];
    for (const place of [{ into: await id('c'), at: 0 }, { into: null, at: 0 }, { at: 9 }]) {
      assert.equal((await change({ operation: 'update_page', page: await id('b'), ...place })).status, 200);
      seen.push(await paths());
    }

    assert.deepEqual(seen, [
      ['a', 'c', 'c/b', 'c/d'],
      ['b', 'a', 'c', 'c/d'],
      ['a', 'c', 'c/d', 'b'],
    ]);
  });

  test('changes the slug of a page', async () => {
    const { change, id, paths } = await open();

    await change({ operation: 'update_page', page: await id('a'), slug: 'b' });

    assert.deepEqual(await paths(), ['b-1', 'b', 'c', 'c/d']);
  });

  test('reverts a change', async () => {
    const { change, id, paths, get, path } = await open();
    const page = await id('a');
    await change({ operation: 'update_page', page, title: 'Other' }, { operation: 'delete_page', page: await id('b') });

    await change({ operation: 'revert_page', page }, { operation: 'revert_page', page: await id('b') });

    assert.deepEqual(await paths(), ['a', 'b', 'c', 'c/d']);
    assert.deepEqual((await get(`${path}/changes`)).body.changes, []);
  });

  test('keeps the children of a page that is reverted', async () => {
    const { change, id, paths } = await open();
    const { inserted } = (await change(newPage)).body;
    await change(
      { operation: 'update_page', page: await id('a'), into: inserted[0] },
      { operation: 'insert_page', title: 'Below', into: inserted[0], document: { markdown: '' } },
    );

    await change({ operation: 'revert_page', page: inserted[0] });

    assert.deepEqual((await paths()).sort(), ['a', 'b', 'below', 'c', 'c/d']);
  });

  test('makes no cycle when a page is reverted', async () => {
    const { change, id, paths } = await open();
    const [c, d] = [await id('c'), await id('c/d')];
    await change({ operation: 'update_page', page: d, into: null }, { operation: 'update_page', page: c, into: d });

    const { status } = await change(
      { operation: 'revert_page', page: d },
      { operation: 'update_page', page: await id('a'), into: c },
    );

    assert.equal(status, 200);
    assert.deepEqual((await paths()).sort(), ['b', 'd', 'd/c', 'd/c/a']);
  });

  test.each([
    [
      [{ operation: 'update_page', page: 'nowhere', title: 'x' }],
      'body.changes.1.page: is not a page of this change request',
    ],
    [[{ operation: 'delete_page', page: 'nowhere' }], 'body.changes.1.page: is not a page of this change request'],
    [[{ operation: 'revert_page', page: 'nowhere' }], 'body.changes.1.page: is not a page of this change request'],
    [[{ ...newPage, into: 'nowhere' }], 'body.changes.1.into: is not a page of this change request'],
    [
      [{ operation: 'update_page', page: 'c', into: 'c/d' }],
      'body.changes.1.into: must not be the page itself or a page below it',
    ],
    [
      [{ operation: 'update_page', page: 'a', slug: 'A/b' }],
      'body.changes.1.slug: must be lowercase words joined by hyphens, at most 100 characters',
    ],
    [
      [{ operation: 'rename_page', page: 'a' }],
      'body.changes.1.operation: must be one of insert_page, update_page, delete_page, revert_page, insert_files',
    ],
    [[{ operation: 'insert_page', title: 'x' }], 'body.changes.1.document: is required'],
    [[{ ...newPage, at: -1 }], 'body.changes.1.at: must be at least 0'],
    [[{ ...newPage, at: 0.5 }], 'body.changes.1.at: must be a whole number'],
  ])('refuses all changes if one of them is impossible: %j', async (impossible, message) => {
    const { post, get, path, made, id } = await open();
    const ids = new Map([
      ['a', await id('a')],
      ['c', await id('c')],
      ['c/d', await id('c/d')],
    ]);
    const named = impossible.map((change) =>
      Object.fromEntries(
        Object.entries(change).map(([name, value]) => [
          name,
          name === 'page' || name === 'into' ? (ids.get(value as string) ?? value) : value,
        ]),
      ),
    );

    const { status, body } = await post(`${path}/content`, { changes: [newPage, ...named] });

    assert.deepEqual([status, body.error.message], [422, message]);
    const now = (await get(path)).body;
    assert.equal(now.revision, made.revision);
    assert.equal((await get(`${path}/content/pages`)).body.pages.length, 3);
  });

  test.each([
    [0, 422],
    [1, 200],
    [50, 200],
    [51, 422],
  ])('answers %i changes with %i', async (count, expected) => {
    const { change } = await open();

    const { status } = await change(...Array.from({ length: count }, () => newPage));

    assert.equal(status, expected);
  });

  test('ends after the merge', async () => {
    const { change, post, path } = await open();
    await change(newPage);
    await post(`${path}/merge`);

    assert.equal((await change(newPage)).status, 409);
  });

  test('reaches main by merging', async () => {
    const { change, post, get, path, spacePath } = await open();
    const { inserted } = (await change(newPage)).body;

    await post(`${path}/merge`);

    const { body } = await get(`${spacePath}/content/path/new?format=markdown`);
    assert.deepEqual([body.id, body.markdown], [inserted[0], '# New\n\nText\n']);
  });
});

describe('the content of a change request', () => {
  test('includes a complete revision, a page, and files', async () => {
    const { get, path, made, id } = await open();

    const revision = (await get(`${path}/content`)).body;
    const page = (await get(`${path}/content/page/${await id('c')}`)).body;
    const list = (await get(`${path}/content/files?limit=1`)).body;

    assert.deepEqual([revision.object, revision.id, revision.pages.length], ['revision', made.revision, 3]);
    assert.deepEqual([page.title, page.pages.map((below) => below.title), 'markdown' in page], ['C', ['D'], false]);
    assert.deepEqual([list.items[0]['name'], list.count, 'next' in list], ['x.svg', 1, false]);
  });

  test('leaves out git metadata on request', async () => {
    const { get, path } = await open();

    const withGit = (await get(`${path}/content/files`)).body.items[0];
    const without = (await get(`${path}/content/files?metadata=false`)).body.items[0];

    assert.deepEqual(['git' in withGit, 'git' in without], [true, false]);
    assert.equal((await get(`${path}/content?metadata=maybe`)).status, 400);
  });

  test('is missing for a missing page or change request', async () => {
    const { get, path, spacePath } = await open();

    assert.equal((await get(`${path}/content/page/nowhere`)).status, 404);
    assert.equal((await get(`${spacePath}/change-requests/9/content`)).status, 404);
  });
});

describe('the changes of a change request', () => {
  test('show the changes of each page', async () => {
    const { change, get, path, id } = await open();
    const [a, b, d] = [await id('a'), await id('b'), await id('c/d')];
    const { inserted } = (
      await change(
        newPage,
        { operation: 'update_page', page: a, title: 'A2', document: { markdown: 'x\n' } },
        { operation: 'delete_page', page: b },
        { operation: 'update_page', page: d, into: null, at: 0 },
      )
    ).body;

    const { status, body } = await get(`${path}/changes`);

    assert.equal(status, 200);
    assert.equal(body['more'], 0);
    assert.equal('mergedFrom' in body, false);
    const [edited, deleted, moved, created] = body.changes as unknown as Json[];
    assert.deepEqual(
      [edited, deleted, moved, created].map((each) => [each?.['type'], each?.page]),
      [
        ['page_edited', { id: a, type: 'document', title: 'A2', path: 'a2' }],
        ['page_deleted', { id: b, type: 'document', title: 'B', path: 'b' }],
        ['page_moved', { id: d, type: 'document', title: 'D', path: 'd' }],
        ['page_created', { id: inserted[0], type: 'document', title: 'New', path: 'new' }],
      ],
    );
    const attributes = edited?.['attributes'] as Record<string, { before: unknown; after: unknown }>;
    assert.deepEqual(Object.keys(attributes).sort(), ['document', 'slug', 'title']);
    assert.deepEqual(attributes['title'], { before: 'A', after: 'A2' });
    const c = await id('c');
    assert.deepEqual(
      [moved?.['from'], moved?.['to']],
      [
        { path: 'c/d', parent: c, at: 0 },
        { path: 'd', at: 0 },
      ],
    );
  });

  test('are ten by default, and the others are counted', async () => {
    const { change, get, path } = await open();
    await change(...Array.from({ length: 12 }, () => newPage));
    const reported = async (query: string) => {
      const { body } = await get(`${path}/changes${query}`);
      return [body.changes.length, body['more']];
    };

    assert.deepEqual(
      [await reported(''), await reported('?limit=12'), await reported('?limit=0')],
      [
        [10, 2],
        [12, 0],
        [0, 12],
      ],
    );
    assert.equal((await get(`${path}/changes?limit=1001`)).status, 400);
  });

  test('stay readable after the merge', async () => {
    const { change, get, post, path, made } = await open();
    await change(newPage);
    await post(`${path}/merge`);

    const { body } = await get(`${path}/changes`);

    assert.deepEqual([body.changes.length, (body['mergedFrom'] as Json).id], [1, made.id]);
  });
});

describe('a revision', () => {
  test('of main never changes', async () => {
    const { get, spacePath, platform, space, id } = await open();
    const { revision } = (await get(spacePath)).body;
    const page = await id('a');
    platform.edit(space, [
      { operation: 'update_page', page, title: 'Later', markdown: 'later\n' },
      { operation: 'delete_page', page: await id('b') },
    ]);
    const path = `${spacePath}/revisions/${revision}`;

    const whole = (await get(path)).body;
    const { pages } = (await get(`${path}/pages`)).body;
    const one = (await get(`${path}/page/${page}?format=markdown`)).body;

    assert.deepEqual([whole.id, whole.object, whole.files.length], [revision, 'revision', 1]);
    assert.deepEqual(
      pages.map((each) => each.title),
      ['A', 'B', 'C'],
    );
    assert.equal(one.markdown, '# A\n\none\n');
  });

  test('of a change request is found as well', async () => {
    const { change, get, spacePath, made } = await open();
    const { revision, inserted } = (await change(newPage)).body;

    const before = await get(`${spacePath}/revisions/${made.revision}/page/${inserted[0]}`);
    const after = await get(`${spacePath}/revisions/${revision}/page/${inserted[0]}`);

    assert.deepEqual([before.status, after.status], [404, 200]);
  });

  test("of another space isn't found", async () => {
    const { get, post, organization, spacePath } = await open();
    const { body: other } = await post(`/v1/orgs/${organization}/spaces`, {});

    assert.equal((await get(`${spacePath}/revisions/${other.revision}`)).status, 404);
    assert.equal((await get(`${spacePath}/revisions/invented/pages`)).status, 404);
  });
});

describe('a page by its path', () => {
  test.each([
    ['a', 'A'],
    ['c%2Fd', 'D'],
    ['/c/d/'.replaceAll('/', '%2F'), 'D'],
  ])('%s is found', async (path, title) => {
    const { get, spacePath } = await open();

    const { status, body } = await get(`${spacePath}/content/path/${path}?format=markdown`);

    assert.deepEqual([status, body.title, body.markdown.startsWith(`# ${title}\n`)], [200, title, true]);
  });

  test.each(['d', 'a%2Fd', 'A', '%20', 'c%2F%2Fd'])("%s isn't found", async (path) => {
    const { get, spacePath } = await open();

    assert.equal((await get(`${spacePath}/content/path/${path}`)).status, 404);
  });
});
