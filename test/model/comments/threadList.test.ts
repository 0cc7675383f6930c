import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { byReview, inOrder, matches, threadOrders, type ThreadQuery } from '../../../src/model/comments/threadList.ts';
import { threadOf, type Thread } from '../../../src/model/comments/threads.ts';

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

const all: ThreadQuery = { status: 'all', text: '', order: 'newest' };
const listed = (threads: readonly Thread[], query: ThreadQuery, repliesOf?: (thread: Thread) => readonly Thread[]) =>
  threads.filter((each) => matches(each, query, repliesOf)).sort(inOrder(query.order));
const orders = fc.constantFrom(...threadOrders);

describe('the list of threads', () => {
  test('contains every thread as either open or resolved, in any order', () => {
    fc.assert(
      fc.property(some, orders, (fields, order) => {
        const threads = threadsOf(fields);
        const of = (status: ThreadQuery['status']) => listed(threads, { ...all, status, order }).map(({ id }) => id);

        assert.deepEqual([...of('open'), ...of('resolved')].sort(), of('all').sort());
        assert.equal(of('all').length, threads.length);
      }),
    );
  });

  test('is reversed between oldest and newest first', () => {
    fc.assert(
      fc.property(some, (fields) => {
        const threads = threadsOf(fields);
        assert.deepEqual(threads.toSorted(inOrder('oldest')), threads.toSorted(inOrder('newest')).toReversed());
      }),
    );
  });

  test("doesn't depend on the order of the input", () => {
    fc.assert(
      fc.property(some, orders, (fields, order) => {
        const threads = threadsOf(fields);
        assert.deepEqual(listed(threads, { ...all, order }), listed(threads.toReversed(), { ...all, order }));
      }),
    );
  });

  test('sorted by page has those without a page first, then follows the titles', () => {
    const threads = [thread('1', { page: page('c') }), thread('2', { page: page('a') }), thread('3')];

    const order = listed(threads, { ...all, order: 'page' }).map(({ id }) => id);

    assert.deepEqual(order, ['3', '2', '1']);
  });

  test.each<[string, Partial<ThreadQuery>, string[]]>([
    ['a page', { page: 'a' }, ['1']],
    ['no page', { page: '' }, ['2', '3']],
    ['an author', { author: 'Bo' }, ['3']],
    ['words of text, quote, author and page in any case', { text: 'ADA  page quoted' }, ['1']],
    ['words of a reply', { text: 'answer' }, ['2']],
    ['words that are nowhere', { text: 'nowhere' }, []],
  ])('filters those of %s', (_, query, expected) => {
    const threads = [
      thread('1', { page: page('a'), quote: 'Quoted words' }),
      thread('2'),
      thread('3', { author: { id: 'bo', name: 'Bo' } }),
    ];
    const answer = thread('reply', { body: { kind: 'markdown', markdown: 'An answer' } });

    const found = listed(threads, { ...all, ...query }, ({ id }) => (id === '2' ? [answer] : []));

    assert.deepEqual(found.map(({ id }) => id).sort(), expected);
  });
});

test('groups the threads of a review at its first one, and loses none', () => {
  fc.assert(
    fc.property(some, (fields) => {
      const threads = threadsOf(fields);

      const together = byReview(threads);

      assert.deepEqual(together.map(({ id }) => id).sort(), threads.map(({ id }) => id).sort());
      const changes = together.filter(
        ({ review }, index) => review !== undefined && together[index - 1]?.review !== review,
      );
      assert.equal(new Set(changes.map(({ review }) => review)).size, changes.length);
    }),
  );
});
