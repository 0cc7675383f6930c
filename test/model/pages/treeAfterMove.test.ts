import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import { linksAfterMoves } from '../../../src/model/pages/brokenLinks.ts';
import { pageTree, type PageTree } from '../../../src/model/pages/tree.ts';
import { treeAfterMove, type PageMove } from '../../../src/model/pages/treeAfterMove.ts';

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

function broken(on: string, markdown: string, move: PageMove): number {
  const after = treeAfterMove(tree, move);
  const contextIn = (of: PageTree) => ({
    spaceId: 's',
    page: of.byId.get(on) ?? assert.fail(on),
    tree: of,
    files: undefined,
    spaces: [],
    treeOf: () => of,
  });
  return linksAfterMoves(markdown, contextIn(tree), contextIn(after)).links;
}

/** The pages whose path changed: the server's path, and ours. */
function paths(after: PageTree): Record<string, unknown> {
  const others = [...after.byId.values()].filter(({ id, path }) => path !== tree.byId.get(id)?.path);
  return Object.fromEntries(others.map(({ id, page, path }) => [id, [page.path, path]]));
}

function page(id: string, path: string, pages: readonly Page[] = []): Page {
  return { object: 'page', id, type: 'document', title: id, slug: path.split('/').at(-1), path, pages: [...pages] };
}
