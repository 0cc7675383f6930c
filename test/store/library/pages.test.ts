import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { expand, memory, namesIn, nameOf, openLibrary, page, space } from '../openLibrary.ts';
import { main } from '../../../src/model/shared/address.ts';
import type { Place } from '../../../src/store/library/library.ts';

describe('the text of a page', () => {
  test('has links that work in our file system', async () => {
    const texts = { setup: '# Setup\n\n[up](/more) [other](/spaces/guide) [x](command:x)\n' };
    const pages = {
      free: [page('start', { pages: [page('setup', { path: 'start/setup' })] }), page('more')],
      guide: [page('intro')],
    };
    const { library, content } = openLibrary({ texts, pages });
    await namesIn(library, 'org', 'outer', 'guide');

    const { text, size } = await content.at('free', main).text('setup');

    assert.equal(text, '# Setup\n\n[up](../more.md) [other](../../guide/intro.md) [x](#blocked-command%3Ax)\n');
    assert.equal(size, Buffer.byteLength(text));
    assert.equal(content.at('free', main).cachedText('setup')?.text, text);
  });

  test('has the time that the server reports', async () => {
    const { content } = openLibrary();

    assert.equal((await content.at('free', main).text('start')).modifiedAt, Date.UTC(2026, 10, 1));
  });

  test("gets a later time whenever it changes, even if the server doesn't report it", async () => {
    const { content, script, clock, changes } = openLibrary();
    const times: number[] = [];
    for (const [text, revision] of [
      ['a', 'r1'],
      ['b', 'r2'],
      ['b', 'r3'],
      ['c', 'r4'],
    ] as const) {
      script.texts.start = text;
      script.spaces = [space('free', { revision })];
      clock.now += 61_000;
      times.push((await content.at('free', main).text('start')).modifiedAt);
    }

    const [first = 0] = times;
    assert.deepEqual(times, [first, first + 1, first + 1, first + 2]);
    assert.deepEqual(
      changes().filter(
        (change) => typeof change !== 'string' && change.kind === 'pages' && change.changed.includes('start'),
      ).length,
      2,
    );
  });

  test('is dropped once it is known to have changed', async () => {
    const { library, content, script } = openLibrary();
    await content.at('free', main).text('start');
    script.spaces = [space('free', { revision: 'r2' })];
    script.pages.free = [page('start', { updatedAt: '2026-11-02T00:00:00.000Z' })];

    await library.refresh(await expand(library, 'org', 'free'));

    assert.equal(content.at('free', main).cachedText('start'), undefined);
    assert.equal((await content.at('free', main).text('start')).modifiedAt, Date.UTC(2026, 10, 2));
  });

  test("is fetched again after a refresh if the server doesn't report when pages were updated", async () => {
    const { library, content, script } = openLibrary({ pages: { free: [page('start', { updatedAt: undefined })] } });
    await content.at('free', main).text('start');
    script.spaces = [space('free', { revision: 'r2' })];
    script.texts.start = 'edited';

    await library.refresh(await expand(library, 'org', 'free'));

    assert.equal((await content.at('free', main).text('start')).text, 'edited');
  });

  test('is its title if the server returns none', async () => {
    const { content } = openLibrary({ pages: { free: [page('start', { title: 'Start here' })] } });

    assert.equal((await content.at('free', main).text('start')).text, '# Start here\n');
  });
});

describe('a change in a space', () => {
  test('is reported for its pages and the rows that show them, and for no others', async () => {
    const { library, script, changes } = openLibrary();
    await namesIn(library, 'org', 'outer');
    await namesIn(library, 'org', 'free', 'start');
    changes();
    script.spaces = script.spaces.map((each) => (each.id === 'free' ? { ...each, revision: 'r2' } : each));
    script.pages.free = [
      page('start', { pages: [page('setup', { path: 'start/setup', title: 'Set it up' }), page('new')] }),
      page('more'),
      page('vendor', { type: 'link', href: 'https://vendor.example' }),
    ];

    await library.refresh();

    assert.deepEqual(new Set(changes()), new Set([
      { kind: 'pages', space: 'free', changed: ['setup'], deleted: [] },
      'organization:org/space:free/page:start',
      'organization:org',
    ])); // prettier-ignore
  });

  test("isn't reported if the server returns the same again", async () => {
    const { library, changes } = openLibrary();
    await namesIn(library, 'org', 'outer');
    await namesIn(library, 'org', 'free', 'start');
    changes();

    await library.refresh();

    assert.deepEqual(changes(), []);
  });
});

