import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { openLocalPlatform } from '../../../../src/server/localPlatform.ts';
import { flat, folderWith, serve, serveFolder, temporaryFolder, type Json } from '../../serve.ts';

const undici = join(import.meta.dirname, '../../../../node_modules/undici/docs');

/** Text without its title and link targets, which an import may change. */
function comparable(markdown: string): string {
  return markdown
    .replace(/^# .*\n+/m, '')
    .replace(/\]\([^)\s]*/g, '](')
    .replace(/^(\[[^\]]+\]:\s*)\S*/gm, '$1')
    .trim();
}

function outline(pages: readonly Json[]): unknown[] {
  return pages.map((page) =>
    'pages' in page && page.pages.length > 0 ? [page.title, outline(page.pages)] : page.title,
  );
}

describe('importing the documentation of a real project', () => {
  test('keeps the text of every file', async () => {
    const served = await serve({ imports: [undici] });
    const space = (await served.get(`/v1/orgs/${served.organization}/spaces`)).body.items[0];
    const pages = flat((await served.get(`/v1/spaces/${space.id}/content/pages`)).body.pages);
    const documents = pages.filter((page) => page['type'] === 'document');

    assert.equal(space.title, 'Undici docs');
    assert.ok(documents.length >= 40, `${documents.length} pages`);
    for (const { id, git } of documents as unknown as { id: string; git: { path: string } }[]) {
      const { body } = await served.get(`/v1/spaces/${space.id}/content/page/${id}?format=markdown`);
      const file = readFileSync(join(undici, git.path), 'utf8');
      assert.equal(comparable(body.markdown), comparable(file), git.path);
    }
  });

  test('keeps its links between pages working', async () => {
    const served = await serve({ imports: [undici] });
    const space = (await served.get(`/v1/orgs/${served.organization}/spaces`)).body.items[0];

    const { body } = await served.get(`/v1/spaces/${space.id}/links?status=ok`);

    const between = body.items.filter((item) => item.targetReference['kind'] === 'page');
    assert.ok(between.length > 20, `${between.length} links`);
  });

  test('reads files in their encoding', async () => {
    const folder = folderWith({ 'a.md': '' });
    writeFileSync(join(folder, 'sixteen.md'), Buffer.from('\ufeff# Sixteen\n\ncafé', 'utf16le'));
    writeFileSync(join(folder, 'latin.md'), Buffer.from('# Latin café', 'latin1'));
    const served = await serve({ imports: [folder] });
    const space = (await served.get(`/v1/orgs/${served.organization}/spaces`)).body.items[0];

    const { body } = await served.get(`/v1/spaces/${space.id}/content/pages`);

    assert.deepEqual(outline(body.pages), ['A', 'Latin café', 'Sixteen']);
  });

  test('happens once, however often the data is opened', async () => {
    const data = temporaryFolder();
    openLocalPlatform({ data, imports: [undici] }).close();

    const served = await serve({ data, imports: [undici] });

    assert.equal((await served.get(`/v1/orgs/${served.organization}/spaces`)).body.count, 1);
  });
});

