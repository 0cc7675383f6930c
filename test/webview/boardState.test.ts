import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { SitePart } from '../../src/model/sites/tree.ts';
import { changesOf, typedIn } from '../../src/webview/siteBoard/boardState.ts';

const part: SitePart = { kind: 'site-section', id: 'a', title: 'Guides', path: 'guides', children: [] };
const before = { title: 'Guides', path: 'guides', condition: '', icon: '', description: '' };

describe('the editor of a part', () => {
  test("sends what the user typed, and doesn't revert what someone else changed in the meantime", () => {
    const editing = { before, fields: { ...before, description: 'All of them' } };

    assert.deepEqual(changesOf(editing, { ...part, title: 'Manuals' }), ['description']);
  });

  test('sends nothing that the platform already has', () => {
    const editing = { before, fields: { ...before, title: 'Manuals' } };

    assert.deepEqual(changesOf(editing, { ...part, title: 'Manuals' }), []);
  });

  test('knows whether the user has typed anything', () => {
    assert.deepEqual(typedIn({ before, fields: before }), []);
    assert.deepEqual(typedIn({ before, fields: { ...before, icon: 'book' } }), ['icon']);
  });
});
