import { expect, test } from 'vitest';
import { openEditors } from './editor.ts';
import { fake } from '../../../fakes/vscode/index.ts';

/**
 * Picks the items with these prefixes, one quick pick after the other. Returns everything that was offered, and before
 * the actions of a page the title.
 */
function picks(...labels: string[]): string[][] {
  const lists: string[][] = [];
  fake.pick = (items, { title }) => {
    if (items.some(({ label }) => label === 'Open')) lists.push([String(title)]);
    lists.push(items.map(({ label, description }) => [label, description].filter(Boolean).join(' | ')));
    const wanted = labels.shift();
    return wanted === undefined ? undefined : items.find(({ label }) => label.startsWith(wanted));
  };
  return lists;
}

test('lists unsent text of editors, closed pages and deleted pages', async () => {
  using all = await openEditors();
  const { type } = await all.open('a.md');
  type('# A\n\nIn an editor.\n');
  await all.edits.drafts.keep(all.target('c'), '# C\n\nIn a draft.\n', '# C\n\nThree.\n');
  await all.edits.drafts.keep(all.target('gone'), '# Of old\n\nMore.\n', '# Of old\n');
  const lists = picks();

  await all.unsent();

  expect(lists).toEqual([['A | #1 Better words', 'C | #1 Better words', 'Of old | #1 Better words']]);
});

test('discards the unsent text of a deleted page after a confirmation, and lists the others again', async () => {
  using all = await openEditors();
  await all.edits.drafts.keep(all.target('c'), '# C\n\nIn a draft.\n', '# C\n\nThree.\n');
  await all.edits.drafts.keep(all.target('gone'), '# Of old\n\nMore.\n', '# Of old\n');
  all.presses('Discard');
  const lists = picks('Of old', 'Discard…');

  await all.unsent();

  expect(await all.drafts()).toEqual(['c']);
  expect(lists).toEqual([
    ['C | #1 Better words', 'Of old | #1 Better words'],
    ['Of old · #1 Better words'],
    ['Open', 'Discard…'],
    // The only one that is left is asked about at once.
    ['C · #1 Better words'],
    ['Open', 'Discard…'],
  ]);
});

test("lists pages by their text if the platform can't be reached", async () => {
  using all = await openEditors();
  await all.edits.drafts.keep(all.target('c'), '# C, once more\n\nIn a draft.\n', '# C\n\nThree.\n');
  all.opened.instead = async () => Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 });
  const lists = picks();

  await all.unsent();

  expect(lists).toEqual([['C, once more · #1'], ['Open', 'Discard…']]);
});
