import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { openDatabase } from '../../../../src/server/database/database.ts';
import { flat, secondOrganization, serve, serveFolder, temporaryFolder, type Json } from '../../serve.ts';

// Sections 2.18 and 4.6 of the API document.

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');

const files = {
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)
  * [Install it](setup/install.md)

## Reference

* [Words](words.md)
* [Elsewhere](https://elsewhere.example/x)
`,
  'README.md': `---
description: Where to begin
icon: book
---

# Welcome

See [install](setup/install.md#windows), ![picture](pictures/dot.svg), [gone](gone.md) and [site](https://site.example).
`,
  'setup/install.md': `# Install it

Run the installer.

## Windows

Double-click **setup.exe**, then [read the words](../words.md).

## Linux

\`\`\`sh
# install --now
\`\`\`
`,
  'words.md': '---\ncomputed: true\nhidden: true\n---\n# Words\n\nA word is a word.\n',
  'pictures/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>alert(1)</script></svg>',
};

describe('the pages of a space', () => {
  test('come as a tree, in order, with the fields of each type', async () => {
    const { get, space } = await serveFolder(files);

    const { status, body } = await get(`/v1/spaces/${space}/content/pages`);

    assert.equal(status, 200);
    const [welcome, reference] = body.pages;
    assert.equal(welcome.type, 'document');
    assert.equal(welcome.title, 'Welcome');
    assert.equal(welcome.slug, 'welcome');
    assert.equal(welcome.path, 'welcome');
    assert.equal(welcome.description, 'Where to begin');
    assert.equal(welcome.icon, 'book');
    for (const field of ['id', 'documentId', 'createdAt', 'updatedAt'])
      assert.equal(typeof welcome[field], 'string', field);
    assert.equal(welcome.pages[0].path, 'welcome/install-it');
    assert.equal(reference.type, 'group');
    const [words, link] = reference.pages;
    assert.equal(words.type, 'computed');
    assert.equal(words.hidden, true);
    assert.equal(typeof words.computed, 'object');
    assert.equal('pages' in words, false);
    assert.equal(link.type, 'link');
    assert.equal(link.href, 'https://elsewhere.example/x');
    assert.deepEqual(link.target, { kind: 'url', url: 'https://elsewhere.example/x' });
    assert.equal('path' in link, false);
    assert.equal('markdown' in welcome, false);
  });

  test('leave out git metadata and computed content on request', async () => {
    const { get, space } = await serveFolder(files);

    const full = flat((await get(`/v1/spaces/${space}/content/pages`)).body.pages);
    const bare = flat((await get(`/v1/spaces/${space}/content/pages?metadata=false&computed=false`)).body.pages);

    assert.equal(
      full.some((page) => page.git !== undefined && page.type === 'computed'),
      true,
    );
    assert.deepEqual(
      bare.map((page) => page.title),
      ['Welcome', 'Install it', 'Reference', 'Elsewhere'],
    );
    assert.equal(
      bare.some((page) => 'git' in page),
      false,
    );
  });

  test('refuse a flag that is neither true nor false', async () => {
    const { get, space } = await serveFolder(files);

    const { status, body } = await get(`/v1/spaces/${space}/content/pages?metadata=no`);

    assert.equal(status, 400);
    assert.equal(body.error.message, 'query.metadata: must be one of true, false');
  });
});

describe('a page', () => {
  test('has its text if Markdown is requested, with the title on top and links between pages', async () => {
    const { get, space, page } = await serveFolder(files);
    const { id } = await page('welcome');

    const { body } = await get(`/v1/spaces/${space}/content/page/${id}?format=markdown`);

    const file = (await get(`/v1/spaces/${space}/content/files`)).body.items[0];
    assert.equal(
      body.markdown,
      `# Welcome\n\nSee [install](welcome/install-it.md#windows), ![picture](/files/${file.id}), [gone](gone.md) and [site](https://site.example).\n`,
    );
  });

  test.each(['true', 'false'])('is the same with or without evaluated values: %s', async (evaluated) => {
    const { get, space, page } = await serveFolder(files);
    const path = `/v1/spaces/${space}/content/page/${(await page('welcome')).id}?format=markdown`;

    const { status, body } = await get(`${path}&evaluated=${evaluated}`);

    assert.equal(status, 200);
    assert.deepEqual(body, (await get(path)).body);
  });

  test('has no text otherwise, and its children', async () => {
    const { get, space, page } = await serveFolder(files);
    const welcome = await page('welcome');

    const { status, body } = await get(`/v1/spaces/${space}/content/page/${welcome.id}`);

    assert.equal(status, 200);
    assert.deepEqual(body, welcome);
  });

  test("that doesn't exist isn't found", async () => {
    const { get, space } = await serveFolder(files);

    assert.equal((await get(`/v1/spaces/${space}/content/page/nothing`)).status, 404);
  });

  test("isn't found after its deletion, nor are its descendants", async () => {
    const { get, space, page, platform } = await serveFolder(files);
    const [welcome, install] = [await page('welcome'), await page('welcome/install-it')];

    platform.edit(space, [{ operation: 'delete_page', page: welcome.id }]);

    assert.equal((await get(`/v1/spaces/${space}/content/page/${welcome.id}`)).status, 404);
    assert.equal((await get(`/v1/spaces/${space}/content/page/${install.id}`)).status, 404);
    assert.equal((await get(`/v1/spaces/${space}/search?query=installer`)).body.count, 0);
  });

  test('has another path after it was renamed, like its descendants, in a new revision', async () => {
    const { get, space, page, platform, wait } = await serveFolder(files);
    const welcome = await page('welcome');
    const before = (await get(`/v1/spaces/${space}`)).body;
    wait(5000);

    platform.edit(space, [{ operation: 'update_page', page: welcome.id, title: 'Grüß Gott!' }]);

    const after = (await get(`/v1/spaces/${space}`)).body;
    assert.notEqual(after.revision, before.revision);
    assert.ok(after.updatedAt > before.updatedAt);
    assert.equal((await page('grüß-gott')).id, welcome.id);
    assert.equal((await page('grüß-gott/install-it')).title, 'Install it');
  });
});

describe('a revision', () => {
  test('comes with the whole current content', async () => {
    const { get, space } = await serveFolder(files);

    const { status, body } = await get(`/v1/spaces/${space}/content`);

    assert.equal(status, 200);
    assert.equal(body.object, 'revision');
    assert.equal(body.type, 'edits');
    assert.equal(body.id, (await get(`/v1/spaces/${space}`)).body.revision);
    assert.equal(body.parents.length, 1);
    assert.deepEqual(body.pages, (await get(`/v1/spaces/${space}/content/pages`)).body.pages);
    assert.equal(body.files.length, 1);
    assert.deepEqual(body.reusableContents, []);
    assert.deepEqual(body.variables, {});
  });
});

describe('the files of a space', () => {
  test('have name, type and size', async () => {
    const { get, space } = await serveFolder({
      ...files,
      'README.md': '![a](pictures/dot.svg) ![b](a.png)',
      'a.png': png,
    });

    const { status, body } = await get(`/v1/spaces/${space}/content/files?metadata=false`);

    assert.equal(status, 200);
    assert.equal(body.count, 2);
    const [first, second] = body.items;
    assert.deepEqual([first.name, second.name], ['a.png', 'dot.svg']);
    assert.equal(second.contentType, 'image/svg+xml');
    assert.equal(second.size, files['pictures/dot.svg'].length);
    assert.deepEqual(second.dimensions, { width: 40, height: 20 });
    assert.equal('git' in first, false);
    assert.deepEqual((await get(`/v1/spaces/${space}/content/files/${first.id}?metadata=false`)).body, first);
  });

  test('can be downloaded without a token, harmlessly, for a limited time', async () => {
    const { get, space, wait } = await serveFolder(files);
    const { downloadURL } = (await get(`/v1/spaces/${space}/content/files`)).body.items[0];

    const response = await fetch(downloadURL);

    assert.equal(response.status, 200);
    assert.equal(response.headers.get('Content-Type'), 'image/svg+xml');
    assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.match(response.headers.get('Content-Security-Policy') ?? '', /sandbox/);
    assert.equal(await response.text(), files['pictures/dot.svg']);
    wait(2 * 60 * 60 * 1000);
    assert.equal((await fetch(downloadURL)).status, 403);
  });

  test("aren't downloaded with a changed URL", async () => {
    const { get, space } = await serveFolder(files);
    const { downloadURL } = (await get(`/v1/spaces/${space}/content/files`)).body.items[0];
    const address = new URL(downloadURL);
    address.searchParams.set('expires', String(Number(address.searchParams.get('expires')) + 1));

    assert.equal((await fetch(address)).status, 403);
    assert.equal((await fetch(`${address.origin}${address.pathname}`)).status, 403);
  });

  test('report the pages that use them', async () => {
    const { get, space, page } = await serveFolder(files);
    const file = (await get(`/v1/spaces/${space}/content/files`)).body.items[0];

    const { status, body } = await get(`/v1/spaces/${space}/content/files/${file.id}/backlinks`);

    assert.equal(status, 200);
    assert.equal(body.count, 1);
    const { organization, ...reference } = body.items[0];
    assert.equal(typeof organization, 'string');
    assert.deepEqual(reference, { kind: 'page', page: (await page('welcome')).id, space });
  });
});

describe('searching a space', () => {
  const titles = (body: Json): string[] => body.items.map((item: Json) => item.title);

  test('finds pages and their sections, with the last word incomplete', async () => {
    const { get, space } = await serveFolder(files);

    const { status, body } = await get(`/v1/spaces/${space}/search?query=double%20cl`);

    assert.equal(status, 200);
    assert.deepEqual(titles(body), ['Install it']);
    const [section] = body.items[0].sections;
    assert.equal(section.title, 'Windows');
    assert.equal(section.path, 'welcome/install-it#windows');
    assert.equal(section.body, 'Double-click setup.exe, then read the words.');
  });

  test('ranks a match in the title first', async () => {
    const { get, space } = await serveFolder(files);

    const { body } = await get(`/v1/spaces/${space}/search?query=words`);

    assert.deepEqual(titles(body), ['Words', 'Install it']);
  });

  test.each([
    '"',
    'a" OR "b',
    '*',
    'NEAR(a b)',
    'title:x',
    '^',
    '(',
    "'; DROP TABLE sections; --",
    '%',
    '-',
    '{% hint %}',
  ])('treats %j as text', async (query) => {
    const { get, space } = await serveFolder(files);

    const { status } = await get(`/v1/spaces/${space}/search?query=${encodeURIComponent(query)}`);

    assert.equal(status, 200);
  });

  test('finds emoji in titles, headings and texts if nothing else is searched', async () => {
    const { get, space } = await serveFolder({
      'README.md': '# 🚨 Alarm\n\nPush it.',
      'b.md': '# Push\n\n## 🚨 Now\n\nOr 👩‍🚒 comes.',
    });
    const found = async (query: string) =>
      titles((await get(`/v1/spaces/${space}/search?query=${encodeURIComponent(query)}`)).body).sort();

    assert.equal((await found('🚨')).length, 2);
    assert.deepEqual(await found('🚒️ 🚨'), []);
    assert.deepEqual(await found('👩‍🚒'), ['Push']);
    assert.deepEqual(await found('🚀'), []);
    assert.equal((await found('🚨 push')).length, 2);
    assert.deepEqual(await found('💡📢🔔🎉🚀🛠📘📗📙📕🚨'.repeat(40)), []);
  });

  test('finds words of other scripts, and accented words without accents', async () => {
    const { get, space } = await serveFolder({ 'a.md': '# البدء السريع\n\nناقة', 'b.md': '# Über Größe\n\nCrème' });

    assert.equal((await get(`/v1/spaces/${space}/search?query=${encodeURIComponent('السريع')}`)).body.count, 1);
    assert.equal((await get(`/v1/spaces/${space}/search?query=creme`)).body.count, 1);
  });

  test.each([
    ['', 400],
    ['a'.repeat(512), 200],
    ['a'.repeat(513), 400],
  ])('checks the limit of its query', async (query, expected) => {
    const { get, space } = await serveFolder(files);

    assert.equal((await get(`/v1/spaces/${space}/search?query=${query}`)).status, expected);
  });

  test('requires a query', async () => {
    const { get, space } = await serveFolder(files);

    const { status, body } = await get(`/v1/spaces/${space}/search`);

    assert.equal(status, 400);
    assert.equal(body.error.message, 'query.query: is required');
  });

  test('ranks a match in the title first even among more matches than are compared', async () => {
    const body = Array.from({ length: 1100 }, (_, at) => `## Part ${at}\n\nneedle\n`).join('\n');
    const { get, space } = await serveFolder({ 'a.md': `# First\n\n${body}`, 'b.md': '# The needle\n\nText\n' });

    const { body: found } = await get(`/v1/spaces/${space}/search?query=needle`);

    assert.deepEqual(titles(found), ['The needle', 'First']);
    assert.equal('count' in found, false);
  });

  test('treats a single letter as a word, not as the start of words', async () => {
    const { get, space } = await serveFolder({ 'a.md': '# One\n\nPlan b.\n', 'b.md': '# Two\n\nPlan better.\n' });

    assert.deepEqual(titles((await get(`/v1/spaces/${space}/search?query=b`)).body), ['One']);
    assert.deepEqual(titles((await get(`/v1/spaces/${space}/search?query=be`)).body), ['Two']);
  });

  test('shows the text around a word', async () => {
    const text = `${'before '.repeat(100)}needle ${'after '.repeat(100)}`;
    const { get, space } = await serveFolder({ 'a.md': `# One\n\n${text}\n` });

    const { body } = await get(`/v1/spaces/${space}/search?query=NEEDL`);

    assert.match(body.items[0].sections[0].body, /^…before .*before needle after .*after…$/);
    assert.ok(body.items[0].sections[0].body.length <= 162);
  });

  test('returns every page once, whatever the limit', async () => {
    const pages = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`p${at}.md`, `# Page ${at}\n\nneedle\n`]));
    const { get, space } = await serveFolder(pages);

    const seen: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body } = await get(`/v1/spaces/${space}/search?query=needle&limit=2${cursor && `&page=${cursor}`}`);
      seen.push(...titles(body));
      cursor = body.next?.page;
    }

    assert.equal(new Set(seen).size, 9);
    assert.equal(seen.length, 9);
  });
});

