import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { fromFolder, fromZip, repository } from './repository.ts';

const assets = 'docs/.gitbook/assets';

describe.each([
  ['a folder', fromFolder],
  ['an archive', fromZip],
])('a repository in %s', (_, read) => {
  test('has the pages below its root, in the order of its table of contents, with unlisted ones hidden', async () => {
    const { outline, notes } = await read(repository);

    assert.deepEqual(outline, ['Begin', 'Guides', '  Set up', '  Blocks', '(Setup: the basics)']);
    assert.ok(notes.includes('skipped · README.md · outside of docs/'));
    assert.ok(notes.includes('unlisted · docs/plain_name.md'));
    assert.ok(notes.includes('redirect · .gitbook.yaml · old/page → new.md'));
  });

  test('brings every file that its pages and blocks name, and no other', async () => {
    const { files } = await read(repository);

    assert.deepEqual(
      files,
      [
        ...['api.yaml', 'card dark.svg', 'card.svg', 'cover.svg', 'dark (1).svg', "it's a film.mp4", 'light.svg'],
        ...['note.svg', 'notes.md', 'poster.svg', 'wide.svg'],
      ].map((name) => `${assets}/${name}`),
    );
  });

  test('has the addresses in all blocks as the server stores them', async () => {
    const { pages } = await read(repository);

    const text = pages.get('docs/guide/all_blocks.md')?.text ?? '';
    for (const address of [
      `srcset="/files/${assets}/dark (1).svg 2x, /files/${assets}/wide.svg"`,
      `<img src=/files/${assets}/light.svg>`,
      `poster='/files/${assets}/poster.svg'`,
      `src="/files/${assets}/it's a film.mp4"`,
      `<a href="/files/${assets}/card dark.svg">`,
      `{% openapi src="/files/${assets}/api.yaml" path="/pets/{id}"`,
      `{% file src="/files/${assets}/notes.md" caption="a \\"note\\""`,
      '{% embed caption="100% sure, 5 > 4" url="set-up.md" %}',
      `{% embed caption='say "so"' url='../begin.md' %}`,
      '{% content-ref url="../setup-the-basics.md" %}\n[plain](../setup-the-basics.md)',
    ])
      assert.ok(text.includes(address), `${address} in ${text}`);
    assert.match(
      pages.get('docs/start.md')?.text ?? '',
      /\[Absolute\]\(guides\/set-up\.md\) \[relative\]\(guides\/set-up\.md\)/,
    );
  });

  test('has the included texts in their places, and none in code', async () => {
    const { pages, notes } = await read(repository);

    const hint = `{% hint style="info" %}\nSee [setup](set-up.md).\n\n![n](/files/${assets}/note.svg)\n{% endhint %}`;
    assert.equal(pages.get('docs/guide/setup.md')?.text, `${hint}\n`);
    const text = pages.get('docs/guide/all_blocks.md')?.text ?? '';
    assert.ok(text.includes('`{% include "../.gitbook/includes/note.md" %}`'));
    assert.ok(text.includes(`- In a list:\n\n  ${hint.replace(/\n(?!\n)/g, '\n  ')}`), text);
    assert.ok(text.includes('Round {% include "circle.md" %}'));
    assert.ok(text.includes('{% include "../.gitbook/includes/gone.md" %}'));
    assert.deepEqual(
      notes.filter((note) => note.startsWith('include')),
      [
        'include · docs/guide/all_blocks.md · circle.md',
        'include · docs/guide/all_blocks.md · ../.gitbook/includes/gone.md',
      ],
    );
  });

  test('keeps the properties that a page can have, and names the others', async () => {
    const { pages, notes } = await read(repository);

    const page = pages.get('docs/guide/setup.md');
    assert.deepEqual([page?.description, page?.icon, page?.hidden], ['Two lines', 'é', undefined]);
    const { git: _, ...more } = JSON.parse(page?.more ?? '{}') as Record<string, unknown>;
    assert.deepEqual(more, {
      noIndex: true,
      layout: { title: false, cover: true, coverSize: 'hero' },
      variables: { version: '1.10' },
      cover: { ref: { kind: 'file', file: `${assets}/cover.svg` }, yPos: 12 },
    });
    assert.ok(notes.includes('property · docs/guide/setup.md · layout.width, tags'));
    assert.ok(notes.includes('frontMatter · docs/plain_name.md'));
  });
});

test('texts that include others many times end, and texts in lines, quotes, and cells stay in them', () => {
  const many = (name: string) => `{% include "${name}.md" %}\n\n`.repeat(30);
  const { pages, notes } = fromFolder({
    'a.md': `# A\n\n${many('.gitbook/includes/b').trim()}`,
    '.gitbook/includes/b.md': many('c'),
    '.gitbook/includes/c.md': many('d'),
    '.gitbook/includes/d.md': 'word',
    'e.md':
      '# E\n\nIn {% include "/.gitbook/includes/d.md" %} line, {% include ".gitbook/includes/f%20g.md" %}\n\n> {% include ".gitbook/includes/f g.md" %}\n\n| {% include ".gitbook/includes/f g.md" %} | {% include ".gitbook/includes/d.md" %} |\n| - | - |\n',
    '.gitbook/includes/f g.md': 'One\n\nTwo\n',
  });

  assert.ok((pages.get('a.md')?.text.match(/word/g)?.length ?? 0) > 500);
  assert.ok((pages.get('a.md')?.text.length ?? Infinity) < 1_000_000);
  assert.ok(notes.includes('include · a.md · d.md'));
  assert.equal(
    pages.get('e.md')?.text,
    'In word line, \n\nOne\n\nTwo\n\n> One\n>\n> Two\n\n| {% include ".gitbook/includes/f g.md" %} | word |\n| - | - |\n',
  );
});
