import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import { folded } from '../../../src/model/shared/segment.ts';
import { pageTree, type PageTree } from '../../../src/model/pages/tree.ts';

describe('a page tree', () => {
  test("keeps the server's order and structure", () => {
    const tree = pageTree([
      page('b', { path: 'start', pages: [page('d', { path: 'start/second' }), page('c', { path: 'start/first' })] }),
      page('a', { path: 'about' }),
    ]);

    assert.deepEqual([...tree.byId.keys()], ['b', 'd', 'c', 'a']);
    assert.deepEqual(
      tree.roots.map((node) => [node.id, node.children.map((child) => [child.id, child.parent?.id])]),
      [
        ['b', [['d', 'b'], ['c', 'b']]], // prettier-ignore
        ['a', []],
      ],
    );
    assert.equal(tree.roots[0]?.page.pages, undefined);
  });

  test('puts the children of a document into the directory of its name', () => {
    const child = page('c', { path: 'guides/install/linux' });
    const group = page('g', {
      type: 'group',
      path: 'guides',
      pages: [page('i', { path: 'guides/install', pages: [child] })],
    });

    assert.deepEqual(pathsOf([group]), { g: 'guides', i: 'guides/install.md', c: 'guides/install/linux.md' });
  });

  test('gives a path to computed pages and to pages of unknown types, but not to links', () => {
    const pages = [
      page('c', { type: 'computed', path: 'api' }),
      page('u', { type: 'whiteboard', path: 'plan' }),
      page('l', { type: 'link', title: 'Vendor' }),
    ];

    assert.deepEqual(pathsOf(pages), { c: 'api.md', u: 'plan.md', l: undefined });
  });

  test.each([
    ['Install the controller', 'Install-the-controller.md'],
    ['Grüße & Küsse', 'Grüße-Küsse.md'],
    ['设置 指南', '设置-指南.md'],
    ['دليل الإعداد', 'دليل-الإعداد.md'],
    ['What? 100% of #1: a/b\\c', 'What-100-of-1-a-b-c.md'],
    ['.NET', 'NET.md'],
    ['con', 'page-con.md'],
    ['COM1.backup', 'page-COM1.backup.md'],
    ['_files', 'files.md'],
    ['~old', 'old.md'],
    ['README.md', 'README.md'],
    ['trailing dots. . .', 'trailing-dots.md'],
    ['safe\u202Egnp.exe', 'safegnp.exe.md'],
    ['two\nlines\u0000', 'two-lines.md'],
    ['Don’t panic', 'Dont-panic.md'],
    ['C++', 'C++.md'],
    ['.vscode', 'vscode.md'],
    ['.md', 'md.md'],
  ])('names a page titled %j %j', (title, path) => {
    assert.equal(pageTree([page('x', { title })]).roots[0]?.path, path);
  });

  test.each(['', '   ', '..', '🤖', '❤️', '👩‍🚀👨‍👩‍👧', '///', '\u200b', '...'])(
    'names a page titled %j by its id',
    (title) => {
      assert.match(pageTree([page('x', { title })]).roots[0]?.path ?? '', /^page-[0-9a-z]{6}\.md$/);
    },
  );

  test('calls a page without a title untitled', () => {
    assert.deepEqual(
      [undefined, null, '', ' \n '].map((title) => pageTree([page('x', { title })]).roots[0]?.title),
      Array(4).fill('Untitled'),
    );
  });

  test('removes direction marks and line breaks from titles', () => {
    assert.equal(pageTree([page('x', { title: 'a\u202Eb\r\nc\u0007 \u05D0' })]).roots[0]?.title, 'ab c \u05D0');
  });

  test('reads a percent-encoded slug', () => {
    assert.equal(pageTree([page('x', { path: 'guides/caf%C3%A9' })]).roots[0]?.path, 'café.md');
  });

  test('limits a name in bytes', () => {
    const path = pageTree([page('x', { title: '설'.repeat(500) })]).roots[0]?.path ?? '';

    assert.equal(Buffer.byteLength(path), 99 + 3);
  });

  test('gives the plain path to the oldest page of the same name', () => {
    const young = page('a', { title: 'Setup', createdAt: '2026-02-01T00:00:00Z' });
    const old = page('b', { title: 'setup', createdAt: '2025-02-01T00:00:00Z' });

    const paths = pathsOf([young, old]);

    assert.equal(paths.b, 'setup.md');
    assert.match(paths.a ?? '', /^Setup~[0-9a-z]{6}\.md$/);
  });

  test('distinguishes a group from a document of the same name', () => {
    const tree = pageTree([
      page('a', { type: 'group', title: 'setup', createdAt: '1', pages: [page('c', { title: 'one' })] }),
      page('b', { title: 'setup', createdAt: '2', pages: [page('d', { title: 'one' })] }),
    ]);

    assert.equal(tree.byId.get('c')?.path, 'setup/one.md');
    assert.match(tree.byId.get('d')?.path ?? '', /^setup~[0-9a-z]{6}\/one\.md$/);
  });

  test('keeps the path of a page if an older one of the same name moves next to it', () => {
    const page1 = page('a', { title: 'Setup', createdAt: '2026' });
    const before = pageTree([page1]);

    const tree = pageTree([page('b', { title: 'Setup', createdAt: '2020' }), page1], { before });

    assert.equal(tree.byId.get('a')?.path, 'Setup.md');
  });

  test('keeps the path of a page if the one with the plain path disappears', () => {
    const page1 = page('a', { title: 'Setup', createdAt: '2026' });
    const before = pageTree([page('b', { title: 'Setup', createdAt: '2020' }), page1]);

    const tree = pageTree([page1], { before });

    assert.equal(tree.byId.get('a')?.path, before.byId.get('a')?.path);
  });

  test('leaves a path to the page that was opened at it', () => {
    const renamed = page('a', { title: 'Setup (old)' });

    const tree = pageTree([renamed, page('b', { title: 'Setup' })], { opened: new Map([['Setup.md', 'a']]) });

    assert.match(tree.byId.get('b')?.path ?? '', /^Setup~/);
  });

  test('frees a path if the page that was opened at it is gone', () => {
    assert.deepEqual(pathsOf([page('b', { title: 'Setup' })], new Map([['Setup.md', 'a']])), { b: 'Setup.md' });
  });

  test('contains a page once that is listed twice or inside itself', () => {
    const inside = page('a', { title: 'A', pages: [] as Page[] });
    inside.pages!.push(inside, page('b', { title: 'B' }));

    assert.deepEqual([...pageTree([inside, inside]).byId.keys()], ['a', 'b']);
  });

  test('can be 10,000 levels deep', () => {
    const tree = pageTree([tower(10_000)]);

    assert.equal(tree.byPath.size, 10_000);
    assert.ok([...tree.byPath.keys()].every((path) => path.length < 1200));
  });
});

