import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { DraftStorage } from '../../../src/store/shared/draftFiles.ts';
import { createEditDrafts } from '../../../src/store/editing/drafts.ts';
import { openEdits } from '../openEdits.ts';
import { emptyStorage } from '../openThreads.ts';

const at = (page: string, number = 42) => ({ space: 's', number, page });

/** Two windows with one folder, which notifies each of the other's writes. */
function openWindows() {
  const storage = emptyStorage();
  const listeners = new Set<() => void>();
  const clock = { now: 1000 };
  const warnings: string[] = [];
  const folder: DraftStorage = {
    ...storage,
    write: (name, text) => storage.write(name, text).then(notify),
    delete: (name) => storage.delete(name).then(notify),
    watch(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
  function notify(): void {
    for (const listener of listeners) listener();
  }
  const open = (over = folder) =>
    createEditDrafts({ storage: over, now: () => clock.now++, warn: (message) => void warnings.push(message) });
  return { storage, folder, listeners, clock, warnings, open };
}

test('a draft and its base survive a restart', async () => {
  const windows = openWindows();
  await windows.open().keep(at('a'), 'Mine.', 'Theirs.');

  const drafts = windows.open();

  const expected = { target: at('a'), text: 'Mine.', base: 'Theirs.', changedAt: 1000 };
  assert.deepEqual(await drafts.get(at('a')), expected);
  assert.deepEqual(drafts.cached(), [expected]);
  assert.equal(await drafts.get(at('a', 43)), undefined);
});

test("the base of an editor's text survives a restart, isn't listed as a draft, and is removed with the draft", async () => {
  const windows = openWindows();
  const drafts = windows.open();
  await drafts.keepBase(at('a'), 'Theirs.');
  const again = windows.open();

  assert.equal(await again.base(at('a')), 'Theirs.');
  assert.deepEqual(await again.all(), []);
  await again.discard(at('a'));
  assert.equal(await again.base(at('a')), undefined);
  assert.deepEqual(windows.warnings, []);
});

test('conflict markers are kept with a draft', async () => {
  const windows = openWindows();
  const markers = { length: 7, ours: 'Yours', theirs: 'Theirs', withMain: true };
  await windows.open().keep(at('a'), 'Mine.', 'Theirs.', markers);

  assert.deepEqual((await windows.open().get(at('a')))?.markers, markers);
});

test('drafts of a change request are listed oldest first', async () => {
  const { open } = openWindows();
  const drafts = open();
  await drafts.keep(at('b'), '1', '');
  await drafts.keep(at('a'), '2', '');
  await drafts.keep(at('c', 43), '3', '');

  assert.deepEqual(
    (await drafts.of({ space: 's', number: 42 })).map(({ text }) => text),
    ['1', '2'],
  );
  assert.deepEqual(await drafts.of({ space: 'other', number: 42 }), []);
});

test('an unreadable file hides no drafts, and is logged once', async () => {
  const { open, folder, warnings } = openWindows();
  await open().keep(at('a'), 'Mine.', '');
  const drafts = open({
    ...folder,
    names: async () => ['backup', ...(await folder.names())],
    read: (name) => (name === 'backup' ? Promise.reject(new Error('EISDIR: a folder')) : folder.read(name)),
  });

  assert.deepEqual([(await drafts.all()).length, (await drafts.of(at('a'))).length], [1, 1]);
  assert.deepEqual(warnings, ['A draft cannot be read: backup. Error: EISDIR: a folder. Its file stays as it is.']);
});

test('a draft of another format that a newer window wrote over one of this window stays', async () => {
  const { open, storage, folder } = openWindows();
  const drafts = open();
  await drafts.keep(at('a'), 'Mine.', '');
  const [[name = '', text = ''] = []] = storage.texts;
  const foreign = text.replace('"text":', '"content":');
  await folder.write(name, foreign);
  await drafts.all();

  await drafts.keep(at('a'), 'Mine again.', '');

  assert.equal([...storage.texts.values()].filter((each) => each === foreign).length, 1);
});

test.each<[string, (drafts: ReturnType<typeof createEditDrafts>) => Promise<void>]>([
  ['discarded', (drafts) => drafts.discard(at('a'))],
  ['equal to the text on the server', (drafts) => drafts.keep(at('a'), 'Theirs.', 'Theirs.')],
])('a draft that is %s leaves nothing behind', async (_, end) => {
  const { open, storage } = openWindows();
  const drafts = open();
  await drafts.keep(at('a'), 'Mine.', 'Theirs.');

  await end(drafts);

  assert.deepEqual([drafts.cached(), storage.texts.size], [[], 0]);
});

test('another window is notified of a draft and of its removal', async () => {
  const { open } = openWindows();
  const [one, other] = [open(), open()];
  let reported = 0;
  other.onDidChange(() => reported++);

  await one.keep(at('a'), 'Mine.', '');
  await other.of(at('a'));
  assert.deepEqual([other.cached().map(({ text }) => text), reported], [['Mine.'], 1]);

  await one.discard(at('a'));
  await other.of(at('a'));
  assert.deepEqual([other.cached(), reported], [[], 2]);
});

test("text typed while the folder is read isn't lost", async () => {
  const { open, folder } = openWindows();
  const gate = Promise.withResolvers<void>();
  const drafts = open({ ...folder, names: () => gate.promise.then(() => []) });
  const listing = drafts.of(at('a'));

  const keeping = drafts.keep(at('a'), 'Mine.', '');
  gate.resolve();
  await Promise.all([listing, keeping]);

  assert.deepEqual(
    drafts.cached().map(({ text }) => text),
    ['Mine.'],
  );
});

test("a draft that can't be written reports its failure and stays cached", async () => {
  const { open, folder } = openWindows();
  const drafts = open({ ...folder, write: () => Promise.reject(new Error('No space left.')) });

  await assert.rejects(drafts.keep(at('a'), 'Mine.', ''), /No space left/);

  assert.deepEqual(
    drafts.cached().map(({ text }) => text),
    ['Mine.'],
  );
});

test('a file that is not a draft hides no others', async () => {
  const { open, storage, warnings } = openWindows();
  storage.texts.set('page-broken', '{"text":');
  storage.texts.set('page-other', '{"text":1}');
  const drafts = open();
  await drafts.keep(at('a'), 'Mine.', '');

  assert.equal((await drafts.of(at('a'))).length, 1);
  await drafts.all();
  assert.deepEqual(warnings.sort(), [
    'A draft cannot be read: page-broken. Its file stays as it is.',
    'A draft cannot be read: page-other. Its file stays as it is.',
  ]);
});

test.each<[string, (drafts: ReturnType<typeof createEditDrafts>) => Promise<void>]>([
  ['written', (drafts) => drafts.keep(at('a'), 'Mine.', 'Theirs.')],
  ['discarded', (drafts) => drafts.discard(at('a'))],
])('a draft of another format stays when another draft of its page is %s', async (_, action) => {
  const { open, storage } = openWindows();
  await open().keep(at('a'), 'Mine.', '');
  const [[name = '', text = ''] = []] = storage.texts;
  const foreign = text.replace('"text":', '"content":');
  storage.texts.set(name, foreign);
  const drafts = open();

  await action(drafts);
  await action(drafts);

  assert.equal([...storage.texts.values()].filter((each) => each === foreign).length, 1);
  assert.deepEqual(await open().all(), drafts.cached());
});

test('a disposed window receives no more notifications', () => {
  const { open, listeners } = openWindows();
  open().dispose();

  assert.equal(listeners.size, 0);
});

test("a draft that one window has sent isn't sent by the other", async () => {
  using all = await openEdits();
  const other = all.again();
  const { text: base } = await all.edits.page(all.target('a'));
  await other.edits.page(all.target('a'));
  await all.edits.drafts.keep(all.target('a'), `${base}Mine.\n`, base);
  const draft = await other.edits.drafts.get(all.target('a'));
  await all.send({ kind: 'write', page: 'a', text: `${base}Mine.\n`, base });

  const sent = await other.edits.send({ space: all.opened.space, number: 1 }, [
    { kind: 'write', page: 'a', text: draft?.text ?? '', base: draft?.base },
  ]);

  assert.deepEqual([sent.changed, all.revisions()], [false, 1]);
});

test('conflict markers of an impossible length are left out', async () => {
  const windows = openWindows();
  const markers = { length: 1e9, ours: 'Yours', theirs: 'Theirs' };
  await windows.open().keep(at('a'), 'Mine.', 'Theirs.', markers);

  const draft = await windows.open().get(at('a'));

  assert.deepEqual([draft?.text, draft?.markers], ['Mine.', undefined]);
});
