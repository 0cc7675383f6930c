import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import { openEditors } from './editor.ts';
import * as vscode from 'vscode';
import { fake } from '../../../fakes/vscode/index.ts';

const theirs = (markdown: string) => ({ operation: 'update_page', page: 'a', markdown }) as const;

describe('a change by someone else while the user types', () => {
  test('is merged by Save All if it is on other lines', async () => {
    using all = await openEditors();
    all.change(theirs('One.\n\nTwo.\n\nThree.\n'));
    await all.receive();
    const { type, document } = await all.open('a.md');
    type('# A\n\nOne.\n\nTwo.\n\nMine.\n');
    all.change(theirs('Theirs.\n\nTwo.\n\nThree.\n'));
    await all.receive();

    await all.saveAll('a.md');

    assert.equal(await all.markdownOf('a'), '# A\n\nTheirs.\n\nTwo.\n\nMine.\n');
    await vi.waitFor(() => assert.equal(document.text, '# A\n\nTheirs.\n\nTwo.\n\nMine.\n'));
    assert.equal(document.isDirty, false);
    assert.match(fake.said.join(), /Combined with Ada's changes to A\. Saved to #1\./);
  });

  test.each(['heard of before', 'not heard of'])('is not overwritten by Save All, %s', async (what) => {
    using all = await openEditors();
    const { type, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    if (what === 'heard of before') await all.receive();

    await all.saveAll('a.md');

    assert.equal(await all.markdownOf('a'), '# A\n\nTheir text.\n');
    assert.match(all.choices.join(), /Ada changed the same lines of “a\.md” in #1\. Your text is kept as a draft\./);
    assert.equal(document.text, '# A\n\nMine.\n');
  });

  test('is called the own one if it was made in another window', async () => {
    using all = await openEditors();
    all.worksElsewhere();
    all.change(theirs('One.\n\nTwo.\n\nThree.\n'));
    await all.receive();
    const { type, save, document } = await all.open('a.md');
    type('# A\n\nOne.\n\nTwo.\n\nMine.\n');
    all.change(theirs('Elsewhere.\n\nTwo.\n\nThree.\n'));

    assert.equal(await save(), true, String(all.failures));

    assert.equal(await all.markdownOf('a'), '# A\n\nElsewhere.\n\nTwo.\n\nMine.\n');
    assert.match(fake.said.join(), /Combined with your other changes to A\. Saved to #1\./);
    type('# A\n\nElsewhere.\n\nTwo.\n\nHere.\n');
    all.change(theirs('Elsewhere.\n\nTwo.\n\nThere.\n'));
    assert.equal(await save(), false);
    assert.match(String(all.failures.at(-1)), /You changed the same lines elsewhere\. Choose what to keep/);
    assert.match(document.text, />>>>>>> Your other version/);
    await all.saveAll('a.md');
    assert.match(all.choices.join(), /You changed the same lines of “a\.md” in #1 elsewhere\./);
  });

  test('is not called the own one because the user saved another page last', async () => {
    using all = await openEditors();
    all.savesLast();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));

    assert.equal(await save(), false);

    assert.match(String(all.failures.at(-1)), /Someone else changed the same lines\./);
  });

  test("stays visible with the author's name until the conflict is resolved", async () => {
    using all = await openEditors();
    const { type, save, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));

    assert.equal(await save(), false);

    const marked = "# A\n\n<<<<<<< Yours\nMine.\n||||||| Base\nOne.\n=======\nTheir text.\n>>>>>>> Ada's version\n";
    assert.equal(document.text, marked);
    assert.match(String(all.failures.at(-1)), /Ada changed the same lines\./);
    assert.equal(await save(), false);
    assert.match(String(all.failures.at(-1)), /Not sent, saved as a draft: Resolve 1 conflict first\./);
    assert.equal(await all.markdownOf('a'), '# A\n\nTheir text.\n');
    type('# A\n\nMine and theirs.\n');
    assert.equal(await save(), true, String(all.failures));
    assert.equal(await all.markdownOf('a'), '# A\n\nMine and theirs.\n');
    assert.deepEqual(await all.drafts(), []);
  });

  test('is not replaced by a resolved conflict if it changed again', async () => {
    using all = await openEditors();
    const { type, save, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    await save();
    type('# A\n\nMine and theirs.\n');
    all.change(theirs('Their second text.\n'));

    assert.equal(await save(), false);

    assert.equal(await all.markdownOf('a'), '# A\n\nTheir second text.\n');
    assert.match(document.text, /Mine and theirs\.\n\|{7} Base\nTheir text\.\n=======\nTheir second text\./);
  });

  test.each(['saved', 'typed only'])('keeps its markers through a reload of the window, %s', async (what) => {
    using all = await openEditors();
    const { type, save, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    await save();
    if (what === 'saved') await save({ reason: vscode.TextDocumentSaveReason.AfterDelay });
    all.reload();

    assert.equal(await save(), false);

    assert.match(String(all.failures.at(-1)), /Resolve 1 conflict first\./);
    assert.match(document.text, /<<<<<<< Yours/);
    type('# A\n\nMine and theirs.\n');
    assert.equal(await save(), true, String(all.failures));
    assert.equal(await all.markdownOf('a'), '# A\n\nMine and theirs.\n');
  });

  test('is not sent with the markers that Undo restores after they were resolved and saved', async () => {
    using all = await openEditors();
    all.change(theirs('One.\n\nTwo.\n\nThree.\n'));
    await all.receive();
    const { type, save, document } = await all.open('a.md');
    type('# A\n\nMine.\n\nTwo.\n\nMine, too.\n');
    all.change(theirs('Theirs.\n\nTwo.\n\nTheirs, too.\n'));
    await save();
    const first = document.text.replace(/<{7}[^]*?>{7}.*/, 'Mine.');
    assert.match(first, /^# A\n\nMine\.\n\nTwo\.\n\n<{7} Yours/);
    type(first);
    type('# A\n\nMine.\n\nTwo.\n\nMine, too.\n');
    assert.equal(await save(), true, String(all.failures));

    type(first, { reason: 1 });

    assert.equal(await save(), false);
    assert.match(String(all.failures.at(-1)), /Resolve 1 conflict first\./);
    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n\nTwo.\n\nMine, too.\n');
  });

  test('keeps the markers that Undo restored through a reload, even without a draft', async () => {
    using all = await openEditors();
    const { type, save, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    await save();
    const marked = document.text;
    type('# A\n\nTheir text.\n');
    await save({ reason: vscode.TextDocumentSaveReason.AfterDelay });
    assert.deepEqual(await all.drafts(), []);
    type(marked, { reason: 1 });
    all.reload();

    assert.equal(await save(), false);

    assert.equal(await all.markdownOf('a'), '# A\n\nTheir text.\n');
  });

  test('is not sent with the markers of an editor whose draft another window sent or discarded', async () => {
    using all = await openEditors();
    const { type, save, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    await save();
    await save({ reason: vscode.TextDocumentSaveReason.AfterDelay });
    type(`${document.text}\nTyped on.\n`);

    await all.edits.drafts.discard(all.target('a'));
    await all.receive();

    assert.match(document.text, /<<<<<<< Yours/);
    assert.equal(await save(), false);
    assert.match(String(all.failures.at(-1)), /Resolve 1 conflict first\./);
    assert.equal(await all.markdownOf('a'), '# A\n\nTheir text.\n');
  });

  test('is also merged with text typed during the save', async () => {
    using all = await openEditors();
    const { type, save, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    const listening = all.edits.drafts.onDidChange(() => {
      listening.dispose();
      type('# A\n\nTyped\n\nwhile it was saved.\n\nMine.\n');
    });

    assert.equal(await save(), false);

    assert.match(
      document.text,
      /Yours\nTyped\n\nwhile it was saved\.\n\nMine\.\n\|{7} Base\nOne\.\n=======\nTheir text\.\n/,
    );
  });

  test.each(['Undo', 'closing the editor'])('leaves no base behind after %s', async (what) => {
    using all = await openEditors();
    const { type, document } = await all.open('a.md');
    const before = document.text;
    type('# A\n\nMine.\n');
    await vi.waitFor(async () => assert.ok(await all.edits.drafts.base(all.target('a'))));

    if (what === 'Undo') type(before, { reason: 1, isDirty: false });
    else fake.closed.fire(Object.assign(document, { isDirty: false }));

    await vi.waitFor(async () => assert.equal(await all.edits.drafts.base(all.target('a')), undefined));
  });

  test('is not overwritten if others read the file before the editor shows it', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    await all.receive();
    await all.read('a.md');

    assert.equal(await save(), false);

    assert.equal(await all.markdownOf('a'), '# A\n\nTheir text.\n');
  });

  test('causes no question if only the name of a linked page changed', async () => {
    using all = await openEditors();
    const { type, save, document } = await all.open('b.md');
    type('# B\n\nSee [c](c.md).\n\nMine.\n');
    all.change({ operation: 'update_page', page: 'c', slug: 'see' });
    await all.receive();

    assert.equal(await save(), true, String(all.noted));

    assert.equal(await all.markdownOf('b'), '# B\n\nSee [c](/pages/c).\n\nMine.\n');
    assert.match(document.text, /\[c\]\(see\.md\)/);
    assert.equal(document.isDirty, false);
  });
});

describe('unsent text of a page that was deleted in the meantime', () => {
  const gone = async () => {
    const all = await openEditors();
    const { type, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    const other = await all.open('c.md');
    other.type('# C\n\nMine, too.\n');
    all.change({ operation: 'delete_page', page: 'a' });
    return { all, document };
  };

  test('blocks nothing else, and becomes a document of its own', async () => {
    const { all } = await gone();
    using _ = all;
    all.presses('Open as Untitled');

    await all.saveAll('c.md');

    assert.equal(await all.markdownOf('c'), '# C\n\nMine, too.\n');
    await vi.waitFor(() => assert.deepEqual(fake.untitled, ['# A\n\nMine.\n']));
    assert.deepEqual(await all.drafts(), []);
  });

  test('can be discarded', async () => {
    const { all } = await gone();
    using _ = all;
    await all.edits.drafts.keep(all.target('a'), '# A\n\nMine.\n', '# A\n\nOne.\n');
    await all.opened.content.refresh(all.opened.space, 1);
    all.presses('Discard');

    await all.discard('a.md');

    assert.deepEqual(await all.drafts(), []);
  });
});

describe('unsaved text that VS Code restored', () => {
  test('is saved over its own base', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.reload();

    assert.equal(await save(), true);

    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
  });

  test.each([
    ['combined', '# A\n\nOne.\n\nTwo.\n\nMine.\n', true],
    ['shown as a conflict', '# A\n\nMine.\n\nTwo.\n\nThree.\n', false],
  ])('is %s with what someone else has saved in the meantime', async (_, text, isCombined) => {
    using all = await openEditors();
    all.change(theirs('One.\n\nTwo.\n\nThree.\n'));
    await all.receive();
    const { type, save, document } = await all.open('a.md');
    type(text);
    await vi.waitFor(async () => assert.ok(await all.edits.drafts.base(all.target('a'))));
    all.reload();
    all.change(theirs('Theirs.\n\nTwo.\n\nThree.\n'));
    await all.receive();

    assert.equal(await save(), isCombined, String(all.failures));

    const sent = isCombined ? '# A\n\nTheirs.\n\nTwo.\n\nMine.\n' : '# A\n\nTheirs.\n\nTwo.\n\nThree.\n';
    assert.equal(await all.markdownOf('a'), sent);
    assert.equal(/Mine\.\n\|{7} Base\nOne\.\n=======\nTheirs\./.test(document.text), !isCombined);
  });

  test("is sent by Save All, even if its tab hasn't been opened", async () => {
    using all = await openEditors();
    const { type } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.reload();

    await all.saveAll('a.md');

    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
  });

  test('is not reported as sent if its page is gone', async () => {
    using all = await openEditors();
    const { type, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change({ operation: 'delete_page', page: 'a' });
    await all.opened.content.refresh(all.opened.space, 1);
    all.reload();

    await assert.rejects(all.saveAll('a.md'), /Couldn't save “a\.md”: it no longer exists in #1/);

    assert.equal(document.isDirty, true);
  });

  test('is saved to its own page if another page has its address now', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.reload();
    all.change({ operation: 'update_page', page: 'a', slug: 'x' });
    all.change({ operation: 'insert_page', id: 'n', title: 'A', markdown: 'New.\n' });
    await all.receive();

    await save();

    assert.equal(await all.markdownOf('n'), '# A\n\nNew.\n');
    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
  });
});

test('a change by someone else is shown again after Save All failed and the text was undone', async () => {
  using all = await openEditors();
  const { type, document } = await all.open('a.md');
  const before = document.text;
  type('# A\n\nMine.\n');
  all.opened.instead = async () => Promise.reject(new TypeError('fetch failed'));
  await assert.rejects(all.saveAll('a.md'));
  all.opened.instead = undefined;
  type(before, { reason: 1, isDirty: false });
  all.change(theirs('Theirs.\n'));

  await all.receive();

  await vi.waitFor(() => assert.equal(document.text, '# A\n\nTheirs.\n'));
});

test('nothing is sent by Save All if it cannot be stored as a draft', async () => {
  using all = await openEditors();
  const { type } = await all.open('a.md');
  type('# A\n\nMine.\n');
  vi.spyOn(all.edits.drafts, 'keep').mockRejectedValue(new Error('The disk is full.'));

  await assert.rejects(all.saveAll('a.md'), /disk is full/);

  assert.equal(await all.markdownOf('a'), '# A\n\nOne.\n');
});

test('text that is typed while Save All sends the page stays unsent', async () => {
  using all = await openEditors();
  const { type, document } = await all.open('a.md');
  type('# A\n\nSent.\n');
  const sending = all.edits.onDidChange(() => {
    sending.dispose();
    type('# A\n\nSent.\n\nTyped.\n');
  });

  await all.saveAll('a.md');

  assert.equal(await all.markdownOf('a'), '# A\n\nSent.\n');
  assert.deepEqual([document.text, document.isDirty], ['# A\n\nSent.\n\nTyped.\n', true]);
});

test('notifies the current lists when it is saved after signing out and in again', async () => {
  using all = await openEditors();
  const { type, save } = await all.open('a.md');
  const { edits } = all.signInAgain();
  let reported = 0;
  edits.onDidChange(() => void reported++);
  type('# A\n\nMine.\n');

  assert.equal(await save(), true);

  assert.equal(reported, 1);
  assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
});