describe('the paths of any pages', () => {
  const tree = (pages: Page[]) => pageTree(pages);

  test('are unique on every file system', () => {
    fc.assert(
      fc.property(forest, (pages) => {
        const paths = pathList(tree(pages));
        assert.equal(new Set(paths.map((path) => folded(path.replace(/\.md$/, '')))).size, paths.length);
      }),
    );
  });

  test('are legal on every file system and in every URI', () => {
    fc.assert(
      fc.property(forest, (pages) => {
        for (const path of pathList(tree(pages))) {
          assert.equal(path, path.normalize('NFC'));
          for (const segment of path.split('/')) {
            assert.match(segment, /^[\p{L}\p{N}~][\p{L}\p{M}\p{N}._+~-]*$/u);
            assert.match(segment, /^(?!(con|prn|aux|nul|com\d|lpt\d)(\.|$)).*[^. ]$/iu);
            assert.ok(Buffer.byteLength(segment) <= 120);
          }
        }
      }),
    );
  });

  test('lead back to their pages', () => {
    fc.assert(
      fc.property(forest, (pages) => {
        const { byId, byPath } = tree(pages);
        for (const [path, node] of byPath) assert.equal(byId.get(node.id)?.path, path);
        assert.equal([...byId.values()].filter((node) => node.path !== undefined).length, byPath.size);
      }),
    );
  });

  test("don't depend on the order of siblings", () => {
    fc.assert(
      fc.property(forest, (pages) => {
        assert.deepEqual(pathsOf(pages.toReversed()), pathsOf(pages));
      }),
    );
  });

  test("don't change if a newer page is created", () => {
    fc.assert(
      fc.property(forest, title, (pages, title) => {
        const before = pathsOf(pages);
        const after = pathsOf([page('new', { title, createdAt: '2027' }), ...pages]);
        for (const [id, path] of Object.entries(before)) assert.equal(after[id], path);
      }),
    );
  });

  test('stay with the opened pages if others come and go, even if the tree is rebuilt in between', () => {
    fc.assert(
      fc.property(forest, forest, fc.func(fc.boolean()), (pages, others, stays) => {
        const opened = new Map([...tree(pages).byPath].map(([path, node]) => [path, node.id]));
        const renumbered = JSON.parse(JSON.stringify(others).replaceAll('"id":"', '"id":"other-')) as Page[];
        const after = pageTree([...renumbered, ...pages.filter((page) => stays(page.id))], { opened });
        for (const [path, id] of opened) {
          const node = after.byId.get(id);
          if (node && !path.includes('/')) assert.equal(node.path, path);
        }
      }),
    );
  });

  test('never name a directory with editor settings', () => {
    const names = ['.vscode', '.git', '.github', '.claude', '.cursor', '.devcontainer'];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom('', ' ', '\u200b', '\u202e', '/', './', '%2e', '_', '~'),
        (name, prefix) => {
          const paths = pathList(
            pageTree([
              page('a', {
                type: 'group',
                title: prefix + name,
                path: prefix + name,
                pages: [page('b', { path: `${name}/${name}` })],
              }),
            ]),
          );
          assert.ok(paths.every((path) => path.split('/').every((segment) => /^[^._~]/.test(segment))));
        },
      ),
    );
  });
});

