import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import { openEditors } from './editor.ts';
import { fakeCode } from './fakeCode.ts';

// Modules are loaded once for all files of a worker: another's may have a vscode of its own.
vi.hoisted(() => void vi.resetModules());
vi.mock('vscode', async () => (await import('./fakeCode.ts')).fakeCode);

const theirs = (markdown: string) => ({ operation: 'update_page', page: 'a', markdown }) as const;

describe('what somebody else wrote while one types', () => {
  test('is not overwritten by Save All once it was heard of', async () => {
    using all = await openEditors();
    const { type } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    await all.hear();

    await assert.rejects(all.saveAll('a.md'), /Somebody else has changed a.md in #1 meanwhile/);

    assert.equal(await all.markdownOf('a'), '# A\n\nTheir text.\n');
  });

  test('is not overwritten by Save All after VS Code has asked and nobody answered', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    assert.equal(await save(), false);

    await assert.rejects(all.saveAll('a.md'), /Somebody else has changed/);

    assert.equal(await all.markdownOf('a'), '# A\n\nTheir text.\n');
  });

  test('is overwritten when one says so, but not what came after that', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Their text.\n'));
    assert.equal(await save(), false);
    all.change(theirs('Their second text.\n'));

    assert.equal(await save({ isOverwriting: true }), false);

    assert.equal(await all.markdownOf('a'), '# A\n\nTheir second text.\n');
    assert.equal(await save(), false);
    assert.equal(await save({ isOverwriting: true }), true);
    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
  });

  test('is asked about when it came in two steps and has as many letters in the end', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change(theirs('Longer.\n'));
    await all.hear();
    all.change(theirs('Two.\n'));
    await all.hear();

    assert.equal(await save(), false);

    assert.equal(await all.markdownOf('a'), '# A\n\nTwo.\n');
  });

  test('is not asked about when only the name of a page that is linked is another', async () => {
    using all = await openEditors();
    const { type, save, document } = await all.open('b.md');
    type('# B\n\nSee [c](c.md).\n\nMine.\n');
    all.change({ operation: 'update_page', page: 'c', slug: 'see' });
    await all.hear();

    assert.equal(await save(), true, String(all.noted));

    assert.equal(await all.markdownOf('b'), '# B\n\nSee [c](/pages/c).\n\nMine.\n');
    assert.match(document.text, /\[c\]\(see\.md\)/);
    assert.equal(document.isDirty, false);
  });
});

describe('what was written in a page that was deleted meanwhile', () => {
  const gone = async () => {
    const all = await openEditors();
    const { type, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    const other = await all.open('c.md');
    other.type('# C\n\nMine, too.\n');
    all.change({ operation: 'delete_page', page: 'a' });
    return { all, document };
  };

  test('holds nothing else up, and becomes a document of its own', async () => {
    const { all } = await gone();
    using _ = all;
    all.presses('Open as Untitled');
    fakeCode.untitled.length = 0;

    await all.saveAll('c.md');

    assert.equal(await all.markdownOf('c'), '# C\n\nMine, too.\n');
    await vi.waitFor(() => assert.deepEqual(fakeCode.untitled, ['# A\n\nMine.\n']));
    assert.deepEqual(await all.drafts(), []);
  });

  test('can be given up', async () => {
    const { all } = await gone();
    using _ = all;
    await all.edits.drafts.keep(all.target('a'), '# A\n\nMine.\n', '# A\n\nOne.\n');
    await all.opened.content.refresh(all.opened.space, 1);
    all.presses('Discard');

    await all.discard('a.md');

    assert.deepEqual(await all.drafts(), []);
  });
});

describe('what was typed and not saved when the window was closed', () => {
  test('is saved over what it was typed over', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.reload();

    assert.equal(await save(), true);

    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
  });

  test('is not saved unasked over what somebody else has written meanwhile, though it has as many letters', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.reload();
    all.change(theirs('Two.\n'));
    await all.hear();

    assert.equal(await save(), false);

    assert.equal(await all.markdownOf('a'), '# A\n\nTwo.\n');
    assert.equal(await save({ isOverwriting: true }), true);
    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
  });

  test('is sent by Save All, though nobody has looked at it since', async () => {
    using all = await openEditors();
    const { type } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.reload();

    await all.saveAll('a.md');

    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
  });

  test('is not said to be sent when its page is gone', async () => {
    using all = await openEditors();
    const { type, document } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.change({ operation: 'delete_page', page: 'a' });
    await all.opened.content.refresh(all.opened.space, 1);
    all.reload();

    await assert.rejects(all.saveAll('a.md'), /“a.md” cannot be found in #1 now/);

    assert.equal(document.isDirty, true);
  });

  test('goes to its own page when another stands at its address by now', async () => {
    using all = await openEditors();
    const { type, save } = await all.open('a.md');
    type('# A\n\nMine.\n');
    all.reload();
    all.change({ operation: 'update_page', page: 'a', slug: 'x' });
    all.change({ operation: 'insert_page', id: 'n', title: 'A', markdown: 'New.\n' });
    await all.hear();

    await save();

    assert.equal(await all.markdownOf('n'), '# A\n\nNew.\n');
    assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
  });
});

test('what is saved after one has signed out and in again is told to the lists of now', async () => {
  using all = await openEditors();
  const { type, save } = await all.open('a.md');
  const { edits } = all.signInAgain();
  let told = 0;
  edits.onDidChange(() => void told++);
  type('# A\n\nMine.\n');

  assert.equal(await save(), true);

  assert.equal(told, 1);
  assert.equal(await all.markdownOf('a'), '# A\n\nMine.\n');
});
