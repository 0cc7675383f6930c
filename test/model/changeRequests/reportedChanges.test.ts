import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { SemanticChange } from '../../../src/contract/changeRequests/changeRequestContent.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { editedPages, fileChanges, reportedPageChanges } from '../../../src/model/changeRequests/reportedChanges.ts';

const page = { id: 'a', type: 'document', title: 'A', path: 'a' };
const edit = (attributes?: SemanticChange['attributes']): SemanticChange => ({ type: 'page_edited', page, attributes });

describe('a page’s text is another', () => {
  test('when its document is told to be, or nothing is told of it', () => {
    assert.deepEqual([...editedPages([edit({ document: { before: 1, after: 2 } })])], ['a']);
    assert.deepEqual([...editedPages([edit()])], ['a']);
  });

  test('but not when only something else is', () => {
    assert.deepEqual([...editedPages([edit({ title: { before: 'B', after: 'A' } })])], []);
    assert.deepEqual([...editedPages([{ type: 'page_moved', page }])], []);
  });
});

test('a file of which more than one thing is told stands there once', () => {
  const reported = (type: string) => ({ type, file: { id: 'f', name: 'x.png' } });

  const files = fileChanges([reported('file_created'), reported('file_edited')]);

  assert.deepEqual(files, [{ kind: 'added', id: 'f', name: 'x.png' }]);
});

test('files are told with whatever the platform says of them, and unreadable ones are left out', () => {
  assert.deepEqual(
    fileChanges([
      { type: 'file_created', file: { id: 'f', name: 'x.png' } },
      { type: 'file_edited', file: { id: 'g', name: null } },
      { type: 'file_deleted', file: { id: 'h', name: 'a\nb' } },
      { type: 'file_deleted', file: 'what?' },
      { type: 'file_renamed', file: { id: 'i' } },
      edit(),
    ]),
    [
      { kind: 'added', id: 'f', name: 'x.png' },
      { kind: 'edited', id: 'g', name: 'g' },
      { kind: 'removed', id: 'h', name: 'a b' },
    ],
  );
});

describe('without a base to compare with', () => {
  const head = pageTree([{ id: 'a', type: 'document', title: 'A', path: 'a' }]);

  test('a page is told by all that is said of it, and can be read in the head', () => {
    const [change, ...others] = reportedPageChanges(
      [
        edit({ title: { before: 'B', after: 'A' }, slug: { before: 'b', after: 'a' } }),
        { type: 'page_moved', page, from: { parent: 'p', at: 0 }, to: { at: 3 } },
      ],
      head,
    );

    assert.deepEqual(others, []);
    assert.equal(change?.after?.path, 'a.md');
    assert.deepEqual([change.isMoved, change.isRenamed, change.isReordered, change.at], [true, true, false, 3]);
    assert.deepEqual(
      change.fields.map(({ name, before }) => [name, before]),
      [
        ['title', 'B'],
        ['slug', 'b'],
      ],
    );
    assert.equal(change.before?.page.title, 'B');
  });

  test('a page that is new or gone has one side, and one that is not in the head no path', () => {
    const [added, removed] = reportedPageChanges(
      [
        { type: 'page_created', page },
        { type: 'page_deleted', page: { ...page, id: 'z' } },
      ],
      head,
    );

    assert.deepEqual([added?.before, added?.after?.path], [undefined, 'a.md']);
    assert.deepEqual([removed?.after, removed?.before?.path, removed?.before?.title], [undefined, undefined, 'A']);
  });
});
