import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import type { Version } from '../../../src/model/shared/address.ts';
import type { Edits } from '../openChangeRequest.ts';
import { openEdits, type OpenedEdits } from '../openEdits.ts';

const pages: Edits = [
  { operation: 'insert_page', id: 'a', title: 'A', markdown: 'one\n\ntwo\n\nthree\n' },
  { operation: 'insert_page', id: 'b', title: 'B', into: 'a', markdown: 'See [c](../c.md).\n' },
  { operation: 'insert_page', id: 'c', title: 'C', markdown: 'Three.\n' },
  { operation: 'insert_page', id: 'd', title: 'D', markdown: 'Four.\n' },
];

/** Applies these edits in the first change request and merges it; then changes main. */
async function openMerged(edits: Edits, later: Edits = []): Promise<OpenedEdits> {
  const all = await openEdits(edits, { pages });
  const { api, space, platform, changeRequest } = all.opened;
  await api.changeRequests.merge({ spaceId: space, changeRequestId: changeRequest.id });
  if (later.length > 0) platform.edit(space, later);
  return all;
}

/** Undoes the first change request in a second one, like the command. */
async function undo({ opened, edits }: OpenedEdits) {
  const { api, space } = opened;
  const changeRequest = await api.changeRequests.get({ spaceId: space, changeRequestId: '1' });
  const { number } = await api.changeRequests.create({ spaceId: space, body: { subject: 'Undo' } });
  const reversal = await edits.reversals.of({ space, changeRequest }, { kind: 'changeRequest', number });
  await edits.reversals.send({ space, number }, reversal);
  return { reversal, skipped: reversal.skipped.map(({ page, why }) => [page, why]), pages: await pagesIn(opened, '2') };
}

/** Every page as `path: title: text`, in tree order. */
async function pagesIn({ api, space }: OpenedEdits['opened'], changeRequestId: string): Promise<string[]> {
  const at = { spaceId: space, changeRequestId };
  const { pages } = await api.changeRequestContent.pages(at);
  const flat = (all: readonly Page[]): Page[] => all.flatMap((page) => [page, ...flat(page.pages ?? [])]);
  return Promise.all(
    flat(pages).map(async ({ id, path }) => {
      const { markdown } = await api.changeRequestContent.page({ ...at, pageId: id, format: 'markdown' });
      return `${path}: ${markdown ?? ''}`;
    }),
  );
}

const unchanged = [
  'a: # A\n\none\n\ntwo\n\nthree\n',
  'a/b: # B\n\nSee [c](../c.md).\n',
  'c: # C\n\nThree.\n',
  'd: # D\n\nFour.\n',
];

