import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Page } from '../../../src/contract/spaces/content.ts';
import { fieldNames, pageChanges, reportsTexts, type PageChange } from '../../../src/model/changeRequests/changes.ts';
import { pageTree, type PageNode, type PageTree } from '../../../src/model/pages/tree.ts';

function page(id: string, fields: Partial<Page> = {}): Page {
  const updatedAt = '2026-11-01T00:00:00.000Z';
  return { id, title: id, type: 'document', path: id, updatedAt, documentId: `${id} 1`, ...fields };
}

function changesOf(before: readonly Page[], after: readonly Page[], edited?: readonly string[]): PageChange[] {
  const base = pageTree(before);
  return pageChanges(base, pageTree(after, { before: base }), edited && { edited: new Set(edited), isAll: true });
}

function only(changes: readonly PageChange[]): PageChange {
  assert.equal(changes.length, 1, changes.map(({ id }) => id).join(', '));
  return changes[0]!;
}

test('all changes together turn the base into the head', () => {
  fc.assert(
    fc.property(twoTrees(), ([base, head]) => {
      const changes = pageChanges(pageTree(base), pageTree(head));

      assert.deepEqual(applied(pageTree(base), changes), outline(pageTree(head)));
    }),
  );
});

test("a tree doesn't differ from itself", () => {
  fc.assert(
    fc.property(twoTrees(), ([base]) => {
      assert.deepEqual(pageChanges(pageTree(base), pageTree(structuredClone(base))), []);
    }),
  );
});

test('the reverse has the same number of pages, and removes added ones', () => {
  fc.assert(
    fc.property(twoTrees(), ([base, head]) => {
      const there = pageChanges(pageTree(base), pageTree(head));
      const back = pageChanges(pageTree(head), pageTree(base));

      const ids = (changes: readonly PageChange[], side: 'before' | 'after') =>
        changes
          .filter((change) => !change[side])
          .map(({ id }) => id)
          .sort();
      assert.deepEqual(ids(there, 'before'), ids(back, 'after'));
      assert.equal(there.filter(({ isReordered }) => isReordered).length, countReordered(back));
    }),
  );

  function countReordered(changes: readonly PageChange[]): number {
    return changes.filter(({ isReordered }) => isReordered).length;
  }
});

describe('a page', () => {
  test('counts as added if it is new, and as removed if it is missing', () => {
    const [removed, added] = changesOf([page('a'), page('b')], [page('a'), page('c')]);

    assert.deepEqual([removed?.id, removed?.after, added?.id, added?.before], ['b', undefined, 'c', undefined]);
  });

  test('counts as edited if its document differs', () => {
    assert.equal(only(changesOf([page('a')], [page('a', { documentId: 'other' })])).text, 'other');
  });

  test('may be edited if it was updated and nothing else is known', () => {
    const change = only(changesOf([page('a')], [page('a', { updatedAt: '2026-11-02T00:00:00.000Z' })]));

    assert.equal(change.text, 'perhaps');
  });

  test('is unchanged despite an update if the server reports all edits', () => {
    assert.deepEqual(changesOf([page('a')], [page('a', { updatedAt: '2026-11-02T00:00:00.000Z' })], []), []);
  });

  test('counts as edited if the server says so', () => {
    assert.equal(only(changesOf([page('a')], [page('a')], ['a'])).text, 'other');
  });

  test("counts as moved if its parent changed, and its children don't", () => {
    const before = [page('a'), page('b', { pages: [page('c', { path: 'b/c' })] })];
    const after = [page('a', { pages: [page('b', { path: 'a/b', pages: [page('c', { path: 'a/b/c' })] })] })];

    const change = only(changesOf(before, after));

    assert.deepEqual([change.id, change.isMoved, change.isRenamed], ['b', true, false]);
  });

  test("counts as renamed if its path name changed, and its children don't", () => {
    const before = [page('a', { slug: 'a', pages: [page('b', { path: 'a/b' })] })];
    const after = [page('a', { slug: 'z', path: 'z', pages: [page('b', { path: 'z/b' })] })];

    const change = only(changesOf(before, after));

    assert.deepEqual([change.id, change.isRenamed, change.isMoved], ['a', true, false]);
  });

  test('is the only one reordered if it was moved up', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];

    const change = only(
      changesOf(
        ids.map((id) => page(id)),
        ['e', 'a', 'b', 'c', 'd'].map((id) => page(id)),
      ),
    );

    assert.deepEqual([change.id, change.isReordered], ['e', true]);
  });

  test.each(fieldNames.filter((name) => name !== 'type'))('reports both values of a changed %s', (name) => {
    const change = only(changesOf([page('a', { [name]: 'before' })], [page('a', { [name]: 'after' })]));

    assert.deepEqual(
      change.fields.map((field) => [field.name, field.before, field.after]),
      [[name, 'before', 'after']],
    );
  });

  test('is unchanged if fields come in another order, or as null instead of absent', () => {
    const one = page('a', { layout: { cover: true, title: false }, icon: null });
    const other = page('a', { layout: { title: false, cover: true, outline: null } });

    assert.deepEqual(changesOf([one], [other]), []);
  });
});

