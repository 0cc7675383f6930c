import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

interface Part {
  readonly title: string;
  readonly sections?: readonly Part[];
}

let platform: RunningPlatform;
let workbench: Workbench;
let board: Frame;

beforeAll(async () => {
  platform = await startPlatform();
  workbench = await openWorkbench();
  await signIn(workbench, platform, 'Northwind Robotics');
  await workbench.runCommand('Docs Platform: Focus on Sites View');
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

const sites = () => workbench.tree('Sites');

/** Titles of the sections as the platform lists them: from top to bottom of the site. */
async function sections(): Promise<string> {
  const { items: organizations } = await platform.get<{ items: { id: string; title: string }[] }>('/orgs');
  const organization = organizations.find(({ title }) => title === 'Northwind Robotics')?.id ?? '';
  const { items } = await platform.get<{ items: { id: string; title: string }[] }>(`/orgs/${organization}/sites`);
  const site = items.find(({ title }) => title === 'Northwind Documentation')?.id ?? '';
  const at = `/orgs/${organization}/sites/${site}`;
  const { items: groups } = await platform.get<{ items: Part[] }>(`${at}/section-groups`);
  const inGroups = new Set(groups.flatMap((group) => (group.sections ?? []).map(({ title }) => title)));
  const { items: all } = await platform.get<{ items: Part[] }>(`${at}/sections`);
  return all.map(({ title }) => (inGroups.has(title) ? `>${title}` : title)).join(' ');
}

const part = (title: string) => board.locator('.part', { hasText: title }).first();

test('a site is listed with its sections', async () => {
  await sites().expand('Northwind Robotics');
  await sites().expand('Northwind Documentation');
  await sites().item('Operate');
});

test('a site opens as a board', async () => {
  await sites().clickAction('Northwind Documentation', 'Edit Structure');

  board = await workbench.frameWith('Add Group');
  await part('Releases').waitFor();
});

test('a site is rearranged with the keyboard, and the view follows', async () => {
  await part('Releases').focus();
  for (const key of ['Space', 'ArrowUp', 'Space']) await workbench.page.keyboard.press(key);

  await expect.poll(sections).toBe('Operate >Firmware >REST API >Releases');
  await sites().expand('Northwind Documentation');
  await sites().expand('Build');
  await sites().item(['Build', 'Releases']);
});

test('a site is rearranged with the mouse, and the move is undone', async () => {
  const { mouse } = workbench.page;
  const from = await part('Releases').boundingBox();
  const to = await part('Operate').boundingBox();
  if (!from || !to) throw new Error('The board is not in sight.');
  await mouse.move(from.x + 20, from.y + 10);
  await mouse.down();
  await mouse.move(to.x + 40, to.y + 4, { steps: 8 });
  await mouse.move(to.x - 2, to.y + 4, { steps: 2 });
  await mouse.up();
  await expect.poll(sections).toBe('Releases Operate >Firmware >REST API');

  await board.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(sections).toBe('Operate >Firmware >REST API >Releases');
});

test('the board keeps the keyboard focus after a question', async () => {
  const { page, messages } = workbench;
  await part('Releases').press('Enter');
  await board.getByRole('button', { name: 'Remove…' }).focus();
  await page.keyboard.press('Enter');
  expect((await messages.dialog()).message).toContain('Releases');
  await page.keyboard.press('Escape');
  // The element also is the active one while the focus is elsewhere in VS Code.
  await expect
    .poll(() => board.evaluate('document.hasFocus() && document.activeElement.innerText'))
    .toContain('Releases');

  await page.keyboard.press('ArrowLeft');

  await expect.poll(() => board.evaluate('document.activeElement.innerText')).toContain('Build');
});

test('the board shows the share links of its site in the view', async () => {
  await board.getByRole('button', { name: 'Share Links' }).click();

  await expect.poll(async () => (await sites().visible()).find(({ selected }) => selected)?.label).toBe('Share Links');
});