describe('searching an organization', () => {
  test("finds a page among many spaces, however many the caller can't see", async () => {
    const served = await serve({ data: temporaryFolder() });
    const spaces: string[] = [];
    for (let at = 0; at < 51; at += 1) {
      spaces.push((await served.post(`/v1/orgs/${served.organization}/spaces`, {})).body.id);
    }
    const text = `${'Many words. '.repeat(50)} needle`;
    served.platform.edit(spaces[50] ?? '', [{ operation: 'insert_page', title: 'Found', markdown: text }]);
    const other = secondOrganization(served);
    const { body: foreign } = await served.post(`/v1/orgs/${other}/spaces`, {});
    const database = openDatabase(served.data);
    database.run(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2100)
       INSERT INTO sections (space_id, page_id, title, heading, body) SELECT ?, 'Page' || n, 'Needle', 'Needle', 'Needle' FROM numbers`,
      foreign.id,
    );
    database.close();

    const { body } = await served.get(`/v1/orgs/${served.organization}/search?query=needle`);

    assert.deepEqual(
      body.items.map((item) => [item.id, item.pages[0].title]),
      [[spaces[50], 'Found']],
    );
    assert.equal(body.count, 1);
  });

  test('groups pages by space and leaves out deleted spaces', async () => {
    const { get, delete: remove, space, organization } = await serveFolder(files);

    const found = await get(`/v1/orgs/${organization}/search?query=installer`);
    await remove(`/v1/spaces/${space}`);
    const later = await get(`/v1/orgs/${organization}/search?query=installer`);

    assert.equal(found.body.items[0].id, space);
    assert.equal(found.body.items[0].pages[0].path, 'welcome/install-it');
    assert.deepEqual(later.body, { items: [], count: 0 });
  });
});

describe('the link report', () => {
  test('of a space reports targets, whether they exist, and the pages that link to them', async () => {
    const { get, space, page } = await serveFolder(files);

    const { status, body } = await get(`/v1/spaces/${space}/links`);

    assert.equal(status, 200);
    assert.deepEqual(body.stats, { total: 5, broken: { total: 1, changeRequest: 0 } });
    const [site] = body.items.filter((item) => item.targetReference.kind === 'url');
    assert.equal(site?.status, 'ok');
    assert.equal(site?.relation, 'reference');
    assert.equal(site?.locationReferences[0].page, (await page('welcome')).id);
  });

  test('reports embedded targets as dependencies', async () => {
    const { get, space } = await serveFolder({
      'a.md': '# A\n\n![x](x.svg) [b](b.md)\n',
      'b.md': '# B\n\n[a](a.md) {% file src="x.svg" %}\n\n{% content-ref url="a.md" %}\n',
      'x.svg': '<svg/>',
    });

    const { body } = await get(`/v1/spaces/${space}/links`);

    const relations = body.items.map((item) => [item.targetReference.kind, item['relation']]);
    assert.deepEqual(relations, [
      ['file', 'dependsOn'],
      ['page', 'reference'],
      ['page', 'reference'],
    ]);
  });

  test('counts links that pending change requests would break', async () => {
    const { get, post, patch, space, page } = await serveFolder({
      'a.md': '# A\n\n[b](b.md) [c](c.md) [none](none.md)\n',
      'b.md': '# B\n',
      'c.md': '# C\n\n[b](b.md)\n',
    });
    const [a, b, c] = [await page('a'), await page('b'), await page('c')];
    const requests = `/v1/spaces/${space}/change-requests`;
    const propose = async (change: object) => {
      const { body } = await post(requests, {});
      await post(`${requests}/${body.id}/content`, { changes: [change] });
      return `${requests}/${body.id}`;
    };
    const broken = async (path = '') => {
      const { body } = await get(`/v1/spaces/${space}${path}/links`);
      return (body['stats'] as { broken: unknown }).broken;
    };
    assert.deepEqual(await broken(), { total: 1, changeRequest: 0 });

    const deleting = await propose({ operation: 'delete_page', page: b.id });
    assert.deepEqual(await broken(), { total: 1, changeRequest: 1 });
    await propose({ operation: 'update_page', page: c.id, slug: 'elsewhere' });
    assert.deepEqual(await broken(), { total: 1, changeRequest: 2 });
    await propose({ operation: 'update_page', page: a.id, document: { markdown: '[new](new.md) [none](none.md)' } });
    assert.deepEqual(await broken(), { total: 1, changeRequest: 3 });
    assert.deepEqual(await broken(`/content/page/${c.id}`), { total: 0, changeRequest: 1 });
    await patch(deleting, { status: 'archived' });
    assert.deepEqual(await broken(`/content/page/${c.id}`), { total: 0, changeRequest: 0 });
    assert.deepEqual(await broken(), { total: 1, changeRequest: 2 });
  });

  test('can be filtered by status', async () => {
    const { get, space } = await serveFolder(files);

    const { body } = await get(`/v1/spaces/${space}/links?status=broken`);

    assert.equal(body.count, 1);
    assert.equal(body.items[0].targetReference.kind, 'page');
    assert.equal(body.items[0].targetReference.page, 'gone');
    assert.equal((await get(`/v1/spaces/${space}/links?status=bad`)).status, 400);
  });

  test("of a page only contains that page's links", async () => {
    const { get, space, page } = await serveFolder(files);
    const install = await page('welcome/install-it');

    const { body } = await get(`/v1/spaces/${space}/content/page/${install.id}/links`);

    assert.equal(body.count, 1);
    assert.equal(body.items[0].status, 'ok');
  });

  test('includes links to other spaces and into the app', async () => {
    const { get, space, page, platform } = await serveFolder(files, { appUrl: 'https://app.example' });
    const install = await page('welcome/install-it');
    const markdown = `[a](/spaces/${space}/welcome#x) [b](/spaces/${space}) [c](/spaces/nothing) [d](https://app.example/o/x) [e](https://app.example.evil)`;

    platform.edit(space, [{ operation: 'update_page', page: install.id, markdown }]);

    const { body } = await get(`/v1/spaces/${space}/content/page/${install.id}/links`);
    const statuses = new Map(
      body.items.map(({ targetReference: { url, page, space }, status }) => [url ?? page ?? space, status]),
    );
    assert.deepEqual(Object.fromEntries(statuses) as object, {
      [(await page('welcome')).id]: 'in-app',
      [space]: 'in-app',
      nothing: 'broken',
      'https://app.example/o/x': 'in-app',
      'https://app.example.evil': 'ok',
    });
  });
});