describe('the address of a page', () => {
  test('still leads to it after it was renamed', async () => {
    const { library, content, script, clock } = openLibrary();
    await content.at('free', main).text('start');
    script.spaces = [space('free', { revision: 'r2' })];
    script.pages.free = [page('start', { path: 'begin', title: 'Begin' })];
    clock.now += 61_000;
    await library.pages('free');

    const entry = await content.at('free', main).entry('start.md');

    assert.ok(entry?.kind === 'page');
    assert.deepEqual([entry.node.id, entry.node.path], ['start', 'begin.md']);
  });

  test('still leads to it after it was renamed and VS Code restarted', async () => {
    const storage = memory();
    const first = openLibrary({}, { storage });
    await first.content.at('free', main).text('setup');
    await savedTo(storage);
    const second = openLibrary(
      { pages: { free: [page('setup', { path: 'install' }), page('thief', { path: 'start/setup' })] } },
      { storage },
    );

    const entry = await second.content.at('free', main).entry('start/setup.md');

    assert.ok(entry?.kind === 'page');
    assert.equal(entry.node.id, 'setup');
  });

  test('leads to no other page of the same name', async () => {
    const storage = memory();
    const first = openLibrary({}, { storage });
    await first.content.at('free', main).text('more');
    await savedTo(storage);
    const second = openLibrary(
      { pages: { free: [page('new', { path: 'more' }), page('more', { path: 'other' })] } },
      { storage },
    );

    const entry = await second.content.at('free', main).entry('more.md');

    assert.ok(entry?.kind === 'page');
    assert.equal(entry.node.id, 'more');
    assert.match((await second.library.pages('free')).byId.get('new')?.path ?? '', /^more~/);
  });

  test('is only stored for pages that were opened', async () => {
    const written: string[] = [];
    const storage = { read: async () => undefined, write: async (_: string, text: string) => void written.push(text) };
    const { library, content } = openLibrary({}, { storage });
    await namesIn(library, 'org', 'free', 'start');
    await content.at('free', main).entry('more.md');
    await content.at('free', main).text('start');

    await poll(() => written.length > 0);

    assert.deepEqual(written, ['{"opened":[["start.md","start"]]}']);
  });

  test('is stored alongside those that another window has stored', async () => {
    const storage = memory();
    const [one, other] = [openLibrary({}, { storage }), openLibrary({}, { storage })];
    await Promise.all([one.library.pages('free'), other.library.pages('free')]);
    await one.content.at('free', main).text('start');
    await savedTo(storage);
    await other.content.at('free', main).text('more');

    await pollFor(
      async () => (await storedIn(storage)).includes('more.md') && (await storedIn(storage)).includes('start.md'),
    );
  });

  test.each(['not JSON', '[]', '{"opened":{}}', '{"opened":[["a"],[1,2],null,["start.md","start"]]}'])(
    'survives a stored file of %s',
    async (text) => {
      const { content } = openLibrary({}, { storage: { read: async () => text, write: async () => undefined } });

      assert.equal((await content.at('free', main).entry('start.md'))?.kind, 'page');
    },
  );

  test("works although its file can't be read or written", async () => {
    const broken = async () => Promise.reject(new Error('disk full'));
    const { content, warnings } = openLibrary({}, { storage: { read: broken, write: broken } });

    await content.at('free', main).text('start');

    assert.equal((await content.at('free', main).entry('start.md'))?.kind, 'page');
    await poll(() => warnings.length >= 2);
  });

  test("leads to it in the server's form for links between spaces, too", async () => {
    const { content } = openLibrary({ pages: { free: [page('a', { path: 'hidden-group/a' })] } });

    const entry = await content.at('free', main).entry('hidden-group/a.md');

    assert.ok(entry?.kind === 'page');
    assert.equal(entry.node.path, 'a.md');
  });

  test('works for every unusual title', async () => {
    const titles = [
      'a/b\\c',
      'a:b',
      '#1',
      'why?',
      '100%',
      '..',
      '🤖',
      'שלום',
      'x'.repeat(50),
      'Same',
      'Same',
      'same',
      'con',
      '.NET',
      '.git',
      '',
      'a\u202Eb',
    ];
    const pages = { free: titles.map((title, index) => page(`p${index}`, { title, path: undefined })) };
    const { library, content } = openLibrary({ pages });

    for (const node of (await library.pages('free')).byId.values()) {
      const entry = await content.at('free', main).entry(node.path ?? '');
      assert.ok(entry?.kind === 'page');
      assert.equal(entry.node.id, node.id);
    }
  });
});

