import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { Edits } from '../store/openChangeRequest.ts';
import { openChanges, type OpenedChanges } from './openChanges.ts';

let view: OpenedChanges;

afterEach(async () => {
  const { faults } = view;
  await view.close();
  view.opened[Symbol.dispose]();
  assert.deepEqual(faults, []);
});

const filler = Array.from(
  { length: 12 },
  (_, at) => `Paragraph ${at} about robots in halls and what they do there.\n\n`,
);
const markdown = (speed: string): string => `${filler.map((each) => `Changed to ${speed}. ${each}`).join('')}
{% tabs %}
{% tab title="Console" %}
Press start at ${speed}.
{% endtab %}

{% tab title="Other" %}
Nothing here.
{% endtab %}

{% tab title="Terminal" %}
Run the command with ${speed} seconds.
{% endtab %}
{% endtabs %}

The last paragraph has ${speed} words.
`;
const ids = ['halls', 'docks', 'lifts'];
const pages: Edits = ids.map((id) => ({ operation: 'insert_page', id, title: `All ${id}`, markdown: markdown('60') }));
const edits: Edits = ids.map((page) => ({ operation: 'update_page', page, markdown: markdown('120') }));

async function open(): Promise<void> {
  view = await openChanges({ pages, edits });
  await section('halls').getByText('The last paragraph').waitFor();
}

const section = (id: string): Locator => view.page.locator(`section[data-page="${id}"]`);
const rowIn = (id: string, words: string): Locator =>
  section(id).locator('.change-row').filter({ hasText: words }).first();
const focusedPage = (): Promise<string | undefined> =>
  view.page.evaluate(`document.activeElement?.closest('section[data-page]')?.dataset.page`);
const focusedText = (): Promise<string> =>
  view.page.evaluate(`document.activeElement === document.body ? '' : document.activeElement.textContent`);

