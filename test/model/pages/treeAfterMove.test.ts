import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import { linksAfterHeadings, linksAfterMoves } from '../../../src/model/pages/brokenLinks.ts';
import { pageTree, type PageTree } from '../../../src/model/pages/tree.ts';
import { slugAfterMove, treeAfterMove, type PageMove } from '../../../src/model/pages/treeAfterMove.ts';

const tree = pageTree([
  page('home', 'home'),
  page('daily', 'daily', [page('charging', 'daily/charging', [page('dock', 'daily/charging/dock')])]),
  page('safety', 'safety'),
  page('more', 'more', [page('other', 'more/charging')]),
]);

describe('the tree after a move', () => {
  test('gives a page with a new slug, and its descendants, new paths', () => {
    assert.deepEqual(paths(treeAfterMove(tree, { page: 'charging', to: { into: 'daily', slug: 'power' } })), {
      charging: ['daily/power', 'daily/power.md'],
      dock: ['daily/power/dock', 'daily/power/dock.md'],
    });
  });

  test('gives a page with a new parent its path', () => {
    assert.deepEqual(paths(treeAfterMove(tree, { page: 'charging', to: { into: undefined, slug: 'charging' } })), {
      charging: ['charging', 'charging.md'],
      dock: ['charging/dock', 'charging/dock.md'],
    });
    assert.deepEqual(paths(treeAfterMove(tree, { page: 'daily', to: { into: 'safety', slug: 'daily' } })), {
      daily: ['safety/daily', 'safety/daily.md'],
      charging: ['safety/daily/charging', 'safety/daily/charging.md'],
      dock: ['safety/daily/charging/dock', 'safety/daily/charging/dock.md'],
    });
  });

  test("keeps the path of a descendant that isn't below the path of its parent", () => {
    const loose = pageTree([page('daily', 'daily', [page('log', 'daily-log')])]);

    const after = treeAfterMove(loose, { page: 'daily', to: { into: undefined, slug: 'weekly' } });

    assert.deepEqual(
      [...after.byId.values()].map((node) => node.page.path),
      ['weekly', 'daily-log'],
    );
  });

  test('leaves the path to the page that already has the slug there', () => {
    const after = treeAfterMove(tree, { page: 'charging', to: { into: 'more', slug: 'charging' } });

    assert.equal(after.byPath.get('more/charging.md')?.id, 'other');
    assert.notEqual(after.byId.get('charging')?.path, 'more/charging.md');
  });

  test('lacks a deleted page and its descendants', () => {
    const { byId } = treeAfterMove(tree, { page: 'charging', to: undefined });

    assert.deepEqual([...byId.keys()], ['home', 'daily', 'safety', 'more', 'other']);
  });

  test('is the same for a missing page', () => {
    assert.equal(treeAfterMove(tree, { page: 'gone', to: undefined }), tree);
  });
});

describe('broken links', () => {
  const renamed: PageMove = { page: 'charging', to: { into: 'daily', slug: 'power' } };
  const toTop: PageMove = { page: 'charging', to: { into: undefined, slug: 'charging' } };
  const deleted: PageMove = { page: 'charging', to: undefined };

  test.each([
    ['home', '[a](daily/charging.md)', renamed],
    ['home', '[a](daily/charging/dock.md#part)', renamed],
    ['home', '{% content-ref url="daily/charging.md" %}', renamed],
    ['home', '[a](/daily/charging)', toTop],
    ['charging', '[a](charging/dock.md)', renamed],
    ['charging', '[a](../safety.md)', toTop],
    ['dock', '[a](../../safety.md)', toTop],
    ['dock', '[a](../charging.md)', renamed],
    ['home', '[a](daily/charging/dock.md)', deleted],
  ])('are counted on %s: %s', (on, markdown, move) => {
    assert.equal(broken(on, markdown, move), 1);
  });

  test.each([
    ['home', '[a](safety.md) and [gone](gone.md), [web](https://a.example/daily/charging)', renamed],
    ['home', '[a](/pages/charging)', renamed],
    ['home', '`[a](daily/charging.md)`', renamed],
    ['charging', '[a](../safety.md) and [this](#part)', renamed],
    ['dock', '[a](../../safety.md)', renamed],
    ['charging', '[a](charging/dock.md)', toTop],
  ])('are none on %s: %s', (on, markdown, move) => {
    assert.equal(broken(on, markdown, move), 0);
  });
});