test('removed pages follow the page that they came after', () => {
  const before = ['a', 'b', 'c', 'd'].map((id) => page(id));
  const after = [page('a'), page('n'), page('c', { title: 'other' }), page('m')];

  assert.deepEqual(
    changesOf(before, after).map(({ id }) => id),
    ['b', 'n', 'c', 'd', 'm'],
  );
});

test('a tree only shows edited texts if each page has its document id or update time', () => {
  assert.equal(reportsTexts(pageTree([page('a'), page('b', { documentId: undefined })])), true);
  assert.equal(reportsTexts(pageTree([page('a'), page('b', { documentId: undefined, updatedAt: undefined })])), false);
  assert.equal(reportsTexts(pageTree([{ id: 'a', type: 'group' }])), true);
});

interface Outline {
  readonly id: string;
  readonly fields: readonly unknown[];
  readonly document: unknown;
  readonly pages: readonly Outline[];
}

function outline({ roots }: PageTree): Outline[] {
  const one = (node: PageNode): Outline => ({
    id: node.id,
    fields: fieldNames.map((name) => node.page[name] ?? undefined),
    document: node.page.documentId,
    pages: node.children.map(one),
  });
  return roots.map(one);
}

interface Draft {
  readonly id: string;
  fields: unknown[];
  document: unknown;
  pages: Draft[];
}

/** Applies exactly the changes to the base. */
function applied(base: PageTree, changes: readonly PageChange[]): Outline[] {
  const drafts = new Map<string, Draft>();
  const draft = (node: Pick<PageNode, 'id' | 'page'>): Draft => {
    const made: Draft = {
      id: node.id,
      fields: fieldNames.map((name) => node.page[name] ?? undefined),
      document: node.page.documentId,
      pages: [],
    };
    drafts.set(node.id, made);
    return made;
  };
  const top: Draft[] = [];
  const siblings = (parent: string | undefined): Draft[] =>
    parent === undefined ? top : (drafts.get(parent)?.pages ?? assert.fail(`no ${parent}`));
  for (const node of base.byId.values()) siblings(node.parent?.id).push(draft(node));

  for (const { id, before, after, isMoved, isReordered } of changes) {
    if (before && (!after || isMoved || isReordered)) {
      const among = siblings(before.parent);
      among.splice(
        among.findIndex((each) => each.id === id),
        1,
      );
    }
  }
  for (const { id, before, after, fields, text } of changes) {
    if (!after) continue;
    const here = before ? drafts.get(id)! : draft({ id, page: after.page });
    for (const { name, after } of fields) here.fields[fieldNames.indexOf(name)] = after;
    if (text === 'other') here.document = after.page.documentId;
  }
  const placed = changes.filter((change) => !change.before || change.isMoved || change.isReordered);
  for (const { id, after, at } of placed.sort((one, other) => one.at - other.at)) {
    if (after) siblings(after.parent).splice(at, 0, drafts.get(id)!);
  }
  return top;
}

/** Two trees over the same few ids, so that most pages are on both sides at different places. */
function twoTrees(): fc.Arbitrary<[Page[], Page[]]> {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const one = fc
    .tuple(
      fc.shuffledSubarray(ids),
      fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
      fc.array(
        fc.record(
          {
            title: fc.constantFrom('one', 'two'),
            icon: fc.option(fc.constantFrom('star', 'bolt')),
            hidden: fc.boolean(),
            layout: fc.option(fc.record({ cover: fc.boolean() }, { noNullPrototype: true })),
            documentId: fc.constantFrom('first', 'second'),
          },
          { requiredKeys: ['documentId'], noNullPrototype: true },
        ),
        { minLength: 8, maxLength: 8 },
      ),
    )
    .map(([order, parents, fields]) => {
      const pages: Page[] = [];
      const made: Page[] = [];
      order.forEach((id, index) => {
        const next: Page = { id, type: 'document', pages: [], ...fields[index] };
        const parent = made[(parents[index] ?? 0) % (made.length + 1)];
        (parent?.pages ?? pages).push(next);
        made.push(next);
      });
      return pages;
    });
  return fc.tuple(one, one);
}
