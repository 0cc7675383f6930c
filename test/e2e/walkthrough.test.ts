import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ settings: { 'workbench.welcomePage.walkthroughs.openOnInstall': true } });
});

afterAll(() => workbench.dispose());

const steps = () => workbench.page.locator('.getting-started-step');
const show = () => workbench.runCommand('Welcome: Open Walkthrough...');

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

async function openWalkthrough(): Promise<void> {
  await show();
  await workbench.quickInput.fill('Get Started with Docs Platform');
  await workbench.quickInput.accept();
  await steps().first().waitFor();
}

test('opens at the first start', async () => {
  await expect.poll(() => steps().count()).toBe(8);
});

test('the welcome view opens it at the step about the token', async () => {
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByText('how to get one', { exact: true }).click();

  await expect
    .poll(() => workbench.page.locator('.getting-started-step.expanded .step-title').innerText())
    .toBe('Sign in to your server');
});

test('Open Preview offers the two ways to an account when there is none, and checks no step', async () => {
  await steps().filter({ hasText: 'Read and preview a page' }).click();
  await workbench.page.getByRole('button', { name: 'Open Preview' }).click();

  await workbench.messages.clickNotification(/Sign in to your docs platform first/, 'Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
  await expect.poll(done).toEqual(['sample']);
});

test('checks a step when it was completed, not when it was tried', async () => {
  await workbench.tree('Library').expand('Northwind Robotics');
  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.page.keyboard.press('Escape');
  await workbench.quickInput.hidden();
  await expect.poll(done).toEqual(['sample', 'library']);

  await workbench.askCommand('Docs Platform: Go to Page…');
  await workbench.quickInput.fill('emergstop');
  await workbench.quickInput.pick('🚨 Emergency stop');
  await workbench.editors.opened('emergency-stop.md');
  await openWalkthrough();
  await expect.poll(done).toEqual(['sample', 'library', 'find']);
});

test('checks the step about change requests when changes are opened', async () => {
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
