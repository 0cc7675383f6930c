import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { openChanges, type OpenedChanges } from './openChanges.ts';

let view: OpenedChanges;

afterEach(async () => {
  const { faults } = view;
  await view.close();
  view.opened[Symbol.dispose]();
  assert.deepEqual(faults, []);
});

const sentence = 'Some words that go on and on until the end of the line is reached, and the next line begins';

/** Two pages of two long paragraphs each, both in sight. */
async function open(): Promise<void> {
  const text = (word: string) => `${`${word}: ${sentence}. `.repeat(3)}\n\n${`${sentence}, ${word}. `.repeat(3)}\n`;
  view = await openChanges({
    pages: ['a', 'b'].map((id) => ({ operation: 'insert_page', id, title: `Page ${id}`, markdown: text('old') })),
    edits: ['a', 'b'].map((page) => ({ operation: 'update_page', page, markdown: text('new') })),
  });
  await rows('b').nth(2).locator('.inserted').first().waitFor();
}

const rows = (page: string): Locator => view.page.locator(`section[data-page="${page}"] .change-row`);

test('the list of pages marks the page with the focus, on which keys act', async () => {
  await open();
  const marked = () => view.page.locator('nav [aria-current="location"] .list-title').allTextContents();
  await expect.poll(marked).toEqual(['Page a']);

  await rows('b').nth(1).focus();

  expect(await marked()).toEqual(['Page b']);
  await view.page.keyboard.press('Shift+F7');
  await view.page.keyboard.press('Shift+F7');
  await expect.poll(marked).toEqual(['Page a']);
});

test('the buttons of a block cover no words, and can be pressed', async () => {
  await open();
  for (const row of await rows('a').all()) {
    await row.hover();
    await row.locator('.row-tools').waitFor();

    const covered = await view.page.evaluate<string[]>(`{
      const tools = document.querySelector('.row-tools').getBoundingClientRect();
      const covered = [];
      for (const cell of document.querySelectorAll('.cell')) {
        const all = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (all.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(all.currentNode);
          for (const { top, bottom, left, right } of range.getClientRects())
            // Less than the descent of a line isn't a word.
            if (bottom - tools.top > 4 && tools.bottom - top > 4 && right > tools.left && left < tools.right)
              covered.push(all.currentNode.data);
        }
      }
      covered;
    }`);
    expect(covered).toEqual([]);
    await row.getByRole('button', { name: 'Add Comment' }).click({ trial: true });
  }
});

test('the text stays where it is when the first comment is begun', async () => {
  await open();
  const place = async () => rows('a').nth(1).locator('.cell').boundingBox();
  const before = await place();
  assert.ok(before);

  await rows('a').nth(1).focus();
  await view.page.keyboard.press('c');
  await rows('a').nth(1).getByRole('textbox').waitFor();

  const after = await place();
  expect([after?.x, after?.y, after?.width]).toEqual([before.x, before.y, before.width]);
});

test('the pending review has a frame around each row, and its buttons are apart from it', async () => {
  await open();
  await rows('a').nth(1).focus();
  await view.page.keyboard.press('c');
  await rows('a').nth(1).getByRole('textbox').fill('Why?');
  await rows('a').nth(1).getByRole('button', { name: 'Start Review' }).click();
  const review = view.page.locator('.review');
  await review.waitFor();

  for (const notice of await review.locator('.notice').all()) {
    const frame = (await notice.boundingBox())!;
    for (const button of await notice.locator('vscode-button').all()) {
      const box = (await button.boundingBox())!;
      expect(box.y - frame.y).toBeGreaterThan(4);
      expect(frame.y + frame.height - box.y - box.height).toBeGreaterThan(4);
    }
  }
  expect(
    await view.page.evaluate(
      "[...document.querySelectorAll('.review .notice')].map((each) => getComputedStyle(each).borderTopStyle)",
    ),
  ).toEqual(['solid', 'solid']);
});