describe('keys act on the page that is seen:', () => {
  test('F7 opens each tab with changes', async () => {
    await open();
    await rowIn('halls', 'Paragraph 11').focus();
    const isSeen = (words: string): Promise<boolean> => section('halls').getByText(words).isVisible();

    await view.page.keyboard.press('F7');
    await expect.poll(() => isSeen('Press start')).toBe(true);
    await view.page.keyboard.press('F7');
    await expect.poll(() => isSeen('Run the command')).toBe(true);
    await view.page.keyboard.press('F7');

    expect(await isSeen('Run the command')).toBe(true);
    await expect.poll(focusedPage).toBe('docks');
    await view.page.keyboard.press('Shift+F7');
    await expect.poll(focusedPage).toBe('halls');
  });

  test('L keeps the focus at its row, so that V marks its page', async () => {
    await open();
    await rowIn('docks', 'Paragraph 3').scrollIntoViewIfNeeded();
    await rowIn('docks', 'Paragraph 3').focus();

    await view.page.keyboard.press('l');
    await view.page.locator('.cell.after').first().waitFor();
    await expect.poll(focusedText).toContain('Paragraph 3');
    await view.page.keyboard.press('v');

    await expect.poll(() => section('docks').getByRole('checkbox').isChecked()).toBe(true);
    expect(await section('halls').getByRole('checkbox').isChecked()).toBe(false);
  });

  for (const layout of ['columns', 'marks'] as const) {
    const openOther = async (): Promise<void> => {
      await open();
      if (layout === 'columns') return;
      await view.page.keyboard.press('l');
      await section('docks').locator('.cell.after').first().waitFor();
      // Until the view no longer scrolls to its former place.
      await view.page.waitForTimeout(500);
    };

    test(`L and then V act on the page with the focus below the end of another: ${layout}`, async () => {
      await openOther();
      await rowIn('docks', 'Paragraph 1').focus();
      await view.page.evaluate(`{
        const [upper, scroller] = [document.querySelector('section[data-page="halls"]'), document.querySelector('main')];
        scroller.scrollTop += upper.getBoundingClientRect().bottom - scroller.getBoundingClientRect().top - 120;
      }`);

      await view.page.keyboard.press('l');
      await view.page.keyboard.press('v');

      await expect.poll(() => section('docks').getByRole('checkbox').isChecked()).toBe(true);
      expect(await section('halls').getByRole('checkbox').isChecked()).toBe(false);
    });

    test(`L leaves the row with the focus in sight, so that V marks its page: ${layout}`, async () => {
      await openOther();
      await rowIn('docks', 'Paragraph 5').focus();
      await view.page.evaluate(`document.activeElement.scrollIntoView({ block: 'end' })`);

      await view.page.keyboard.press('l');

      const cells = section('docks').locator('.cell.after');
      await expect.poll(async () => (await cells.count()) > 0).toBe(layout === 'columns');
      await expect.poll(focusedText).toContain('Paragraph 5');
      const isInSight = (): Promise<boolean> =>
        view.page.evaluate(`{
          const { top, bottom } = document.activeElement.getBoundingClientRect();
          bottom > 0 && top < innerHeight;
        }`);
      await expect.poll(isInSight).toBe(true);
      await view.page.keyboard.press('v');
      await expect.poll(() => section('docks').getByRole('checkbox').isChecked()).toBe(true);
    });
  }

  describe('C opens its box at', () => {
    const pagesOfBox = async (): Promise<string[]> => {
      await view.page.getByRole('textbox').first().waitFor();
      const counts = await Promise.all(ids.map((id) => section(id).getByRole('textbox').count()));
      return ids.filter((_, at) => counts[at] !== 0);
    };
    const select = (row: Locator): Promise<void> => row.locator('p').dblclick({ position: { x: 8, y: 8 } });
    const scrollTo = (id: string): Promise<unknown> =>
      view.page.evaluate(`document.querySelector('section[data-page="${id}"]').scrollIntoView()`);

    test('the block with the focus, though words are selected in another', async () => {
      await open();
      await select(rowIn('halls', 'The last paragraph'));
      expect(await view.page.evaluate('String(getSelection()).trim()')).not.toBe('');

      await view.page.keyboard.press('F7');
      await expect.poll(focusedPage).toBe('docks');
      await view.page.keyboard.press('c');

      expect(await pagesOfBox()).toEqual(['docks']);
    });

    test('the words that are selected after the focus moved', async () => {
      await open();
      await view.page.keyboard.press('F7');
      await select(rowIn('halls', 'Paragraph 3'));
      const words = String(await view.page.evaluate('String(getSelection()).trim()'));
      expect(words).not.toBe('');

      await view.page.keyboard.press('c');

      expect(await pagesOfBox()).toEqual(['halls']);
      const marked = `[...(CSS.highlights.get('commented') ?? [])].map((each) => String(each).trim())`;
      await view.page.keyboard.type('Why?');
      await section('halls').getByRole('button', { name: 'Add Single Comment' }).click();
      await section('halls').getByRole('article').getByText('Why?').waitFor();
      await expect.poll(() => view.page.evaluate(marked)).toEqual([words]);
    });

    test('what is in sight, though other words are selected and have the focus', async () => {
      await open();
      await select(rowIn('halls', 'Paragraph 3'));
      await view.page.mouse.move(2, 2);
      await scrollTo('docks');
      await expect
        .poll(async () => {
          const box = await rowIn('halls', 'Paragraph 3').boundingBox();
          return box && box.y + box.height;
        })
        .toBeLessThan(0);

      await view.page.keyboard.press('c');

      expect(await pagesOfBox()).toEqual(['docks']);
    });
  });

  test('the focus stays when the list of keys is closed, and when someone changes the page', async () => {
    await open();
    await rowIn('docks', 'Paragraph 3').focus();

    await view.page.keyboard.press('?');
    await view.page.getByRole('dialog').getByRole('button').click();
    await expect.poll(focusedText).toContain('Paragraph 3');
    const { platform, changeRequest, content, space, clock } = view.opened;
    platform.editChangeRequest(changeRequest.id, [
      { operation: 'update_page', page: 'docks', markdown: markdown('90') },
    ]);
    clock.now += 120_000;
    await content.refresh(space, 1);

    await section('docks').locator('.inserted').filter({ hasText: '90' }).first().waitFor();
    await expect.poll(focusedText).toContain('Paragraph 3');
  });

  test('the focus stays at a block whose thread is discarded', async () => {
    await open();
    await rowIn('docks', 'Paragraph 3').focus();
    await view.page.keyboard.press('c');
    await view.page.keyboard.type('Why?');
    await rowIn('docks', 'Paragraph 3').getByRole('button', { name: 'Add Single Comment' }).click();
    await rowIn('docks', 'Paragraph 3').getByRole('article').getByText('Why?').waitFor();
    await rowIn('docks', 'Paragraph 3').getByRole('button', { name: 'Delete' }).focus();

    await view.page.keyboard.press('Enter');

    await expect.poll(() => section('docks').getByRole('article').count()).toBe(0);
    await expect.poll(focusedPage).toBe('docks');
  });

  test('the focus stays in the page whose suggestion is applied, so that V marks it', async () => {
    await open();
    await rowIn('docks', 'Paragraph 3').focus();
    await view.page.keyboard.press('s');
    await view.page.locator('.suggested:focus').waitFor();
    await view.page.keyboard.insertText('New. ');
    await rowIn('docks', 'Paragraph 3').getByRole('button', { name: 'Add Single Comment' }).click();
    const apply = rowIn('docks', 'Paragraph 3').getByRole('button', { name: /^Apply suggestion by / });
    await apply.focus();

    await view.page.keyboard.press('Enter');

    await expect.poll(() => apply.count()).toBe(0);
    await expect.poll(focusedPage).toBe('docks');
    await view.page.keyboard.press('v');
    await expect.poll(() => section('docks').getByRole('checkbox').isChecked()).toBe(true);
  });

  test('the focus stays in the view when the review is discarded', async () => {
    await open();
    await rowIn('docks', 'Paragraph 3').focus();
    await view.page.keyboard.press('c');
    await view.page.locator('vscode-textarea:focus').waitFor();
    await view.page.keyboard.type('Why?');
    await rowIn('docks', 'Paragraph 3').getByRole('button', { name: 'Start Review' }).click();
    const review = view.page.getByRole('region', { name: 'Pending review' });
    await review.getByRole('button', { name: 'Discard Review…' }).focus();

    await view.page.keyboard.press('Enter');

    await expect.poll(() => review.count()).toBe(0);
    await expect.poll(focusedText).not.toBe('');
    await view.page.keyboard.press('F7');
    await expect.poll(focusedPage).not.toBe(undefined);
  });
});