describe('undoing a merged change request', () => {
  test.each<[string, Edits]>([
    ['a text', [{ operation: 'update_page', page: 'b', markdown: 'Other [c](../c.md) words.\n' }]],
    ['a title with its slug', [{ operation: 'update_page', page: 'c', title: 'Other' }]],
    ['a slug', [{ operation: 'update_page', page: 'c', slug: 'other' }]],
    ['a title and a text', [{ operation: 'update_page', page: 'c', title: 'Other', markdown: 'Words.\n' }]],
    ['a move', [{ operation: 'update_page', page: 'b', into: 'd' }]],
    ['another order', [{ operation: 'update_page', page: 'd', at: 0 }]],
    [
      'two pages that were swapped',
      [
        { operation: 'update_page', page: 'b', into: null },
        { operation: 'update_page', page: 'a', into: 'b' },
      ],
    ],
    [
      'a page that was added, with pages below it',
      [
        { operation: 'insert_page', id: 'x', title: 'X', markdown: 'New.\n' },
        { operation: 'insert_page', id: 'y', title: 'Y', into: 'x', markdown: 'New.\n' },
      ],
    ],
    [
      'a page that was moved into one that was added',
      [
        { operation: 'insert_page', id: 'x', title: 'X', markdown: 'New.\n' },
        { operation: 'update_page', page: 'b', into: 'x' },
      ],
    ],
    ['a page that was deleted, with pages below it', [{ operation: 'delete_page', page: 'a' }]],
    [
      'a page that was deleted after another was moved out of it',
      [
        { operation: 'update_page', page: 'b', into: null },
        { operation: 'delete_page', page: 'a' },
      ],
    ],
  ])('reverts %s', async (_, edits) => {
    using all = await openMerged(edits);

    const { pages, skipped } = await undo(all);

    assert.deepEqual(pages, unchanged);
    assert.deepEqual(skipped, []);
  });

  test('restores the slug of a page that it inserts again', async () => {
    using all = await openEdits([{ operation: 'delete_page', page: 'c' }], {
      pages: [...pages, { operation: 'update_page', page: 'c', slug: 'own' }],
    });
    await all.opened.api.changeRequests.merge({ spaceId: all.opened.space, changeRequestId: '1' });

    assert.ok((await undo(all)).pages.includes('own: # C\n\nThree.\n'));
  });

  test('keeps later changes of others', async () => {
    using all = await openMerged(
      [{ operation: 'update_page', page: 'a', markdown: 'ONE\n\ntwo\n\nthree\n' }],
      [
        { operation: 'update_page', page: 'a', title: 'Renamed', markdown: 'ONE\n\ntwo\n\nTHREE\n' },
        { operation: 'insert_page', title: 'Later', markdown: '' },
      ],
    );

    const { pages, skipped } = await undo(all);

    assert.deepEqual(skipped, []);
    assert.deepEqual(pages, [
      'renamed: # Renamed\n\none\n\ntwo\n\nTHREE\n',
      'renamed/b: # B\n\nSee [c](../c.md).\n',
      ...unchanged.slice(2),
      'later: # Later\n',
    ]);
  });

  test.each<[string, Edits, Edits, string, string]>([
    [
      'the same words',
      [{ operation: 'update_page', page: 'c', markdown: 'Merged.\n' }],
      [{ operation: 'update_page', page: 'c', markdown: 'Later.\n' }],
      'changed',
      'c: # C\n\nLater.\n',
    ],
    [
      'the same title',
      [{ operation: 'update_page', page: 'c', title: 'Merged' }],
      [{ operation: 'update_page', page: 'c', title: 'Later' }],
      'changed',
      'later: # Later\n\nThree.\n',
    ],
    [
      'the place',
      [{ operation: 'update_page', page: 'c', into: 'd' }],
      [{ operation: 'update_page', page: 'c', into: 'a' }],
      'changed',
      'a/c: # C\n\nThree.\n',
    ],
    [
      'a page that was added',
      [{ operation: 'insert_page', id: 'x', title: 'X', markdown: '' }],
      [{ operation: 'update_page', page: 'x', markdown: 'Later.\n' }],
      'changed',
      'x: # X\n\nLater.\n',
    ],
  ])('keeps %s of main that changed since, and names the page', async (_, edits, later, why, expected) => {
    using all = await openMerged(edits, later);

    const { pages, skipped, reversal } = await undo(all);

    assert.deepEqual(
      skipped.map(([, each]) => each),
      [why],
    );
    assert.ok(reversal.isEmpty);
    assert.ok(pages.includes(expected), pages.join());
  });

  test("doesn't delete an added page that others have put pages into", async () => {
    using all = await openMerged(
      [{ operation: 'insert_page', id: 'x', title: 'X', markdown: '' }],
      [{ operation: 'insert_page', id: 'y', title: 'Y', into: 'x', markdown: '' }],
    );

    const { pages, skipped } = await undo(all);

    assert.deepEqual(skipped, [['x', 'subpages']]);
    assert.deepEqual(pages, [...unchanged, 'x: # X\n', 'x/y: # Y\n']);
  });

  test("names pages that were deleted since, and groups, which the API doesn't insert", async () => {
    using all = await openEdits(
      [
        { operation: 'update_page', page: 'c', markdown: 'Merged.\n' },
        { operation: 'delete_page', page: 'g' },
      ],
      { pages: [...pages, { operation: 'insert_page', id: 'g', title: 'G', type: 'group' }] },
    );
    const { api, space, platform } = all.opened;
    await api.changeRequests.merge({ spaceId: space, changeRequestId: '1' });
    platform.edit(space, [{ operation: 'delete_page', page: 'c' }]);

    const { reversal } = await undo(all);

    assert.deepEqual(reversal.skipped.map(({ title, why }) => [title, why]).sort(), [
      ['C', 'deleted'],
      ['G', 'unsupported'],
    ]);
  });

  test('changes nothing if there was nothing to merge', async () => {
    using all = await openEdits([], { pages });
    const { api, space, platform, changeRequest } = all.opened;
    // The reply to the merge names another user's revision.
    const { id } = await api.changeRequests.create({ spaceId: space, body: { subject: 'Other' } });
    platform.editChangeRequest(id, [{ operation: 'update_page', page: 'c', markdown: 'Other.\n' }]);
    await api.changeRequests.merge({ spaceId: space, changeRequestId: id });
    await api.changeRequests.merge({ spaceId: space, changeRequestId: changeRequest.id });
    const merged = await api.changeRequests.get({ spaceId: space, changeRequestId: changeRequest.id });
    const now: Version = { kind: 'revision', revision: merged.revisionMerged ?? '' };

    const reversal = await all.edits.reversals.of({ space, changeRequest: merged }, now);

    assert.ok(reversal.isEmpty);
    assert.deepEqual(reversal.skipped, []);
  });

  test('is refused with a message if the server keeps no revisions', async () => {
    using all = await openEdits([{ operation: 'update_page', page: 'c', markdown: 'Merged.\n' }], {
      pages,
      lacking: /\/revisions\//,
    });
    const { api, space } = all.opened;
    await api.changeRequests.merge({ spaceId: space, changeRequestId: '1' });
    const changeRequest = await api.changeRequests.get({ spaceId: space, changeRequestId: '1' });

    await assert.rejects(
      all.edits.reversals.of({ space, changeRequest }, { kind: 'changeRequest', number: 1 }),
      /revisionsMissing \{"number":1,"cause":\{"code":"missing","resource":"revision"\}\}/,
    );
  });

  test('restores the pages after any merge if nobody has changed them since', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    const edit = fc.oneof(
      fc.record({ operation: fc.constant('update_page' as const), page: id, markdown: fc.constantFrom('X\n', 'Y\n') }),
      fc.record({ operation: fc.constant('update_page' as const), page: id, title: fc.constantFrom('X', 'Y') }),
      fc.record({ operation: fc.constant('update_page' as const), page: id, into: fc.option(id), at: fc.nat(3) }),
      fc.record({ operation: fc.constant('delete_page' as const), page: id }),
      fc.record({ operation: fc.constant('insert_page' as const), title: fc.constantFrom('N', 'M'), into: id }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
        using all = await openEdits([], { pages });
        const { api, space, platform, changeRequest } = all.opened;
        for (const each of edits) {
          try {
            platform.editChangeRequest(changeRequest.id, [each]);
          } catch (error) {
            // A page that no longer exists, or a cycle.
            assert.equal((error as Error).name, 'Problem', String(error));
          }
        }
        await api.changeRequests.merge({ spaceId: space, changeRequestId: '1' });

        const { pages: present, skipped } = await undo(all);

        assert.deepEqual(present, unchanged, JSON.stringify(skipped));
      }),
      { numRuns: 100 },
    );
  });
});