const title = fc.oneof(
  fc.constantFrom(
    'Setup',
    'setup',
    'SETUP',
    'set-up',
    'Set up',
    'con',
    '..',
    '.git',
    '',
    '🤖',
    'é',
    'e\u0301',
    'ß',
    'ss',
    'a.md',
    'a',
    'x'.repeat(300),
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
);

interface Sketch {
  readonly title: string | null;
  readonly pages?: readonly Sketch[] | null;
}

const forest: fc.Arbitrary<Page[]> = fc
  .letrec<{ page: Sketch; pages: Sketch[] }>((tie) => ({
    page: fc.record(
      {
        title: fc.option(title),
        path: fc.option(title),
        type: fc.constantFrom('document', 'group', 'link', 'computed', 'new-kind', null),
        createdAt: fc.constantFrom('2024', '2025', undefined),
        pages: fc.option(tie('pages'), { maxDepth: 4 }),
      },
      { requiredKeys: ['title'] },
    ),
    pages: fc.array(tie('page'), { maxLength: 6 }),
  }))
  .pages.map((sketches) => {
    let count = 0;
    const numbered = (sketch: Sketch): Page => {
      const id = `p${count++}`;
      return { ...sketch, id, pages: sketch.pages?.map(numbered) };
    };
    return sketches.map(numbered);
  });

function page(id: string, fields: Partial<Page>): Page {
  return { type: 'document', ...fields, id };
}

function tower(levels: number): Page {
  let top = page('p0', { title: 'The innermost' });
  for (let level = 1; level < levels; level++) top = page(`p${level}`, { title: 'A level of the tower', pages: [top] });
  return top;
}

function pathsOf(pages: readonly Page[], opened?: ReadonlyMap<string, string>): Record<string, string | undefined> {
  return Object.fromEntries([...pageTree(pages, { opened }).byId].map(([id, node]) => [id, node.path]));
}

function pathList(tree: PageTree): string[] {
  return [...tree.byPath.keys()];
}
