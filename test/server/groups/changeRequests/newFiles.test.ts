import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { serve, serveFolder, type Json } from '../../serve.ts';
import { serveWeb } from '../../serveWeb.ts';

// `insert_files` of POST …/content: an operation that isn't in the API document, as recorded.

const files = { 'a.md': '# A\n\none\n', 'b/README.md': '# B\n', 'b/c.md': '# C\n' };
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAD0lEQVR4nGP4z8DwH4QBD/oD/WkzUCwAAAAASUVORK5CYII=',
  'base64',
);
const picture = { name: 'x.png', base64: png.toString('base64'), contentType: 'image/png' };
const insert = (...given: readonly object[]) => ({ operation: 'insert_files', files: given });

async function open(options: Parameters<typeof serveFolder>[1] = {}) {
  const served = await serveFolder(files, options);
  const space = `/v1/spaces/${served.space}`;
  const { body: made } = await served.post(`${space}/change-requests`, { subject: 'S' });
  const path = `${space}/change-requests/${made.id}`;
  return {
    ...served,
    spacePath: space,
    path,
    change: (...changes: unknown[]) => served.post(`${path}/content`, { changes }),
    id: async (page: string) => (await served.page(page)).id,
    text: async (page: string) => (await served.get(`${path}/content/page/${page}?format=markdown`)).body.markdown,
    names: async (of: string) => (await served.get(`${of}/content/files`)).body.items.map(({ name }) => name),
  };
}

function insertedOf(body: Json): readonly Json[] {
  return body['insertedFiles'] as readonly Json[];
}

describe('inserting files', () => {
  test('adds them to the change request in order, and replies with each', async () => {
    const { change, names, path, spacePath } = await open();

    const { status, body } = await change(
      insert(picture, { ...picture, name: 'notes.txt', contentType: 'text/plain', base64: btoa('Hi') }),
      insert({ ...picture, name: 'y.png' }),
    );

    assert.equal(status, 200);
    const [first, second, third] = insertedOf(body);
    assert.deepEqual(
      [first, second, third].map((file) => [file?.name, file?.['contentType'], file?.['size']]),
      [
        ['x.png', 'image/png', png.length],
        ['notes.txt', 'text/plain', 2],
        ['y.png', 'image/png', png.length],
      ],
    );
    assert.deepEqual(first?.['dimensions'], { width: 2, height: 3 });
    const bytes = await (await fetch(first?.downloadURL ?? '')).arrayBuffer();
    assert.deepEqual(Buffer.from(bytes), png);
    assert.deepEqual([await names(path), await names(spacePath)], [['notes.txt', 'x.png', 'y.png'], []]);
  });

  test('lets pages of the same batch link to them by their references, before and after', async () => {
    const { change, id, text } = await open();
    const written = '![x](./shot)\n\n<img src="./shot" alt="">\n\n[s](<./my file> "T") [o](./other) `./shot`\n';

    const { body } = await change(
      { operation: 'update_page', page: await id('a'), document: { markdown: written } },
      insert({ ...picture, ref: 'shot' }, { ...picture, ref: 'my file' }),
      { operation: 'insert_page', title: 'New', document: { markdown: '![](./my%20file)\n' } },
    );

    const [shot, spaced] = insertedOf(body);
    const [one, other] = [`/files/${shot?.id}`, `/files/${spaced?.id}`];
    assert.equal(
      await text(await id('a')),
      `# A\n\n![x](${one})\n\n<img src="${one}" alt="">\n\n[s](<${other}> "T") [o](./other) \`./shot\`\n`,
    );
    assert.equal(await text(body.inserted[0] ?? ''), `# New\n\n![](${other})\n`);
  });

  test('takes them to main with the merge, also without a changed page', async () => {
    const { change, post, path, spacePath, names, get } = await open();
    const { body } = await change(insert(picture));

    const merged = await post(`${path}/merge`);

    assert.equal(merged.body['result'], 'merge');
    assert.deepEqual(await names(spacePath), ['x.png']);
    const file = (await get(`${spacePath}/content/files/${insertedOf(body)[0]?.id}`)).body;
    assert.equal((await fetch(file.downloadURL)).status, 200);
    assert.equal((await get(`${path}/changes`)).body.changes.length, 1);
  });

  test('keeps them through an update of the change request', async () => {
    const { change, post, path, platform, space, names, id } = await open();
    await change(insert(picture));
    platform.edit(space, [{ operation: 'update_page', page: await id('a'), markdown: 'later\n' }]);

    await post(`${path}/update`);

    assert.deepEqual(await names(path), ['x.png']);
  });

  test('is reported among the changes', async () => {
    const { change, get, path } = await open();
    const { body } = await change(insert(picture));

    const { changes } = (await get(`${path}/changes`)).body;

    assert.deepEqual(changes, [{ type: 'file_created', file: { id: insertedOf(body)[0]?.id, name: 'x.png' } }]);
  });

  test.each([
    [[], 'files: must be at least 1 item'],
    [Array.from({ length: 21 }, () => picture), 'files: must be at most 20 items'],
    [[{ ...picture, name: '' }], 'files.0.name: must be a file name with an extension'],
    [[{ ...picture, name: 'x' }], 'files.0.name: must be a file name with an extension'],
    [[{ ...picture, name: '.png' }], 'files.0.name: must be a file name with an extension'],
    [[{ ...picture, name: 'a/x.png' }], 'files.0.name: must be a file name with an extension'],
    [[{ ...picture, name: `${'a'.repeat(253)}.png` }], 'files.0.name: must be at most 256 characters'],
    [[{ name: 'x.png', contentType: 'image/png' }], 'files.0: must be an object with either url or base64'],
    [[{ ...picture, url: 'https://a.invalid/x' }], 'files.0: must be an object with either url or base64'],
    [[{ ...picture, base64: '%' }], 'files.0.base64: must be base64'],
    [[{ name: 'x.png', base64: picture.base64 }], 'files.0.contentType: is required'],
    [
      [{ name: 'x.png', url: 'file:///etc/passwd' }],
      'files.0.url: must be an address that starts with https:// or http://',
    ],
    [
      [
        { ...picture, ref: 'r' },
        { ...picture, ref: 'r' },
      ],
      'files.1.ref: must be unique',
    ],
    [[{ ...picture, ref: 'b/c' }], "files.0.ref: must not be a page's path"],
    [[{ ...picture, ref: 'a.md' }], "files.0.ref: must not be a page's path"],
    [[{ ...picture, id: 'x' }], 'files.0.id: is not a known field'],
  ])('refuses all of the batch for %j', async (given, message) => {
    const { change, names, path, get } = await open();

    const { status, body } = await change(
      { operation: 'insert_page', title: 'New', document: { markdown: '' } },
      insert(...given),
    );

    assert.deepEqual([status, body.error.message], [422, `body.changes.1.${message}`]);
    assert.deepEqual(await names(path), []);
    assert.equal((await get(`${path}/content/pages`)).body.pages.length, 2);
  });

  test('takes 20 files, names of 256 characters, and a megabyte', async () => {
    const { change } = await open();
    const largest = Buffer.alloc(1_000_000).toString('base64');

    const replies = [
      await change(insert(...Array.from({ length: 20 }, () => picture))),
      await change(insert({ ...picture, name: `${'a'.repeat(252)}.png` })),
      await change(insert({ ...picture, base64: largest })),
      await change(insert({ name: 'x.png', url: `https://a.invalid/${'a'.repeat(2031)}` })),
      await change(insert({ ...picture, base64: Buffer.alloc(1_000_001).toString('base64') })),
    ];

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 422, 422],
    );
  });

  test('adds nothing if another change is refused', async () => {
    const { change, names, path } = await open();

    const { status } = await change(insert(picture), { operation: 'delete_page', page: 'nowhere' });

    assert.equal(status, 422);
    assert.deepEqual(await names(path), []);
  });

  test('ends after the merge', async () => {
    const { change, post, path } = await open();
    await post(`${path}/merge`);

    assert.equal((await change(insert(picture))).status, 409);
    assert.equal((await change(insert({ name: 'x.png', url: 'https://a.invalid/x.png' }))).status, 409);
  });

  test('is missing where only the API document is served', async () => {
    const { post } = await serve({ specOnly: true });

    const { status, body } = await post('/v1/spaces/x/change-requests/1/content', { changes: [insert(picture)] });

    assert.deepEqual([status, body.error.message], [404, 'Not found']);
  });
});

