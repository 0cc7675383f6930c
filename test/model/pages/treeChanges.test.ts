import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { treeChanges } from '../../../src/model/pages/treeChanges.ts';

function page(id: string, fields: Partial<Page> = {}): Page {
  return { id, title: id, type: 'document', path: id, updatedAt: '2026-11-01T00:00:00.000Z', ...fields };
}

function changesOf(before: Page[], after: Page[], isOtherRevision = true) {
  return treeChanges(pageTree(before), pageTree(after), isOtherRevision);
}

describe('a page counts as changed', () => {
  test.each<[string, Partial<Page>]>([
    ['was updated', { updatedAt: '2026-11-02T00:00:00.000Z' }],
    ['has another title', { title: 'other' }],
    ['has another path', { path: 'other' }],
    ['has another type', { type: 'whiteboard' }],
    ['is hidden now', { hidden: true }],
    ['no longer has an update time', { updatedAt: undefined }],
  ])('when it %s', (_, fields) => {
    assert.deepEqual(changesOf([page('a'), page('b')], [page('a', fields), page('b')]).changed, ['a']);
  });

  test('when it has another parent', () => {
    assert.deepEqual(changesOf([page('a'), page('b')], [page('a', { pages: [page('b')] })]).changed, ['b']);
  });

  test('in another revision if it never has an update time', () => {
    const pages = [page('a', { updatedAt: undefined }), page('b')];

    assert.deepEqual(changesOf(pages, pages).changed, ['a']);
  });

  test('but not in the same revision', () => {
    const pages = [page('a', { updatedAt: undefined })];

    assert.deepEqual(changesOf(pages, pages, false), { changed: [], deleted: [] });
  });
});

test('a page that no longer exists counts as deleted, and a new one as neither', () => {
  assert.deepEqual(changesOf([page('a'), page('b')], [page('b'), page('c')]), { changed: [], deleted: ['a'] });
});
