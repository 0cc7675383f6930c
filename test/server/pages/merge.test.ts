import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { addChangeRequest } from '../../../src/server/pages/changeRequestWriter.ts';
import { openDatabase, type Database } from '../../../src/server/database/database.ts';
import { changeRequestAndSpace, editChangeRequest, editSpace, type Change } from '../../../src/server/pages/edits.ts';
import { mergeChangeRequest, updateChangeRequest } from '../../../src/server/pages/merge.ts';
import {
  childrenAt,
  mainView,
  pagesAt,
  pathOf,
  revisionAt,
  viewOf,
  type View,
} from '../../../src/server/pages/revisions.ts';
import type { ChangeRequestRow, PageRow, SpaceRow } from '../../../src/server/database/rows.ts';
import { seedEmpty } from '../../../src/server/sample/seeder.ts';
import { slowness } from '../../slowness.ts';
import { addSpace } from '../../../src/server/pages/spaceWriter.ts';
import { cpuTime } from '../../cpuTime.ts';

const by = 'somebody';

/** A space with pages a, b (a child of a) and c, and a change request. */
function start() {
  const database = openDatabase(':memory:');
  seedEmpty(database, 0);
  const organization = database.get<{ id: string }>('SELECT id FROM organizations')?.id ?? '';
  const { space } = addSpace(database, { organization, title: 'S', createdAt: 0, by });
  edit(database, space.id, [
    { operation: 'insert_page', id: 'a', title: 'A', markdown: 'a' },
    { operation: 'insert_page', id: 'b', title: 'B', into: 'a', markdown: 'b' },
    { operation: 'insert_page', id: 'c', title: 'C', markdown: 'c' },
  ]);
  const changeRequest = addChangeRequest(database, spaceRow(database, space.id), { subject: '', by, at: 1 });
  return {
    database,
    space: space.id,
    request: changeRequest.id,
    main: (...changes: Change[]) => edit(database, space.id, changes),
    propose: (...changes: Change[]) => editChangeRequest(database, changeRequest.id, changes, { by, at: 2 }),
    merge: () => mergeChangeRequest(database, changeRequest.id, by, 3),
    update: () => updateChangeRequest(database, changeRequest.id, by, 3),
    paths: () => paths(database, mainView(spaceRow(database, space.id))),
    headPaths: () => paths(database, changeRequestAndSpace(database, changeRequest.id).view),
  };
}

function edit(database: Database, space: string, changes: readonly Change[]): void {
  editSpace(database, space, changes, { by, at: 1 });
}

function spaceRow(database: Database, id: string): SpaceRow {
  const row = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', id);
  assert.ok(row);
  return row;
}

function paths(database: Database, view: View): string[] {
  return pagesAt(database, view)
    .map((page) => pathOf(database, view, page))
    .sort();
}

/** Ids of the pages at the top of the main content, in order. */
function top(database: Database, space: string): string[] {
  return childrenAt(database, mainView(spaceRow(database, space)), null).map((page) => page.id);
}