describe('a file of the web', () => {
  test('is read once, and linked by its reference', async () => {
    const served = await open({ allowPrivateFetch: true });
    const web = await serveWeb({
      '/x': (_, reply) => reply.writeHead(200, { 'Content-Type': 'image/png' }).end(png),
    });

    const { status, body } = await served.change(insert({ name: 'x.png', url: `${web}/x`, ref: 'x' }), {
      operation: 'insert_page',
      title: 'New',
      document: { markdown: '![](./x)\n' },
    });

    assert.equal(status, 200);
    const [file] = insertedOf(body);
    assert.deepEqual([file?.['size'], file?.['contentType']], [png.length, 'image/png']);
    assert.equal(await served.text(body.inserted[0] ?? ''), `# New\n\n![](/files/${file?.id})\n`);
  });

  test('is refused at a private address, without a request', async () => {
    let asked = 0;
    const web = await serveWeb({ '/x': (_, reply) => (asked++, reply.end('x')) });
    const { change, names, path } = await open();

    const { status, body } = await change(insert({ name: 'x.png', url: `${web}/x` }));

    assert.equal(status, 422);
    assert.match(body.error.message, /^body\.changes\.0\.files\.0\.url: leads to .* not on the public web$/);
    assert.deepEqual([asked, await names(path)], [0, []]);
  });

  test('is refused if it cannot be read', async () => {
    const web = await serveWeb({});
    const { change } = await open({ allowPrivateFetch: true });

    const { status, body } = await change(insert(picture, { name: 'y.png', url: `${web}/y` }));

    assert.deepEqual([status, body.error.message], [422, 'body.changes.0.files.1.url: answers with 404']);
  });
});
