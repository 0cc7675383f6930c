import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

// A server with only the documented endpoints: it reports neither the current user nor the spaces of an organization.
let platform: RunningPlatform;
let workbench: Workbench;

beforeAll(async () => {
  platform = await startPlatform('--seed', 'sample', '--spec-only');
  workbench = await openWorkbench();
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

test('a user signs in without being known by name', async () => {
  await signIn(workbench, platform, 'Northwind Robotics');

  const account = workbench.page.locator('.statusbar').getByRole('button', { name: 'Docs Platform account' });
  await expect.poll(async () => (await account.innerText()).trim()).toBe(new URL(platform.base).host);
});

test('the Library says that spaces outside of collections may be missing', async () => {
  const library = workbench.tree('Library');
  await library.expand('Northwind Robotics');
  await library.item('Products');

  await expect.poll(() => library.labels()).toContainEqual(expect.stringContaining("doesn't list spaces outside"));
  expect(await library.labels()).not.toContain('🧭 Start Here');
});

test('a page is found through the collections', async () => {
  const library = workbench.tree('Library');
  for (const row of ['Products', 'Robots', '📘 Heron Operator Handbook', 'Get started']) await library.expand(row);
  await library.click('First mission');

  await workbench.editors.opened('first-mission.md');
  expect(await workbench.editors.visibleText()).toContain('# First mission');
});

test('a page found by a search in an unlisted space opens, and the space appears in the Library', async () => {
  await workbench.askCommand('Docs Platform: Search…');
  await workbench.quickInput.fill('front desk');
  await workbench.quickInput.pick('Visiting');

  await workbench.editors.opened('offices-and-time-zones.md');
  await workbench.runCommand('Docs Platform: Reveal Page in Library');
  await workbench.tree('Library').item('🧭 Start Here');
});
