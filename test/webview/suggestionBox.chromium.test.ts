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

const pages: Edits = [
  { operation: 'insert_page', id: 'docks', title: 'Docks', markdown: 'Each robot has one dock.\n' },
  { operation: 'insert_page', id: 'guides', title: 'Guides', markdown: '' },
  { operation: 'insert_page', id: 'missions', title: 'Missions', into: 'guides', markdown: 'Go.\n' },
];
const present = 'See [the missions](/guides/missions "All") of a robot.';
const edits: Edits = [
  { operation: 'update_page', page: 'docks', markdown: `Each robot has two docks.\n\n${present}\n` },
];

const row = (): Locator => view.page.locator('.change-row').filter({ hasText: 'the missions' }).first();
const box = (): Locator => row().getByRole('textbox', { name: 'Suggested text' });
const press = (name: string | RegExp): Promise<void> => row().getByRole('button', { name }).click();
const comparing = (newLine: string, words = ''): string =>
  `${words && `${words}\n\n`}\`\`\`original\n${inServer}\n\`\`\`\n\n\`\`\`suggestion\n${newLine}\n\`\`\``;
/** The present line as the server has it. */
let inServer = '';

async function suggest(): Promise<void> {
  view = await openChanges({ pages, edits });
  const { content, space } = view.opened;
  const { reading } = await content.reading(space, 1, 'docks');
  inServer = reading.markdown.split('\n').find((line) => line.includes('the missions')) ?? '';
  await row().focus();
  await view.page.keyboard.press('s');
  await view.page.locator('.suggested:focus').waitFor();
}

async function sent(): Promise<unknown[]> {
  const { api, space, changeRequest } = view.opened;
  const ids = { spaceId: space, changeRequestId: changeRequest.id };
  const { items } = await api.changeRequestComments.list({ ...ids, format: 'markdown' });
  return items.map(({ body }) => body?.markdown);
}

describe('the box of a suggestion', () => {
  test('has addresses as editors show them, and sends them as the server has them', async () => {
    await suggest();
    const shown = await box().inputValue();
    expect(shown).toContain('](guides/missions.md "All")');
    expect(inServer).not.toContain('](guides/missions.md "All")');

    await box().fill(shown.replace('of a robot', 'of all robots'));
    await expect
      .poll(() => view.threads.drafts.cached().map(({ text }) => text))
      .toEqual([comparing(inServer.replace('of a robot', 'of all robots'))]);
    expect(await box().inputValue()).toBe(shown.replace('of a robot', 'of all robots'));
    await press('Add Single Comment');

    await expect.poll(sent).toEqual([comparing(inServer.replace('of a robot', 'of all robots'))]);
  });

  test('says that nothing is suggested as long as only the form of an address differs', async () => {
    await suggest();
    await row().getByRole('note').waitFor();

    await press('Add Single Comment');

    await row().getByText('The suggested text is the same as the present one.').waitFor();
    expect(await sent()).toEqual([]);
    await box().focus();
    await view.page.keyboard.press('Escape');
    await expect.poll(() => box().count()).toBe(0);
    expect(view.threads.drafts.cached()).toEqual([]);
  });

  test('has the same addresses after a reload, in a review, and when its comment is edited', async () => {
    await suggest();
    const shown = (await box().inputValue()).replace('of a robot', 'of all robots');
    await box().fill(shown);
    await expect.poll(() => view.threads.drafts.cached().length).toBe(1);

    await view.page.evaluate('location.reload()');
    await expect.poll(() => box().inputValue()).toBe(shown);
    await press('Start Review');

    await expect.poll(() => row().locator('del mark').allTextContents()).toEqual(['a robot']);
    await view.page.getByRole('region', { name: 'Pending review' }).getByRole('button', { name: 'Delete' }).click();
    await row().focus();
    await view.page.keyboard.press('s');
    await box().fill(shown);
    await press('Add Single Comment');
    await press('Edit comment');
    expect(await box().inputValue()).toBe(shown);
    await row().getByRole('textbox', { name: 'Edit comment' }).fill('Why?');
    await press('Save');

    await expect.poll(sent).toEqual([comparing(inServer.replace('of a robot', 'of all robots'), 'Why?')]);
  });
});
