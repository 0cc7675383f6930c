import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { Edits } from '../store/openChangeRequest.ts';
import { openChanges, type OpenedChanges } from './openChanges.ts';

let view: OpenedChanges;

afterEach(async () => {
  const { faults } = view;
  await view.close();
  view.opened[Symbol.dispose]();
  assert.deepEqual(faults, []);
});

const pages: Edits = [
  { operation: 'insert_page', id: 'docks', title: 'Docks', markdown: 'Each robot has one dock.\n' },
];

const edits: Edits = [
  { operation: 'insert_page', id: 'halls', title: 'Cold halls', markdown: 'Batteries suffer.\n\nWait an hour.\n' },
  { operation: 'update_page', page: 'docks', markdown: 'Each robot has two docks.\n' },
];

const section = (): Locator => view.page.locator('section[data-page="halls"]');

async function open(): Promise<void> {
  view = await openChanges({ pages, edits });
  await section().getByText('Wait an hour.').waitFor();
}

async function deletePage(): Promise<void> {
  const { platform, content, changeRequest, space, clock } = view.opened;
  clock.now += 1000;
  platform.editChangeRequest(changeRequest.id, [{ operation: 'delete_page', page: 'halls' }]);
  await content.refresh(space, changeRequest.number);
  await section().getByText("This page isn't among the changes.").waitFor();
}

async function begin(text: string): Promise<Locator> {
  await section().locator('.change-row').filter({ hasText: 'Wait an hour.' }).focus();
  await view.page.keyboard.press('c');
  const box = section().getByRole('textbox');
  await box.fill(text);
  return box;
}

async function sent() {
  const { api, space, changeRequest } = view.opened;
  const ids = { spaceId: space, changeRequestId: changeRequest.id };
  const { items } = await api.changeRequestComments.list({ ...ids, format: 'markdown' });
  return items.map(({ body, target }) => ({ markdown: body?.markdown, page: target?.page?.id }));
}

test('a page that is deleted while someone writes about it stays, and the text can be sent as a general comment', async () => {
  await open();
  const box = await begin('Why an hour?');

  await deletePage();
  await expect.poll(() => box.inputValue()).toBe('Why an hour?');
  expect(await view.page.evaluate(`document.activeElement?.closest('[data-box]') != null`)).toBe(true);
  await box.press('Control+Enter');
  await section().getByText('The page “Cold halls” was deleted.').waitFor();
  await section().getByRole('button', { name: 'Send as General Comment' }).waitFor();
  await box.press('Control+Enter');

  await section().locator('.change-row').filter({ hasText: 'Wait an hour.' }).getByRole('article').waitFor();
  expect(await sent()).toEqual([{ markdown: '> Cold halls\n>\n> ~~Wait an hour.~~\n\nWhy an hour?', page: undefined }]);
  expect(await section().getByRole('textbox').count()).toBe(0);
});

test('the threads of a page that is deleted stay where they are, also after a reload', async () => {
  await open();
  await begin('Why an hour?');
  await section().getByRole('button', { name: 'Add Single Comment' }).click();
  await section().getByRole('article').waitFor();

  await deletePage();
  await section().locator('.change-row').filter({ hasText: 'Wait an hour.' }).getByRole('article').waitFor();
  await view.page.reload();

  await section().getByRole('article').getByText('Why an hour?').waitFor();
  await section().getByRole('heading', { name: 'Cold halls' }).waitFor();
  expect(await section().getByRole('checkbox', { name: 'Viewed' }).count()).toBe(0);
  await view.page.getByText('1 page').waitFor();
});

test('a thread is outdated only once its words are gone', async () => {
  await open();
  await begin('Why an hour?');
  await section().getByRole('button', { name: 'Add Single Comment' }).click();
  const thread = section().getByRole('article');
  await thread.waitFor();
  const change = async (markdown: string): Promise<void> => {
    const { platform, content, changeRequest, space, clock } = view.opened;
    clock.now += 1000;
    platform.editChangeRequest(changeRequest.id, [{ operation: 'update_page', page: 'halls', markdown }]);
    await content.refresh(space, changeRequest.number);
    await section().locator('.change-row').getByText(markdown.split('\n')[0]!).waitFor();
    await view.threads.of({ space, changeRequest: changeRequest.id }).refresh();
  };

  await change('Batteries suffer a lot.\n\nWait an hour.\n');
  await view.page.waitForTimeout(300);
  expect(await thread.getByText('Outdated').count()).toBe(0);
  await change('Batteries suffer.\n\nCharge them first.\n');

  await thread.getByText('Outdated').waitFor();
});

test('a page without comments goes when it is deleted', async () => {
  await open();
  const { platform, content, changeRequest, space, clock } = view.opened;
  clock.now += 1000;
  platform.editChangeRequest(changeRequest.id, [{ operation: 'delete_page', page: 'halls' }]);
  await content.refresh(space, changeRequest.number);

  await expect.poll(() => section().count()).toBe(0);
});
