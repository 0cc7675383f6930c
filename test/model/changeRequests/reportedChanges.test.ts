import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { SemanticChange } from '../../../src/contract/changeRequests/changeRequestContent.ts';
import { pageTree } from '../../../src/model/pages/tree.ts';
import { editedPages, fileChanges, reportedPageChanges } from '../../../src/model/changeRequests/reportedChanges.ts';

const page = { id: 'a', type: 'document', title: 'A', path: 'a' };
const edit = (attributes?: SemanticChange['attributes']): SemanticChange => ({ type: 'page_edited', page, attributes });

describe('the text of a page', () => {
  test('counts as changed if its document is reported, or nothing else is', () => {
    assert.deepEqual([...editedPages([edit({ document: { before: 1, after: 2 } })])], ['a']);
    assert.deepEqual([...editedPages([edit()])], ['a']);
  });

  test("doesn't count as changed if only other attributes are reported", () => {
    assert.deepEqual([...editedPages([edit({ title: { before: 'B', after: 'A' } })])], []);
    assert.deepEqual([...editedPages([{ type: 'page_moved', page }])], []);
  });
});

test('a file with several reported changes is listed once', () => {
  const reported = (type: string) => ({ type, file: { id: 'f', name: 'x.png' } });

  const files = fileChanges([reported('file_created'), reported('file_edited')]);

  assert.deepEqual(files, [{ kind: 'added', id: 'f', name: 'x.png' }]);
});

test('files are listed with all reported fields, and unreadable ones are left out', () => {
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

  test('a page has all reported fields, and can be read in the head', () => {
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

  test("a new or removed page has one side, and one that isn't in the head has no path", () => {
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