describe('a directory of a space', () => {
  test('lists its content', async () => {
    const { content } = openLibrary();

    const root = await content.at('free', main).entry('');
    const below = await content.at('free', main).entry('start');

    assert.deepEqual(root, {
      kind: 'directory',
      children: [
        { name: 'start.md', kind: 'file' },
        { name: 'start', kind: 'directory' },
        { name: 'more.md', kind: 'file' },
      ],
    });
    assert.deepEqual(below, { kind: 'directory', children: [{ name: 'setup.md', kind: 'file' }] });
  });

  test('contains all files of the space', async () => {
    const { content } = openLibrary({ files: { free: [{ id: 'f', name: 'a.png' }] } });

    assert.deepEqual(await content.at('free', main).entry('start/_files/a.png'), {
      kind: 'file',
      file: { id: 'f', name: 'a.png' },
    });
    assert.deepEqual(await content.at('free', main).entry('_files'), {
      kind: 'directory',
      children: [{ name: 'a.png', kind: 'file' }],
    });
    assert.equal(await content.at('free', main).entry('_files/b.png'), undefined);
    assert.equal(await content.at('free', main).entry('_files/a.png/b'), undefined);
  });

  test('contains all files although the server lists them page by page', async () => {
    const files = { free: ['a', 'b', 'c'].map((name) => ({ id: name, name: `${name}.png` })) };
    const { content } = openLibrary({ files }, { pageSize: 2 });

    assert.equal((await content.at('free', main).entry('_files/c.png'))?.kind, 'file');
  });
});

describe('a place', () => {
  test('of a cached page is returned without a request on demand, no matter how old it is', async () => {
    const { library, clock, taken } = openLibrary();
    const before = await library.placeOf('free', 'setup');
    clock.now += 60 * 60_000;
    taken();

    const place = await library.placeOf('free', 'setup', { fromCache: true });

    assert.deepEqual(taken(), []);
    assert.ok(before);
    assert.equal(place?.key, before.key);
    await library.placeOf('free', 'setup');
    assert.notDeepEqual(taken(), []);
  });

  test('of a page is found with all places above it', async () => {
    const { library } = openLibrary();

    const place = await library.placeOf('free', 'setup');

    assert.deepEqual(wayOf(place), ['org', 'free', 'start', 'setup']);
    assert.equal(place?.key, (await expand(library, 'org', 'free', 'start', 'setup')).key);
  });

  test('of a space in a nested collection is found', async () => {
    const { library } = openLibrary();

    const place = await library.placeOf('deep');

    assert.deepEqual(wayOf(place), ['org', 'outer', 'inner', 'deep']);
    assert.equal(place?.key, (await expand(library, 'org', 'outer', 'inner', 'deep')).key);
  });

  test('is found although it is far down a long level', async () => {
    const pages = { free: Array.from({ length: 1200 }, (_, index) => page(`p${index}`)) };
    const { library } = openLibrary({ pages });
    await namesIn(library, 'org', 'free');

    const place = await library.placeOf('free', 'p1100');

    const { places } = await library.children(await expand(library, 'org', 'free'));
    assert.ok(places.some(({ key }) => key === place?.key));
  });

  test('is found although its list is long', async () => {
    const spaces = Array.from({ length: 9 }, (_, index) => space(`s${index}`));
    const { library } = openLibrary({ spaces }, { pageSize: 2 });

    const place = await library.placeOf('s8');

    assert.ok((await namesIn(library, 'org')).includes('s8'));
    assert.deepEqual(wayOf(place), ['org', 's8']);
  });

  test.each([
    ['gone', undefined],
    ['free', 'gone'],
    ['foreign', undefined],
  ])("of %s %s doesn't exist", async (spaceId, pageId) => {
    const { library, script } = openLibrary();
    script.spaces.push(space('foreign', { organization: 'elsewhere' }));

    assert.equal(await library.placeOf(spaceId, pageId), undefined);
  });
});