describe('links after a move', () => {
  const renamed: PageMove = { page: 'charging', to: { into: 'daily', slug: 'power' } };
  const toTop: PageMove = { page: 'charging', to: { into: undefined, slug: 'charging' } };

  test.each<[on: string, before: string, move: PageMove, after: string]>([
    ['home', '[a](daily/charging.md) b', renamed, '[a](daily/power.md) b'],
    ['home', '[a](daily/charging)', renamed, '[a](daily/power)'],
    ['home', '[a](./daily/charging.md "T")', renamed, '[a](./daily/power.md "T")'],
    ['home', '[a](</daily/charging.md>)', renamed, '[a](</daily/power.md>)'],
    ['home', '[a](/spaces/s/daily/charging#b)', renamed, '[a](/spaces/s/daily/power#b)'],
    ['home', '[a](daily/charging/dock.md#part)', renamed, '[a](daily/power/dock.md#part)'],
    ['home', '[a](daily/charging/README.md)', renamed, '[a](daily/power.md)'],
    ['home', '[a][b]\n\n[b]: daily/charging.md?x=1#y', renamed, '[a][b]\n\n[b]: daily/power.md?x=1#y'],
    [
      'home',
      '{% content-ref url="daily/charging.md" %}\n[x](daily/charging.md)\n{% endcontent-ref %}',
      renamed,
      '{% content-ref url="daily/power.md" %}\n[x](daily/power.md)\n{% endcontent-ref %}',
    ],
    [
      'home',
      `{% embed caption="100% it's" url="daily/charging.md" %}`,
      renamed,
      `{% embed caption="100% it's" url="daily/power.md" %}`,
    ],
    ['home', '<a href="daily/charging.md#x">a</a>', renamed, '<a href="daily/power.md#x">a</a>'],
    ['dock', '[a](../charging.md) [b](../../safety.md)', toTop, '[a](../charging.md) [b](../safety.md)'],
    [
      'charging',
      '[a](charging/dock.md) [b](../safety.md) [c](#d)',
      toTop,
      '[a](charging/dock.md) [b](safety.md) [c](#d)',
    ],
    ['other', '[a](../daily/charging.md)', toTop, '[a](../charging.md)'],
  ])('of %s: %j', (on, before, move, after) => {
    const { text, links, fixed } = changed(on, before, move);

    assert.equal(text, after);
    assert.equal(links, fixed);
  });

  test('are the same in code, by id, by web address, and to other pages', () => {
    const markdown = '`[a](daily/charging.md)` [b](charging) [c](https://x.example/daily/charging) [d](safety.md)\r\n';

    assert.deepEqual(changed('home', markdown, renamed), { text: markdown, links: 0, fixed: 0 });
  });

  test("can't be fixed if the page is gone", () => {
    const markdown = '[a](daily/charging.md)';

    assert.deepEqual(changed('home', markdown, { page: 'charging', to: undefined }), {
      text: markdown,
      links: 1,
      fixed: 0,
    });
  });

  test('lead to the page whose slug gets a number, because it is taken', () => {
    const move: PageMove = { page: 'charging', to: { into: 'more', slug: 'charging' } };

    assert.equal(slugAfterMove(tree, move), 'charging-1');
    assert.equal(changed('home', '[a](daily/charging.md)', move).text, '[a](more/charging-1.md)');
  });
});

describe('links to renamed headings', () => {
  const renamed = { page: 'charging', anchors: new Map([['old-way', 'new-way']]) };

  test.each([
    ['home', '[a](daily/charging.md#old-way "T")', '[a](daily/charging.md#new-way "T")'],
    ['home', '[a](/daily/charging#Old-Way)', '[a](/daily/charging#new-way)'],
    ['charging', '[a](#old-way) [b](#other)', '[a](#new-way) [b](#other)'],
    ['home', '[a](#old-way) [b](safety.md#old-way)', '[a](#old-way) [b](safety.md#old-way)'],
  ])('of %s: %j', (on, before, after) => {
    assert.equal(linksAfterHeadings(before, renamed, contextIn(on, tree)).text, after);
  });
});

function broken(on: string, markdown: string, move: PageMove): number {
  return changed(on, markdown, move).links;
}

function changed(on: string, markdown: string, move: PageMove) {
  return linksAfterMoves(markdown, contextIn(on, tree), contextIn(on, treeAfterMove(tree, move)));
}

function contextIn(on: string, of: PageTree) {
  const page = of.byId.get(on) ?? assert.fail(on);
  return { spaceId: 's', page, tree: of, files: undefined, spaces: [], treeOf: () => of };
}

/** The pages whose path changed: the server's path, and ours. */
function paths(after: PageTree): Record<string, unknown> {
  const others = [...after.byId.values()].filter(({ id, path }) => path !== tree.byId.get(id)?.path);
  return Object.fromEntries(others.map(({ id, page, path }) => [id, [page.path, path]]));
}

/** It came from a file whose path stays, whatever happens to the page. */
function page(id: string, path: string, pages: readonly Page[] = []): Page {
  const git = { path: `${path}.md` };
  return {
    object: 'page',
    id,
    type: 'document',
    title: id,
    slug: path.split('/').at(-1),
    path,
    git,
    pages: [...pages],
  };
}