test('letters are no shortcuts while an input box of VS Code is open', async () => {
  await open();
  await rowIn('halls', 'Paragraph 11').focus();
  const report = (isInputOpen: boolean): Promise<unknown> =>
    view.page.evaluate(`dispatchEvent(new MessageEvent('message', { data: { isInputOpen: ${isInputOpen} } }))`);
  const isViewed = (): Promise<boolean> => section('halls').getByRole('checkbox').isChecked();

  await report(true);
  await view.page.keyboard.type('cvls?');

  expect(await isViewed()).toBe(false);
  expect(await view.page.getByRole('textbox').count()).toBe(0);
  await report(false);
  await view.page.keyboard.press('v');
  await expect.poll(isViewed).toBe(true);
});

test('people are offered after @ beside the box, which does not move', async () => {
  await open();
  await rowIn('docks', 'Paragraph 9').scrollIntoViewIfNeeded();
  await rowIn('docks', 'Paragraph 9').focus();
  await view.page.keyboard.press('c');
  const box = rowIn('docks', 'Paragraph 9').getByRole('textbox');
  await view.page.locator('vscode-textarea:focus').waitFor();
  await view.page.waitForTimeout(300);
  const before = await box.boundingBox();

  await box.pressSequentially('Source? @ada');
  await view.page.getByRole('listbox').waitFor();

  const [list, after] = [await view.page.getByRole('listbox').boundingBox(), await box.boundingBox()];
  assert.ok(list && before && after);
  expect(Math.abs(after.y - before.y)).toBeLessThan(30);
  expect(Math.min(Math.abs(list.y - after.y - after.height), Math.abs(list.y + list.height - after.y))).toBeLessThan(
    30,
  );
  await view.page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toContain('Ada Park');
});
