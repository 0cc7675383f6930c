import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { Comment } from '../../../src/contract/comments/comments.ts';
import { documentText } from '../../../src/model/text/documentText.ts';
import { threadOf } from '../../../src/model/comments/threads.ts';

const comment: Comment = {
  id: 'c1',
  postedBy: { id: 'ada', displayName: 'Ada Park' },
  postedAt: '2026-11-01T10:00:00.000Z',
  body: { markdown: 'Why?' },
  replies: 2,
  status: 'open',
  reactions: [{ emoji: '1f44d', count: 3, users: [{ user: { id: 'me' } }, { user: { id: 'bo' } }] }],
  target: { page: { id: 'p1', title: 'Charging', outdated: true }, node: { id: 'n', preview: 'five seconds' } },
  permissions: { view: true, edit: false, reply: true, delete: false },
};

describe('a thread', () => {
  test('has author, time, text, target and status', () => {
    const thread = threadOf(comment, 'me');

    assert.deepEqual(thread.author, { id: 'ada', name: 'Ada Park' });
    assert.equal(thread.postedAt, Date.UTC(2026, 10, 1, 10));
    assert.deepEqual(thread.body, { kind: 'markdown', markdown: 'Why?' });
    assert.deepEqual(thread.page, { id: 'p1', title: 'Charging', path: undefined, isOutdated: true, isOfPart: true });
    assert.deepEqual([thread.quote, thread.replyCount, thread.isResolved], ['five seconds', 2, false]);
    assert.deepEqual(thread.may, { edit: false, reply: true, delete: false });
  });

  test("counts reactions without users, and finds the user's own", () => {
    const [thumb] = threadOf(comment, 'me').reactions;

    assert.deepEqual([thumb?.label, thumb?.count, thumb?.isOwn], ['👍', 3, true]);
    assert.equal(threadOf(comment, 'ada').reactions[0]?.isOwn, false);
  });

  test('shows a reaction that is not an emoji as a short text', () => {
    const reactions = [{ emoji: '<script>alert(1)</script>\u202e', count: 1 }];

    assert.equal(threadOf({ ...comment, reactions }, 'me').reactions[0]?.label, '<script>aler');
  });

  test('has an author even if the server returns none, or only an email address', () => {
    assert.equal(threadOf({ ...comment, postedBy: null }, 'me').author.name, 'Somebody');
    assert.equal(threadOf({ ...comment, postedBy: { id: 'x', email: 'x@example' } }, 'me').author.name, 'x@example');
  });

  test('is only editable by its author if the server returns no permissions', () => {
    const silent = { ...comment, permissions: undefined };

    assert.deepEqual(threadOf(silent, 'bo').may, { edit: false, reply: true, delete: false });
    assert.deepEqual(threadOf(silent, 'ada').may, { edit: true, reply: true, delete: true });
  });

  test("can't be answered without permission to reply", () => {
    assert.equal(threadOf({ ...comment, permissions: { reply: false } }, 'ada').may.reply, false);
  });

  test("shows the text of a document's blocks", () => {
    const leaves = (text: string) => [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }];
    const document = {
      object: 'document',
      nodes: [
        { object: 'block', type: 'paragraph', nodes: leaves('First') },
        { object: 'block', type: 'paragraph', nodes: [...leaves('Sec'), ...leaves('ond')] },
      ],
    };

    const { body } = threadOf({ ...comment, body: { document } }, 'me');

    assert.deepEqual(body, { kind: 'document', text: 'First\nSecond' });
    assert.deepEqual(threadOf({ ...comment, body: {} }, 'me').body, { kind: 'document', text: '' });
  });

  test('accepts any reply that the server may send', () => {
    const anything = fc.record({ id: fc.string() }, { noNullPrototype: true });
    const sent = fc.tuple(anything, fc.object({ key: fc.constantFrom(...Object.keys(comment)), maxDepth: 3 }));
    fc.assert(
      fc.property(sent, ([id, fields]) => {
        const parsed = Comment.safeParse({ ...fields, ...id });
        if (!parsed.success) return;
        const thread = threadOf(parsed.data, 'me');
        assert.ok(thread.author.name.length > 0);
        assert.ok(thread.replyCount >= 0);
      }),
      { numRuns: 200 },
    );
  });
});

test('the text of a document is read from any input in acceptable time', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      assert.equal(typeof documentText(value), 'string');
    }),
    { numRuns: 200 },
  );
  let nested: unknown = 'deep';
  for (let depth = 0; depth < 100_000; depth++) nested = { nodes: [nested] };

  assert.equal(documentText(nested), '');
});