describe('merging', () => {
  test("applies the change request's changes, and keeps those of main", () => {
    const { main, propose, merge, paths } = start();
    propose(
      { operation: 'insert_page', title: 'New', into: 'c' },
      { operation: 'update_page', page: 'a', title: 'A2' },
    );
    main({ operation: 'insert_page', title: 'Main' }, { operation: 'update_page', page: 'c', title: 'C2' });

    const { hadConflicts } = merge();

    assert.equal(hadConflicts, false);
    assert.deepEqual(paths(), ['a2', 'a2/b', 'c2', 'c2/new', 'main']);
  });

  test('has no conflict if both sides made the same change', () => {
    const { main, propose, merge } = start();
    propose({ operation: 'update_page', page: 'a', markdown: 'same' });
    main({ operation: 'update_page', page: 'a', markdown: 'same' });

    assert.equal(merge().hadConflicts, false);
  });

  test('has no conflict if the change request reverted its change', () => {
    const { main, propose, merge, paths } = start();
    propose({ operation: 'update_page', page: 'a', title: 'Mine' });
    propose({ operation: 'revert_page', page: 'a' });
    main({ operation: 'update_page', page: 'a', title: 'Theirs' });

    assert.equal(merge().hadConflicts, false);
    assert.deepEqual(paths(), ['c', 'theirs', 'theirs/b']);
  });

  test('restores a page that main deleted and the change request edited', () => {
    const { main, propose, merge, paths } = start();
    propose({ operation: 'update_page', page: 'b', markdown: 'edited' });
    main({ operation: 'delete_page', page: 'a' });

    assert.equal(merge().hadConflicts, true);
    assert.deepEqual(paths(), ['b', 'c']);
  });

  test("applies the change request's deletions, except of pages that main put below", () => {
    const { main, propose, merge, paths } = start();
    propose({ operation: 'delete_page', page: 'a' });
    main({ operation: 'insert_page', title: 'Late', into: 'b' });

    assert.equal(merge().hadConflicts, false);
    assert.deepEqual(paths(), ['c', 'late']);
  });

  test('separates the pages that two change requests append, so that one can be put between them', () => {
    const { database, space, main, propose, merge } = start();
    const other = addChangeRequest(database, spaceRow(database, space), { subject: '', by, at: 1 });
    propose({ operation: 'insert_page', id: 'z', title: 'Z' }, { operation: 'insert_page', id: 'y', title: 'Y' });
    editChangeRequest(database, other.id, [{ operation: 'insert_page', id: 'd', title: 'D' }], { by, at: 2 });
    mergeChangeRequest(database, other.id, by, 3);
    merge();
    assert.deepEqual(top(database, space), ['a', 'c', 'd', 'z', 'y']);

    main({ operation: 'insert_page', id: 'between', title: 'Between', at: 3 });

    assert.deepEqual(top(database, space), ['a', 'c', 'd', 'between', 'z', 'y']);
  });

  test('makes no cycle from two moves', () => {
    const { main, propose, merge, paths } = start();
    propose({ operation: 'update_page', page: 'a', into: 'c' });
    main({ operation: 'update_page', page: 'c', into: 'a' });

    merge();

    assert.equal(paths().length, 3);
  });

  test('changes the slug of a page if main took it', () => {
    const { main, propose, merge, paths } = start();
    propose({ operation: 'insert_page', title: 'Same' });
    main({ operation: 'insert_page', title: 'Same' });

    merge();

    assert.deepEqual(paths(), ['a', 'a/b', 'c', 'same', 'same-1']);
  });
});

describe('updating from main', () => {
  test('shows the changes of main below those of the change request', () => {
    const { main, propose, update, headPaths, paths } = start();
    propose({ operation: 'insert_page', title: 'Mine', into: 'c' });
    main({ operation: 'update_page', page: 'c', title: 'C2' }, { operation: 'delete_page', page: 'b' });

    const { hadConflicts } = update();

    assert.equal(hadConflicts, false);
    assert.deepEqual(headPaths(), ['a', 'c2', 'c2/mine']);
    assert.deepEqual(paths(), ['a', 'c2']);
  });

  test("keeps the change request's version if both changed a page, and reports it", () => {
    const { main, propose, update, headPaths } = start();
    propose({ operation: 'update_page', page: 'c', title: 'Mine' });
    main({ operation: 'update_page', page: 'c', title: 'Theirs' });

    assert.equal(update().hadConflicts, true);
    assert.deepEqual(headPaths(), ['a', 'a/b', 'mine']);
  });

  test('leaves older revisions of the change request unchanged', () => {
    const { database, space, request, main, propose, update } = start();
    propose({ operation: 'update_page', page: 'c', title: 'Mine' });
    const head = database.get<ChangeRequestRow>('SELECT * FROM change_requests WHERE id = ?', request)?.head ?? 0;
    main({ operation: 'delete_page', page: 'a' });

    update();

    const before = viewOf(spaceRow(database, space), revisionAt(database, head));
    assert.deepEqual(paths(database, before), ['a', 'a/b', 'mine']);
  });

  test('makes no revision if there is nothing new', () => {
    const { database, update } = start();
    const count = () => database.get<{ count: number }>('SELECT count(*) AS count FROM revisions')?.count;
    const before = count();

    update();

    assert.equal(count(), before);
  });
});

test(
  'hundreds of pages that both sides changed in one place are merged within seconds',
  () => {
    const { database, main, propose, update, merge, paths } = start();
    const ids = Array.from({ length: 400 }, (_, at) => `p${at}`);
    main(...ids.map((id): Change => ({ operation: 'insert_page', id, title: id, markdown: 'one\n\ntwo\n\nthree' })));
    update();
    propose(...ids.map((page): Change => ({ operation: 'update_page', page, markdown: 'ONE\n\ntwo\n\nthree' })));
    main(...ids.map((page): Change => ({ operation: 'update_page', page, markdown: 'one\n\ntwo\n\nTHREE' })));

    const begin = cpuTime();
    assert.equal(update().hadConflicts, false);
    merge();

    // Comparing each page with all others took ten seconds.
    assert.ok(cpuTime() - begin < 2000 * slowness);
    assert.equal(paths().length, 403);
    database.close();
  },
  60_000 * slowness,
);