describe('the bytes of a file', () => {
  const png = { id: 'f', name: 'a.png', size: 3, downloadURL: 'https://files.example/a.png?expires=1' };

  test('are fetched once', async () => {
    const { content, script, downloads } = openWithBytes();

    await Promise.all([content.bytes('free', png), content.bytes('free', png)]);
    const bytes = await content.bytes('free', { ...png, downloadURL: 'https://files.example/a.png?expires=2' });

    assert.deepEqual([...bytes], [1, 2, 3]);
    assert.deepEqual(downloads, ['https://files.example/a.png?expires=1']);
    assert.deepEqual(script.files, { free: [png] });
  });

  test('are fetched from a new URL if the old one has expired', async () => {
    const { content, script, downloads } = openWithBytes();
    script.files.free = [{ ...png, downloadURL: 'https://files.example/a.png?expires=2' }];

    const bytes = await content.bytes('free', { ...png, downloadURL: 'https://files.example/expired.png' });

    assert.deepEqual([...bytes], [1, 2, 3]);
    assert.deepEqual(downloads, ['https://files.example/expired.png', 'https://files.example/a.png?expires=2']);
  });

  test("are fetched within the caller's own limit", async () => {
    const { content } = openWithBytes();
    const received: number[] = [];

    await assert.rejects(content.bytes('free', png, { limit: 2 }), { kind: 'unreadable' });
    const bytes = await content.bytes('free', png, { limit: 3, onProgress: (length) => received.push(length) });

    assert.deepEqual([...bytes], [1, 2, 3]);
    assert.deepEqual(received, [3]);
  });

  test('are fetched once although the first caller has left', async () => {
    const held = Promise.withResolvers<void>();
    const { content, downloads } = openWithBytes(held.promise);
    const leaving = new AbortController();
    const first = content.bytes('free', png, { signal: leaving.signal });
    const second = content.bytes('free', png);
    leaving.abort();
    await assert.rejects(first, { kind: 'cancelled' });

    const third = content.bytes('free', png);
    held.resolve();
    await Promise.all([second, third]);

    assert.equal(downloads.length, 1);
  });

  function openWithBytes(held?: Promise<void>) {
    const downloads: string[] = [];
    const opened = openLibrary({ files: { free: [png] } }, {
      elsewhere: async ({ url }) => {
        downloads.push(url);
        await held;
        return url.includes('expired') ? new Response('', { status: 403 }) : new Response(Uint8Array.of(1, 2, 3));
      },
    }); // prettier-ignore
    return { ...opened, downloads };
  }
});

function wayOf(place: Place | undefined): string[] {
  const way: string[] = [];
  for (let next = place; next; next = next.parent) way.unshift(nameOf(next));
  return way;
}

async function storedIn(storage: ReturnType<typeof memory>): Promise<string> {
  return (await storage.read(storage.keys()[0] ?? '')) ?? '';
}

async function savedTo(storage: ReturnType<typeof memory>): Promise<void> {
  await poll(() => storage.keys().length > 0);
}

async function poll(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function pollFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
