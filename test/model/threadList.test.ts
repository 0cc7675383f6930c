import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { authorsOf, byReview, listed, pagesOfThreads, type ThreadOrder } from '../../src/model/threadList.ts';
import { threadOf, type Thread } from '../../src/model/threads.ts';

function thread(id: string, fields: Partial<Thread> = {}): Thread {
  return { ...threadOf({ id, postedBy: { id: 'ada', displayName: 'Ada' }, body: { markdown: id } }, 'me'), ...fields };
}

const page = (id: string) => ({ id, title: `Page ${id}`, path: undefined, isOutdated: false });

const some = fc.array(
  fc
    .record({
      isResolved: fc.boolean(),
      postedAt: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
      page: fc.option(fc.constantFrom('a', 'b', 'c').map(page), { nil: undefined }),
      review: fc.option(fc.constantFrom('r1', 'r2'), { nil: undefined }),
    })
    .map((fields) => fields),
  { maxLength: 30 },
);
const threadsOf = (all: readonly Partial<Thread>[]) => all.map((fields, index) => thread(`t${index}`, fields));

describe('listed', () => {
  test('every thread is either open or resolved, in whatever order', () => {
    fc.assert(
      fc.property(some, fc.constantFrom<ThreadOrder>('newest', 'oldest', 'page'), (all, order) => {
        const threads = threadsOf(all);
        const of = (status: 'open' | 'resolved' | 'all') => listed(threads, { status }, order).map(({ id }) => id);

        assert.deepEqual([...of('open'), ...of('resolved')].sort(), of('all').slice().sort());
        assert.equal(of('all').length, threads.length);
      }),
    );
  });

  test('the oldest first is the newest first read backwards', () => {
    fc.assert(
      fc.property(some, (all) => {
        const threads = threadsOf(all);
        assert.deepEqual(
          listed(threads, { status: 'all' }, 'oldest'),
          listed(threads, { status: 'all' }, 'newest').toReversed(),
        );
      }),
    );
  });

  test('the order does not depend on that in which they came', () => {
    fc.assert(
      fc.property(some, fc.constantFrom<ThreadOrder>('newest', 'oldest', 'page'), (all, order) => {
        const threads = threadsOf(all);
        assert.deepEqual(
          listed(threads, { status: 'all' }, order, ['b', 'a']),
          listed(threads.toReversed(), { status: 'all' }, order, ['b', 'a']),
        );
      }),
    );
  });

  test('by page, those about none come first, then in the order of the pages', () => {
    const threads = [
      thread('1', { page: page('c') }),
      thread('2', { page: page('a') }),
      thread('3'),
      thread('4', { page: page('b') }),
    ];

    const order = listed(threads, { status: 'all' }, 'page', ['b', 'a']).map(({ id }) => id);

    assert.deepEqual(order, ['3', '4', '2', '1']);
  });

  test.each([
    ['a page', { page: 'a' }, ['1']],
    ['no page', { page: null }, ['2', '3']],
    ['an author', { author: 'bo' }, ['3']],
    ['words of text, quote, author and page in whatever case', { text: 'ADA  page quoted' }, ['1']],
    ['words that are nowhere', { text: 'nowhere' }, []],
  ])('those of %s', (_, filter, expected) => {
    const threads = [
      thread('1', { page: page('a'), quote: 'Quoted words' }),
      thread('2'),
      thread('3', { author: { id: 'bo', name: 'Bo' } }),
    ];

    const found = listed(threads, { status: 'all', ...filter }, 'oldest').map(({ id }) => id);

    assert.deepEqual(found, expected);
  });
});

test('threads of one review stand together, where the first of them stood, and none is lost', () => {
  fc.assert(
    fc.property(some, (all) => {
      const threads = threadsOf(all);
      const groups = byReview(threads);
      const ids = groups.flatMap((group) => group.threads.map(({ id }) => id));

      assert.deepEqual(ids.toSorted(), threads.map(({ id }) => id).toSorted());
      const reviews = groups.flatMap(({ review }) => review ?? []);
      assert.equal(new Set(reviews).size, reviews.length);
      const firsts = groups.map((group) => threads.indexOf(group.threads[0] as Thread));
      assert.deepEqual(
        firsts,
        firsts.toSorted((one, other) => one - other),
      );
    }),
  );
});

test('authors and pages are told once each, by name', () => {
  const threads = [
    thread('1', { page: page('b') }),
    thread('2', { page: page('a'), author: { id: undefined, name: 'Nobody' } }),
    thread('3', { page: page('b') }),
  ];

  assert.deepEqual(authorsOf(threads), [{ id: 'ada', name: 'Ada' }]);
  assert.deepEqual(
    pagesOfThreads(threads).map(({ id }) => id),
    ['a', 'b'],
  );
});
