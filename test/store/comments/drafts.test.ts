import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createDrafts } from '../../../src/store/comments/createDrafts.ts';
import type { DraftTarget } from '../../../src/store/comments/drafts.ts';
import { emptyStorage } from '../openThreads.ts';

const target: DraftTarget = { kind: 'reply', place: { space: 'space' }, thread: 'thread' };
const unsent = {
  reason: { code: 'noReply' },
  text: 'Sent',
  at: 0,
  mayHaveArrived: true,
  before: [],
  resolve: false,
} as const;

function open(storage = emptyStorage(), clock = { now: 1000 }) {
  const warnings: string[] = [];
  const drafts = createDrafts({ storage, now: () => clock.now, warn: (message) => warnings.push(message) });
  return { drafts, storage, clock, warnings };
}

test('a draft appears in another window, and an empty text removes it', async () => {
  const { drafts, storage } = open();

  await drafts.keep(target, 'Half a sent');
  const seen = await open(storage).drafts.get(target);
  await drafts.keep(target, ' ');

  assert.equal(seen?.text, 'Half a sent');
  assert.deepEqual([await open(storage).drafts.load(), storage.texts.size], [[], 0]);
});

test('only the last text is written while the disk is slow', async () => {
  const { drafts, storage } = open();
  let writes = 0;
  storage.write = async (name, text) => {
    writes += 1;
    storage.texts.set(name, text);
  };

  await Promise.all([...'typing'].map((_, index) => drafts.keep(target, 'typing'.slice(0, index + 1))));

  assert.equal(writes, 1);
  assert.equal((await open(storage).drafts.get(target))?.text, 'typing');
});

test('each input box has a draft of its own', async () => {
  const { drafts } = open();
  const edit: DraftTarget = { kind: 'edit', place: { space: 'space' }, thread: 'thread' };
  const elsewhere: DraftTarget = { ...target, place: { space: 'space', changeRequest: 'change' } };

  for (const [index, each] of [target, edit, elsewhere].entries()) await drafts.keep(each, `Text ${index}`);

  assert.equal((await drafts.get(edit))?.text, 'Text 1');
  assert.equal((await drafts.get(elsewhere))?.text, 'Text 2');
});

test('an unreadable file is logged and hides no other drafts', async () => {
  const { drafts, storage, warnings } = open();
  await drafts.keep(target, 'Good');
  storage.texts.set('reply-broken', '{"text":');

  assert.deepEqual(
    (await open(storage).drafts.load()).map(({ text }) => text),
    ['Good'],
  );
  await drafts.load();
  assert.match(warnings.join(), /cannot be read: reply-broken/);
});

test('a draft that was being sent when its window closed is later listed under Unsent in another window', async () => {
  const { drafts, storage } = open();
  await drafts.begin(target, 'Sent', { ...unsent, at: 1000 });
  const other = open(storage, { now: 1000 });

  await other.drafts.load();
  const atOnce = other.drafts.unsent().length;
  other.clock.now += 120_000;

  assert.deepEqual([drafts.unsent(), atOnce], [[], 0]);
  assert.deepEqual(other.drafts.unsent()[0]?.unsent?.reason, { code: 'windowClosed' });
});

test('a draft that is being sent, here or in another window, is marked until the outcome is known', async () => {
  const { drafts, storage } = open();
  await drafts.begin(target, 'Sent', { ...unsent, at: 1000 });
  const other = open(storage, { now: 1000 });
  await other.drafts.load();
  const states = (): unknown[] => [drafts, other.drafts].map((each) => each.cached()[0]?.isSending === true);

  assert.deepEqual(states(), [true, true]);

  await drafts.fail(target, { ...unsent, reason: { code: 'notAdmin' } as never });
  other.clock.now += 120_000;
  assert.deepEqual(states(), [false, false]);
  assert.equal(drafts.unsent().length, 1);
});

test('an unsent draft stays under Unsent when it is edited, and leaves it when it is discarded', async () => {
  const { drafts } = open();
  await drafts.fail(target, unsent);

  await drafts.keep(target, 'Better');
  const [edited] = drafts.unsent();
  await drafts.discard(target);

  assert.deepEqual([edited?.text, edited?.unsent?.text], ['Better', 'Sent']);
  assert.deepEqual(drafts.unsent(), []);
});

test("a draft that is discarded during a read of the folder doesn't come back", async () => {
  const { drafts, storage } = open();
  await drafts.keep(target, 'Old');
  const release = Promise.withResolvers<void>();
  const { texts } = storage;
  storage.read = async (name) => {
    const text = texts.get(name);
    await release.promise;
    return text;
  };

  const loading = drafts.load();
  await drafts.discard(target);
  release.resolve();

  assert.deepEqual(await loading, []);
});

test('a draft that is started during a read of the folder stays', async () => {
  const { drafts, storage } = open();
  const release = Promise.withResolvers<void>();
  storage.names = async () => {
    await release.promise;
    return [];
  };

  const loading = drafts.load();
  await drafts.keep(target, 'New');
  release.resolve();

  assert.deepEqual(
    (await loading).map(({ text }) => text),
    ['New'],
  );
});

test('a draft that is written during a read of the folder stays', async () => {
  const { drafts, storage } = open();
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  storage.write = async (name, text) => {
    begun.resolve();
    await release.promise;
    storage.texts.set(name, text);
  };

  const keeping = drafts.keep(target, 'New');
  await begun.promise;
  const seen = await drafts.load();
  release.resolve();
  await keeping;

  assert.equal(seen.length, 1);
});

test.each([
  ['a sentence of an earlier version', 'No answer came. Try again.', 'No answer came. Try again.'],
  ['nothing', undefined, ''],
  ['something else', { why: 7 }, ''],
])('keeps an unsent draft whose reason is %s', async (_, reason, words) => {
  const { drafts, storage } = open();
  await drafts.fail(target, unsent);
  const [name = ''] = storage.texts.keys();
  storage.texts.set(name, JSON.stringify({ target, text: 'Kept', changedAt: 1, unsent: { ...unsent, reason } }));
  const other = open(storage);

  await other.drafts.load();

  const [draft] = other.drafts.unsent();
  assert.equal(draft?.text, 'Kept');
  assert.deepEqual(draft.unsent?.reason, { code: 'other', words });
});