test('pages of equal rank can be put anywhere, as in a reordered list', () => {
  const move = fc.record({ page: fc.nat(4), at: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 6 }), fc.boolean(), (moves, proposes) => {
      const { database, space, request } = start();
      edit(
        database,
        space,
        ['d', 'e', 'f'].map((id) => ({ operation: 'insert_page', id, title: id })),
      );
      database.run(`UPDATE pages SET rank = '5V'`);
      updateChangeRequest(database, request, by, 1);
      const view = () =>
        proposes ? changeRequestAndSpace(database, request).view : mainView(spaceRow(database, space));
      const ids = () => childrenAt(database, view(), null).map((page) => page.id);
      let expected = ids();
      for (const { page, at } of moves) {
        const id = expected[page] ?? '';
        const change: Change = { operation: 'update_page', page: id, at };
        if (proposes) editChangeRequest(database, request, [change], { by, at: 2 });
        else edit(database, space, [change]);
        expected = expected.filter((each) => each !== id).toSpliced(at, 0, id);
        assert.deepEqual(ids(), expected);
      }
      database.close();
    }),
    { numRuns: 30 },
  );
});

describe('with any changes on both sides,', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const id = fc.constantFrom(...ids);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('insert' as const), page: id, into: fc.option(id, { nil: undefined }) }),
    fc.record({ kind: fc.constant('rename' as const), page: id, title: fc.constantFrom('X', 'Y', 'A') }),
    fc.record({ kind: fc.constant('move' as const), page: id, into: fc.option(id), at: fc.nat(3) }),
    fc.record({ kind: fc.constant('delete' as const), page: id }),
  );
  const steps = fc.array(step, { maxLength: 8 });
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  function changeOf(step: Step, side: string): Change {
    switch (step.kind) {
      case 'insert':
        return { operation: 'insert_page', id: `${side}-${step.page}`, title: 'New', into: step.into };
      case 'rename':
        return { operation: 'update_page', page: step.page, title: step.title };
      case 'move':
        return { operation: 'update_page', page: step.page, into: step.into, at: step.at };
      case 'delete':
        return { operation: 'delete_page', page: step.page };
    }
  }

  /** Steps that have become impossible (a missing page, a cycle) are refused as a whole. */
  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      assert.equal((error as Error).name, 'Problem', String(error));
    }
  }

  function soundTree(database: Database, view: View): Map<string, PageRow> {
    const pages = new Map(pagesAt(database, view).map((page) => [page.id, page]));
    const seen = new Set<string>();
    for (const page of pages.values()) {
      let depth = 0;
      for (let at: PageRow | undefined = page; at.parent_id !== null; depth += 1) {
        at = pages.get(at.parent_id);
        assert.ok(at, `${page.id} stands under a page that is gone`);
        assert.ok(depth <= pages.size, `${page.id} stands in a circle`);
      }
      const place = `${page.parent_id}/${page.slug}`;
      assert.equal(seen.has(place), false, `two pages at ${place}`);
      seen.add(place);
    }
    return pages;
  }

  test('a merge loses no page and leaves a valid tree', () => {
    fc.assert(
      fc.property(steps, steps, fc.boolean(), (mainSteps, ownSteps, pullsFirst) => {
        const { database, space, request, main, propose, merge, update } = start();
        for (const each of ownSteps) attempt(() => propose(changeOf(each, 'own')));
        const base = new Set(['a', 'b', 'c']);
        for (const each of mainSteps) attempt(() => main(changeOf(each, 'main')));
        const ours = soundTree(database, mainView(spaceRow(database, space)));
        const theirs = soundTree(database, changeRequestAndSpace(database, request).view);

        if (pullsFirst) {
          update();
          soundTree(database, changeRequestAndSpace(database, request).view);
        }
        merge();

        const merged = soundTree(database, mainView(spaceRow(database, space)));
        for (const page of ours.keys()) assert.ok(merged.has(page) || (base.has(page) && !theirs.has(page)), page);
        for (const page of theirs.keys()) assert.ok(merged.has(page) || (base.has(page) && !ours.has(page)), page);
        database.close();
      }),
      { numRuns: 200 },
    );
  });
});
