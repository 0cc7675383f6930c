import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedExplorer, storedSideBar } from './storedState.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
});

afterAll(() => workbench.dispose());

const badge = () =>
  workbench.page
    .locator('.activitybar .action-item', { has: workbench.page.locator('a[aria-label^="Docs Platform"]') })
    .locator('.badge-content')
    .innerText();
const account = () => workbench.page.locator('.statusbar-item:visible', { hasText: 'Sample Workspace' }).count();
const views = async () =>
  (await workbench.page.locator('.part.sidebar .pane-header .title').allInnerTexts()).map((title) =>
    title.toLowerCase(),
  );
const allViews = ['library', 'change requests', 'inbox', 'sites', 'organization'];
const reviews = 5;

async function resetSample(): Promise<void> {
  await workbench.runCommand('Docs Platform: Reset Sample Workspace…');
  await workbench.messages.dialog();
  await workbench.messages.clickDialog('Reset');
}

test('shows only the Library without an account', async () => {
  await workbench.clickActivityBar('Docs Platform');

  await expect.poll(views).toEqual(['library']);
});

test('fills the Inbox as soon as it is opened', async () => {
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();
  await workbench.tree('Library').item('Northwind Robotics');
  await workbench.fold('Library', 'Change Requests');
  await workbench.unfold('Inbox');

  // Well before the first poll, which comes after at least 45 seconds.
  await expect.poll(async () => (await workbench.tree('Inbox').labels()).length).toBe(reviews);
});

test('fills the Inbox and the badge again after a reset of the sample', async () => {
  await expect.poll(badge).toBe(String(reviews));
  await resetSample();

  await expect.poll(async () => (await workbench.tree('Inbox').labels()).length).toBe(reviews);
  await expect.poll(badge).toBe(String(reviews));
});

test('shows all views, the badge and the account after a reload with the Library collapsed', async () => {
  await workbench.fold('Library', 'Inbox');
  await workbench.unfold('Change Requests');
  await workbench.tree('Change Requests').item('Needs Attention');
  await storedSideBar(workbench.page);
  await workbench.reload();

  await expect.poll(views).toEqual(allViews);
  await expect.poll(badge).toBe(String(reviews));
  await expect.poll(account).toBe(1);
});

test('shows the badge and the account after a reload with the Explorer in front', async () => {
  await workbench.clickActivityBar('Explorer');
  await storedExplorer(workbench.page);
  await workbench.reload();

  await expect.poll(badge).toBe(String(reviews));
  await expect.poll(account).toBe(1);
  expect(await workbench.page.locator('.part.sidebar .composite.title').innerText()).toMatch(/explorer/i);
});
