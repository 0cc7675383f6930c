import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedExplorer, storedSideBar } from './storedState.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ settings: { 'workbench.welcomePage.walkthroughs.openOnInstall': true } });
});

afterAll(() => workbench.dispose());

const steps = () => workbench.page.locator('.getting-started-step');

/** The completed steps. */
async function done(): Promise<string[]> {
  const checked = await workbench.page
    .locator('.getting-started-step [data-done-step-id][aria-checked="true"]')
    .evaluateAll((all) => all.map((each) => (each as unknown as Element).getAttribute('data-done-step-id') ?? ''));
  return [...new Set(checked.map((id) => id.slice(id.lastIndexOf('#') + 1)))];
}

interface Element {
  getAttribute(name: string): string | null;
}

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

test('the walkthrough opens at the first start', async () => {
  await expect.poll(() => steps().count()).toBe(8);
});

test('the packaged extension is installed as users install it, and listed', async () => {
  await workbench.clickActivityBar('Extensions');

  const installed = workbench.page
    .locator('.extensions-list .extension-list-item .name')
    .filter({ hasText: 'Docs Platform' });

  await expect.poll(() => installed.count()).toBe(1);
});

test('the package contains the licenses of its dependencies', async () => {
  const [file = ''] = globSync(
    `${workbench.userDataDir}/extensions/docs-platform.docs-platform-*/dist/ThirdPartyNotices.txt`,
  );

  const notices = await readFile(file, 'utf8');

  for (const name of ['undici', 'zod', 'lit-html', 'markdown-it']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'));
  }
  expect(notices).toContain('Permission is hereby granted, free of charge');
});

test('only the Library is shown without an account', async () => {
  await workbench.clickActivityBar('Docs Platform');

  await expect.poll(views).toEqual(['library']);
});

test('the welcome view opens the walkthrough at the step about the token', async () => {
  await workbench.page.getByText('how to get one', { exact: true }).click();

  await expect
    .poll(() => workbench.page.locator('.getting-started-step.expanded .step-title').innerText())
    .toBe('Sign in to your server');
});

test('Open in Reader offers the two ways to an account when there is none, and checks no step', async () => {
  await steps().filter({ hasText: 'Read a page' }).click();
  await workbench.page.getByRole('button', { name: 'Open in Reader' }).click();

  await workbench.messages.clickNotification(/Sign in to your docs platform first/, 'Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
  await expect.poll(done).toEqual(['sample']);
});

test('the Inbox is filled as soon as it is opened', async () => {
  await workbench.fold('Library', 'Change Requests');
  await workbench.unfold('Inbox');

  // Well before the first poll, which comes after at least 45 seconds.
  await expect.poll(async () => (await workbench.tree('Inbox').labels()).length).toBe(reviews);
});

test('a step is checked when it was completed, not when it was tried', async () => {
  await workbench.fold('Inbox');
  await workbench.unfold('Library');
  await workbench.tree('Library').expand('Northwind Robotics');
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.page.keyboard.press('Escape');
  await workbench.quickInput.hidden();
  await expect.poll(done).toEqual(['sample', 'library']);

  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('emergstop');
  await workbench.quickInput.pick('🚨 Emergency stop');
  await workbench.editors.opened('emergency-stop.md');
  await workbench.page.getByRole('tab', { name: 'Welcome' }).click();
  await expect.poll(done).toEqual(['sample', 'library', 'find']);
});

test('the step about change requests is checked when changes are opened', async () => {
  const tree = workbench.tree('Change Requests');
  await workbench.fold('Library');
  await workbench.unfold('Change Requests');
  await tree.expand('Needs Attention');
  const first = (await tree.visible()).find(({ level }) => level === 2);
  await tree.clickAction(first?.label ?? '', 'Open Changes');
  await workbench.page.locator('.multiDiffEntry').first().waitFor();
  await workbench.page.getByRole('tab', { name: 'Welcome' }).click();

  await expect.poll(done).toEqual(['sample', 'library', 'find', 'changeRequests']);
});

test('the Inbox and the badge are filled again after a reset of the sample', async () => {
  await workbench.fold('Change Requests');
  await workbench.unfold('Inbox');
  await expect.poll(badge).toBe(String(reviews));
  await workbench.runCommand('Docs Platform: Reset Sample Workspace…');
  await workbench.messages.dialog();
  await workbench.messages.clickDialog('Reset');

  await expect.poll(async () => (await workbench.tree('Inbox').labels()).length).toBe(reviews);
  await expect.poll(badge).toBe(String(reviews));
});

test('all views, the badge and the account are there after a reload with the Library collapsed', async () => {
  await workbench.fold('Inbox');
  await workbench.unfold('Change Requests');
  await workbench.tree('Change Requests').item('Needs Attention');
  await storedSideBar(workbench.page);
  await workbench.reload();

  await expect.poll(views).toEqual(allViews);
  await expect.poll(badge).toBe(String(reviews));
  await expect.poll(account).toBe(1);
});

test('the badge and the account are there after a reload with the Explorer in front', async () => {
  await workbench.clickActivityBar('Explorer');
  await storedExplorer(workbench.page);
  await workbench.reload();

  await expect.poll(badge).toBe(String(reviews));
  await expect.poll(account).toBe(1);
  expect(await workbench.page.locator('.part.sidebar .composite.title').innerText()).toMatch(/explorer/i);
});
