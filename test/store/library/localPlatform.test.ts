import assert from 'node:assert/strict';
import path from 'node:path';
import { beforeAll, afterAll, describe, test } from 'vitest';
import { createApi } from '../../../src/client/createApi.ts';
import { main } from '../../../src/model/shared/address.ts';
import { createDownload } from '../../../src/client/download.ts';
import { destinationsOf } from '../../../src/model/text/destinations.ts';
import { openLocalPlatform, type LocalPlatform } from '../../../src/server/localPlatform.ts';
import { openContent } from '../openContent.ts';
import type { Library, Place } from '../../../src/store/library/library.ts';
import { markdownFolder, withLinks } from '../../markdownFolder.ts';
import { memory } from '../openLibrary.ts';

const base = 'http://127.0.0.1:4010';
const documentation = 'node_modules/undici/docs';
let local: LocalPlatform;

beforeAll(() => {
  local = openLocalPlatform({
    data: ':memory:',
    seed: 'sample',
    sampleFolder: 'media/sample',
    imports: [documentation],
    origin: base,
  });
});

afterAll(() => local.close());

describe('with the local platform', () => {
  test('every page of every space has text, and all its links work except the two broken ones', async () => {
    const { library, content } = open();
    const places = await everything(library);
    const spaces = places.filter((place) => place.kind === 'space').map(({ space }) => space);
    for (const { id } of spaces) await library.pages(id);

    const broken: string[] = [];
    let pages = 0;
    for (const { id, title } of spaces) {
      for (const [path, node] of (await library.pages(id)).byPath) {
        if (node.page.type === 'group') continue;
        const { text } = await content.at(id, main).text(node.id);
        assert.match(text, /^# /);
        pages += 1;
        for (const { url } of destinationsOf(text)) {
          if (/^(https?:|mailto:|#)/.test(url)) continue;
          const target = new URL(url, `page:///${id}/${path}`).pathname.slice(1);
          const [, space = '', inside = ''] = /^([^/]+)\/(.*)$/.exec(decodeURI(target)) ?? [];
          if (!(await content.at(space, main).entry(inside))) broken.push(`${title}: ${path} → ${url}`);
        }
      }
    }

    assert.ok(spaces.length >= 8);
    assert.ok(pages >= 120);
    assert.deepEqual(broken.filter((link) => !link.startsWith('Undici')).length, 2, broken.join('\n'));
  });

  test('every page of real documentation has the text of its file, and its links lead to the pages of their files', async () => {
    const { library, content } = open();
    const source = markdownFolder(documentation);
    const places = await everything(library);
    const place = places.find((each) => each.kind === 'space' && each.space.title.startsWith('Undici'));
    assert.ok(place?.kind === 'space');
    const { byPath } = await library.pages(place.space.id);
    const fileAt = new Map([...byPath].map(([at, { page }]) => [at, page.git?.path]));
    const seen = { pages: 0, links: 0, broken: [] as string[] };

    for (const [at, { id, page }] of byPath) {
      const file = page.git?.path;
      if (page.type === 'group' || !file) continue;
      const { text } = await content.at(place.space.id, main).text(id);

      const expected = withLinks(source.pageText(file), (link, anchor) => {
        const target = source.linked(file, link);
        seen.links += 1;
        if (target === undefined) seen.broken.push(link);
        return `→ ${target ?? 'nowhere'}${anchor}`;
      });
      const shown = withLinks(
        text,
        (link, anchor) => `→ ${fileAt.get(path.posix.join(path.posix.dirname(at), link)) ?? 'nowhere'}${anchor}`,
      );
      assert.equal(shown, expected, file);
      seen.pages += 1;
    }

    assert.equal(seen.pages, source.pages.filter(({ file }) => file).length);
    assert.ok(seen.pages > 40);
    assert.ok(seen.links > 100);
    assert.deepEqual(seen.broken, ['/examples/']);
  });

  test('every file of every space can be read from a page that uses it', async () => {
    const { library, content } = open();
    let read = 0;
    for (const place of await everything(library)) {
      if (place.kind !== 'file') continue;
      const entry = await content.at(place.space.id, main).entry(`anywhere/${place.path}`);
      assert.ok(entry?.kind === 'file');
      assert.equal((await content.bytes(place.space.id, entry.file)).byteLength, entry.file.size);
      read += 1;
    }
    assert.ok(read > 0);
  });

  test('an edit by someone else appears on refresh', async () => {
    const { library, content } = open();
    const space = (await everything(library)).find((place) => place.kind === 'space');
    assert.ok(space?.kind === 'space');
    const [path, node] =
      [...(await library.pages(space.space.id)).byPath].find(([, { page }]) => page.type === 'document') ?? [];
    assert.ok(node);
    const before = await content.at(space.space.id, main).text(node.id);
    const reported: unknown[] = [];
    library.onDidChange((change) => change.kind === 'pages' && reported.push(change.changed));

    local.edit(space.space.id, [{ operation: 'update_page', page: node.id, markdown: 'Edited elsewhere.' }]);
    await library.refresh(space);

    const after = await content.at(space.space.id, main).text(node.id);
    assert.deepEqual(reported, [[node.id]]);
    assert.match(after.text, /Edited elsewhere\./);
    assert.ok(after.modifiedAt > before.modifiedAt);
    assert.equal((await content.at(space.space.id, main).entry(path ?? ''))?.kind, 'page');
  });

  test("spaces in collections are shown without the endpoints that aren't in the document", async () => {
    const spec = openLocalPlatform({ data: ':memory:', seed: 'sample', sampleFolder: 'media/sample', specOnly: true });
    try {
      const { library } = open(spec);
      const places = await everything(library);
      const [organization] = places;

      assert.ok(places.some(({ kind }) => kind === 'space'));
      assert.deepEqual((await library.children(organization)).incomplete, { code: 'spacesUnlisted' });
    } finally {
      spec.close();
    }
  });
});

function open(platform = local) {
  const connection = { base, platform: platform.handle, token: async () => platform.token };
  return openContent({
    api: createApi(connection),
    download: createDownload(connection),
    account: '127.0.0.1-1',
    now: Date.now,
    storage: memory(),
    log: { warn: (message) => assert.fail(message) },
  });
}

/** All places of the tree, each after its parent. */
async function everything(library: Library): Promise<Place[]> {
  const places: Place[] = [];
  const visit = async (parent: Place | undefined): Promise<void> => {
    const children = await library.children(parent);
    for (const place of children.places) {
      places.push(place);
      await visit(place);
    }
  };
  await visit(undefined);
  return places;
}