describe('the tree of an imported folder', () => {
  test('has folders as groups or as their README, in natural order', async () => {
    const { get, space } = await serveFolder({
      'README.md': '# Home',
      'part-10.md': '# Ten',
      'part-2.md': '# Two',
      'guide/README.md': '# The guide',
      'guide/first.md': '# First',
      'guide/deep/er/page.md': '# Deep',
      'api_docs/index.md': 'No heading',
      'empty/picture.txt': 'no page',
      'node_modules/x/README.md': '# Not this',
      '.github/PULL.md': '# Nor this',
    });

    const { body } = await get(`/v1/spaces/${space}/content/pages`);

    assert.deepEqual(outline(body.pages), [
      'Home',
      'Index',
      ['The guide', [['Deep', [['Er', ['Deep']]]], 'First']],
      'Two',
      'Ten',
    ]);
  });

  test('follows a SUMMARY.md, with other pages at the end', async () => {
    const { get, space } = await serveFolder({
      'SUMMARY.md': `# Summary
- [Second](two.md)
    - [With (brackets)](<with space.md>)
- [Gone](gone.md)
- [Again](two.md)
## Part *one*
1. [Link](https://a.example/?b=c)
\t- [Child](sub/child.md#anchor)
`,
      'one.md': '# One',
      'two.md': '# Two',
      'with space.md': '# Space',
      'sub/child.md': '# Child',
    });

    const { body } = await get(`/v1/spaces/${space}/content/pages`);

    assert.deepEqual(outline(body.pages), [['Second', ['With (brackets)']], ['Part one', ['Link', 'Child']], 'One']);
  });

  test('takes titles from a heading of level 1 that begins the text, else front matter, else the first heading, else the name', async () => {
    const { get, space, page } = await serveFolder({
      '1.md': '---\ntitle: Front\n---\n\n### Synopsis\n\n# Not this\n',
      '1a.md': '---\ntitle: Not this\n---\n\n# First level\n',
      '1b.md': 'Text\n\n## Second `level`\n',
      '2.md': '---\ntitle: "Front: matter"\n---\nText\n',
      '3-some_name.md': 'Text',
      '4.md': '<p align="center">Logo</p>\n\nUnderlined\n==========\n\nText\n',
      '5.md': '```\n# not this\n```\n\n# **Bold** [link](x) \\_\n',
    });

    const { body } = await get(`/v1/spaces/${space}/content/pages`);

    assert.deepEqual(outline(body.pages), ['Front', 'First level', '1b', 'Front: matter', '3 some name', '4', '5']);
    const { body: front } = await get(`/v1/spaces/${space}/content/page/${(await page('front')).id}?format=markdown`);
    assert.equal(front.markdown, '# Front\n\n### Synopsis\n\n# Not this\n');
  });

  test('gives every page a unique path, whatever its title', async () => {
    const hostile = [
      '..',
      '.NET',
      'a/b\\c:d#e?f%g',
      'con',
      '🚀🚀',
      'مرحبا',
      'Same',
      'Same',
      'same',
      '# #',
      '<script>',
      'x'.repeat(300),
    ];
    const { get, space } = await serveFolder(
      Object.fromEntries(
        hostile.map((title, at) => [`${String(at).padStart(2, '0')}.md`, `# ${title}\n\nText ${at}\n`]),
      ),
    );

    const { body } = await get(`/v1/spaces/${space}/content/pages`);

    assert.equal(body.pages.length, hostile.length);
    assert.equal(new Set(body.pages.map((page) => page.path)).size, hostile.length);
    for (const page of body.pages) {
      assert.match(page.path, /^[^./\\#?%:\s][^/\\#?%:\s]*$/);
      const { status } = await get(`/v1/spaces/${space}/content/page/${page.id}?format=markdown`);
      assert.equal(status, 200);
    }
  });
});

describe('the links of an imported page', () => {
  test('name pages by path and files by id, and leave others unchanged', async () => {
    const { get, space, page } = await serveFolder({
      'README.md': [
        '# Home',
        '',
        '[a](guide/first.md#x "title") [b](./guide/) [c](<guide/a b.md>) [d](guide/a%20b.md) [e](/guide/first.md)',
        '![i](img/p.svg) [![i](img/p.svg)](guide/first.md) `[code](guide/first.md)`',
        '[out](../../etc/passwd) [mail](mailto:a@b.example) [top](#home) [gone](gone.md) [web](https://a.example/guide/first.md)',
        '<img src="img/p.svg" width="3"><a href="guide/first.md">x</a>',
        '',
        '{% content-ref url="guide/first.md" %}',
        '[First](guide/first.md)',
        '{% endcontent-ref %}',
        '',
        '[ref][r] and [^1]',
        '',
        '[r]: guide/first.md "t"',
        '[^1]: guide/first.md',
        '',
        '    [indented](guide/first.md)',
        '',
        '- item',
        '',
        '  [in item](guide/first.md)',
        '',
        '```md',
        '[fenced](guide/first.md)',
        '```',
        '',
      ].join('\n'),
      'guide/README.md': '# Guide',
      'guide/first.md': '# First one\n\n[up](../README.md) [beside](a%20b.md)\n',
      'guide/a b.md': '# A b',
      'img/p.svg': '<svg/>',
    });
    const file = (await get(`/v1/spaces/${space}/content/files`)).body.items[0].id;
    const text = async (path: string) => {
      const { id } = await page(path);
      return (await get(`/v1/spaces/${space}/content/page/${id}?format=markdown`)).body['markdown'];
    };

    assert.equal(
      await text('home'),
      [
        '# Home',
        '',
        '[a](guide/first-one.md#x "title") [b](guide.md) [c](<guide/a-b.md>) [d](guide/a-b.md) [e](guide/first-one.md)',
        `![i](/files/${file}) [![i](/files/${file})](guide/first-one.md) \`[code](guide/first.md)\``,
        '[out](../../etc/passwd) [mail](mailto:a@b.example) [top](#home) [gone](gone.md) [web](https://a.example/guide/first.md)',
        `<img src="/files/${file}" width="3"><a href="guide/first-one.md">x</a>`,
        '',
        '{% content-ref url="guide/first-one.md" %}',
        '[First](guide/first-one.md)',
        '{% endcontent-ref %}',
        '',
        '[ref][r] and [^1]',
        '',
        '[r]: guide/first-one.md "t"',
        '[^1]: guide/first.md',
        '',
        '    [indented](guide/first.md)',
        '',
        '- item',
        '',
        '  [in item](guide/first-one.md)',
        '',
        '```md',
        '[fenced](guide/first.md)',
        '```',
        '',
      ].join('\n'),
    );
    assert.equal(await text('guide/first-one'), '# First one\n\n[up](../home.md) [beside](a-b.md)\n');
  });
});

describe('a hostile folder', () => {
  test('reveals nothing that is outside of it or hidden', async () => {
    const around = folderWith({ 'secret.md': '# Secret', 'secret.txt': 'top secret' });
    const inside = join(around, 'docs');
    mkdirSync(join(inside, '.ssh'), { recursive: true });
    writeFileSync(join(inside, '.env'), 'TOKEN=1');
    writeFileSync(join(inside, '.ssh/id'), 'key');
    writeFileSync(join(inside, 'fine.txt'), 'fine');
    const wanted = [
      '../secret.txt',
      '%2e%2e/secret.txt',
      'link.txt',
      '/../secret.txt',
      '.env',
      '.ssh/id',
      'folder/secret.txt',
      'fine.txt',
    ];
    writeFileSync(
      join(inside, 'README.md'),
      `# Home\n\n${wanted.map((path) => `[x](${path}) ![y](${path})`).join('\n')}\n`,
    );
    writeFileSync(
      join(inside, 'SUMMARY.md'),
      '* [Home](README.md)\n* [Out](../secret.md)\n* [Link](folder/secret.md)\n',
    );
    symlinkSync('../secret.txt', join(inside, 'link.txt'));
    symlinkSync('../secret.md', join(inside, 'linked.md'));
    symlinkSync('..', join(inside, 'folder'));
    symlinkSync('.', join(inside, 'circle'));

    const served = await serve({ imports: [inside] });

    const space = (await served.get(`/v1/orgs/${served.organization}/spaces`)).body.items[0].id;
    const { pages, files } = (await served.get(`/v1/spaces/${space}/content`)).body;
    assert.deepEqual(outline(pages), ['Home']);
    assert.deepEqual(
      files.map((file) => file['name']),
      ['fine.txt'],
    );
  });
});
