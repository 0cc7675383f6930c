import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { Edits } from '../store/openChangeRequest.ts';
import { openChanges, type ChangesOptions, type OpenedChanges } from './openChanges.ts';

let view: OpenedChanges;

afterEach(async () => {
  const { faults } = view;
  await view.close();
  view.opened[Symbol.dispose]();
  assert.deepEqual(faults, []);
});

const pages: Edits = [
  {
    operation: 'insert_page',
    id: 'docks',
    title: 'Docks',
    markdown: 'Each robot has one dock.\n\nKeep the *old* key_ring at hand.\n\nThe last line.\n',
  },
  { operation: 'insert_page', id: 'logs', title: 'Collect logs', markdown: 'Send us the logs.\n\nBe patient.\n' },
];

const edits: Edits = [
  { operation: 'update_page', page: 'docks', markdown: 'Each robot has one.\n\nThe last line.\n' },
  { operation: 'delete_page', page: 'logs' },
];

async function open(options: Partial<ChangesOptions> = {}): Promise<OpenedChanges> {
  view = await openChanges({ pages, edits, ...options });
  await view.page.locator('section[data-page] h2').first().waitFor();
  return view;
}

const rowWith = (words: string): Locator => view.page.locator('.change-row').filter({ hasText: words }).first();

async function sent() {
  const { api, space, changeRequest } = view.opened;
  const ids = { spaceId: space, changeRequestId: changeRequest.id };
  const { items } = await api.changeRequestComments.list({ ...ids, format: 'markdown' });
  return items.map(({ body, target }) => ({ markdown: body?.markdown, page: target?.page?.id }));
}

async function comment(row: Locator, text: string): Promise<void> {
  await row.waitFor();
  await row.focus();
  await view.page.keyboard.press('c');
  await row.getByRole('textbox').fill(text);
  await row.getByRole('button', { name: 'Add Single Comment' }).click();
  await row.getByRole('article').getByText(text).waitFor();
}

describe.each(['marked', 'columns'] as const)('in the layout “%s”, a comment', (layout) => {
  test('on a deleted block quotes it below the nearest block that remains, and stays beside it', async () => {
    await open({ layout });

    await comment(rowWith('key_ring'), 'Why not?');

    expect(await sent()).toEqual([
      {
        markdown: '> Each robot has one.\n>\n> ~~Keep the old key\\_ring at hand.~~\n\nWhy not?',
        page: 'docks',
      },
    ]);
    await expect
      .poll(() => view.page.evaluate(`[...(CSS.highlights.get('commented') ?? [])].map(String)`))
      .toEqual(['Each robot has one']);
  });

  test('on a deleted page is about the change request, and stays beside the words', async () => {
    await open({ layout });

    await comment(rowWith('Be patient'), 'Where is this now?');

    expect(await sent()).toEqual([
      { markdown: '> Collect logs\n>\n> ~~Be patient.~~\n\nWhere is this now?', page: undefined },
    ]);
  });

  test('on deleted words is about their block', async () => {
    await open({ layout });
    await rowWith('Each robot').locator('.deleted').first().waitFor();

    await view.page.evaluate(`getSelection().selectAllChildren(document.querySelector('.change-row .deleted'))`);
    await view.page.keyboard.press('c');
    await view.page.getByRole('textbox').fill('Which?');
    await view.page.getByRole('button', { name: 'Add Single Comment' }).click();
    await rowWith('Each robot').getByRole('article').getByText('Which?').waitFor();

    expect((await sent())[0]?.markdown).toBe('> Each robot has one.\n>\n> ~~dock~~\n\nWhich?');
  });
});

test('the box of a comment on a deleted page is beside its words after a reload', async () => {
  await open();
  const row = rowWith('Be patient');
  await row.waitFor();
  await row.focus();
  await view.page.keyboard.press('c');
  await row.getByRole('textbox').fill('Half');

  await view.page.reload();

  await expect.poll(() => rowWith('Be patient').getByRole('textbox').inputValue()).toBe('Half');
});

test('deleted text offers a comment, but no suggestion', async () => {
  await open();
  const row = rowWith('key_ring');
  await row.hover();

  await row.getByRole('button', { name: 'Add Comment' }).waitFor();
  expect(await row.getByRole('button', { name: 'Suggest Change' }).count()).toBe(0);
  await row.focus();
  await view.page.keyboard.press('s');
  await view.page.getByText("Deleted text can't be changed.").first().waitFor();
});
