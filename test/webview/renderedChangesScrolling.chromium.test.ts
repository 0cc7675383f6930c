import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
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

/** Pages with that many blocks each, of very different heights. */
async function open(pageCount: number, blockCount = 1, isChanged = (_: number): boolean => true): Promise<void> {
  const blocks = Array.from({ length: blockCount }, (_, at) => at);
  const text = (word: string) =>
    blocks.map((at) => `Block ${at} is ${`${isChanged(at) ? word : 'same'} `.repeat(1 + at * 12)}\n`).join('\n');
  const ids = Array.from({ length: pageCount }, (_, index) => `p${index}`);
  view = await openChanges({
    // The platform reads all pages beside a page that it changes.
    pages: ids.flatMap((id, at) => {
      const group = `g${at - (at % 40)}`;
      const page = { operation: 'insert_page', id, title: `Page ${at}.`, markdown: text('old'), into: group } as const;
      return at % 40 === 0 ? [{ operation: 'insert_page', id: group, title: group }, page] : [page];
    }),
    edits: ids.map((page) => ({ operation: 'update_page', page, markdown: text('new') })),
  });
  await section(0).locator('.inserted').first().waitFor();
}

/** Opens the view again, with its state. */
async function reopen(): Promise<void> {
  const [state] = [await view.state(), await view.close()];
  view = await openChanges({ pages: [], edits: [], opened: view.opened, state });
}

const section = (index: number): Locator => view.page.locator(`section[data-page="p${index}"]`);
const block = (page: number, index: number): Locator =>
  section(page)
    .locator('.change-row')
    .filter({ hasText: `Block ${index} is` });
const item = (index: number): Locator => view.page.getByRole('listitem').filter({ hasText: `Page ${index}.` });
const pagesAsked = (): number => view.asked.filter((request) => request === 'page').length;

/** How far an element is below the top of the pages, in pixels. */
async function topOf(element: Locator): Promise<number> {
  const [own, scroller] = [await element.boundingBox(), await view.page.locator('.changes').boundingBox()];
  return Math.round((own?.y ?? NaN) - (scroller?.y ?? NaN)) + 0;
}

/** Scrolls by half a window height at a time, each time until the page in the middle is shown. */
async function scrollBy(windowHeights: number): Promise<void> {
  await view.page.evaluate(`(async () => {
    const scroller = document.querySelector('.changes');
    const { left, top, width, height } = scroller.getBoundingClientRect();
    const isShown = () => {
      const section = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('section[data-page]');
      return !section || section.classList.contains('shown');
    };
    for (let step = 0; step < ${Math.abs(windowHeights) * 2}; step++) {
      scroller.scrollTop += ${Math.sign(windowHeights)} * scroller.clientHeight / 2;
      for (let frame = 0; frame < 3 || (frame < 1000 && !isShown()); frame++) await new Promise(requestAnimationFrame);
    }
  })()`);
}

test('a change request of 1,500 pages lists them at once, and reads only what is visible', async () => {
  await open(1500);

  await expect.poll(() => view.page.getByRole('listitem').count()).toBe(1500);
  expect(pagesAsked()).toBeLessThan(40);

  await item(1400).getByRole('button').click();

  await section(1400).locator('.inserted').first().waitFor();
  expect(pagesAsked()).toBeLessThan(80);
});

test('pages that are far away are forgotten, but not the one with the box that is typed in', async () => {
  await open(40, 12);
  await block(0, 1).focus();
  await view.page.keyboard.press('c');
  await view.page.keyboard.type('One, ');
  await expect.poll(() => block(0, 1).getByRole('textbox').inputValue()).toBe('One, ');

  // The view keeps the new box in sight for a moment, and then lets go.
  const rowsFarAway = async (): Promise<number> => {
    await scrollBy(40);
    return section(2).locator('.change-row').count();
  };
  await expect.poll(rowsFarAway).toBe(0);
  await view.page.keyboard.type('two.');

  await expect.poll(() => block(0, 1).getByRole('textbox').inputValue()).toBe('One, two.');
});

test('a page stays at the top while pages above it get their height', async () => {
  await open(40, 12);

  await item(30).getByRole('button').press('Enter');
  await block(29, 11).waitFor();

  await expect.poll(() => topOf(section(30))).toBe(-1);
  await expect.poll(() => item(30).getByRole('button').getAttribute('aria-current')).toBe('location');
});

test('blocks stay where they are while those above them get their height', async () => {
  await open(40, 30);
  await item(30).getByRole('button').click();
  await block(29, 29).waitFor();

  await scrollBy(-1);

  const before = await topOf(section(30));
  await view.page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
  expect(await topOf(section(30))).toBe(before);
});

test('F7 and Shift+F7 show the change that they go to, also among blocks that have no height yet', async () => {
  await open(40, 24, (at) => at % 8 === 5);
  await item(30).getByRole('button').click();
  await expect.poll(() => topOf(section(30))).toBe(-1);
  await view.page.locator('h2:focus').waitFor();

  for (const [key, page, at] of [
    ...[21, 13, 5].map((block) => ['Shift+F7', 29, block] as const),
    ...[21, 13, 5].map((block) => ['Shift+F7', 28, block] as const),
    ...[13, 21].map((block) => ['F7', 28, block] as const),
    ...[5, 13].map((block) => ['F7', 29, block] as const),
  ]) {
    await view.page.keyboard.press(key);
    await block(page, at).and(view.page.locator(':focus')).waitFor();
    await expect.poll(() => topOf(block(page, at))).toBeGreaterThanOrEqual(0);
    await expect.poll(() => topOf(block(page, at))).toBeLessThan(500);
  }
});

test('the block at the top is there again after a reload, and in the other layout', async () => {
  await open(40, 12);
  await item(20).getByRole('button').click();
  await block(20, 9).waitFor();
  // A wheel that turns while the view still goes there ends elsewhere.
  await expect.poll(() => topOf(section(20))).toBe(-1);
  await view.page.mouse.move(800, 500);
  await view.page.mouse.wheel(0, 1300);
  await expect.poll(() => topOf(block(20, 8))).toBeLessThan(0);
  let before = NaN;
  await expect
    .poll(async () => {
      before = await topOf(block(20, 8));
      const { view: stored } = (await view.state()) as { view: { topOf?: unknown } };
      return {
        topOf: stored.topOf,
        isSame: isDeepStrictEqual(stored.topOf, { page: 'p20', line: 18, offset: -before }),
      };
    })
    .toMatchObject({ isSame: true });

  await reopen();
  await expect.poll(() => topOf(block(20, 8))).toBe(before);

  await view.page.getByRole('button', { name: 'Two Columns' }).click();
  await block(20, 8).locator('.cell.before').waitFor();
  await expect.poll(() => topOf(block(20, 8))).toBe(before);
});
