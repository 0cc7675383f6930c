import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();
  for (const row of ['Northwind Robotics', 'Products', 'Robots']) await workbench.tree('Library').expand(row);
});

afterAll(() => workbench.dispose());

test('text is found by page and line, and replaced in one change request after a preview', async () => {
  const { page, quickInput } = workbench;
  const view = workbench.tree('Find in Pages');
  const toggle = (name: string) =>
    page.locator(`.quick-input-widget .monaco-custom-toggle[aria-label^="${name}"]`).click();
  const titleActions = async () => {
    const pane = page.locator('.pane', { has: page.getByRole('tree', { name: 'Find in Pages', exact: true }) });
    const labels = await pane.locator('.pane-header .actions .action-label').all();
    const names = await Promise.all(labels.map(async (label) => (await label.getAttribute('aria-label')) ?? ''));
    return names.filter((name) => /…$/.test(name));
  };
  await workbench.tree('Library').choose('📘 Heron Operator Handbook', 'More', 'Find in Pages…');
  expect(await quickInput.title()).toBe('Find in Heron Operator Handbook');
  await toggle('Use Regular Expression');
  await quickInput.fill('charg(');
  await expect.poll(() => quickInput.message()).toContain("This regular expression isn't valid: Unterminated group");
  await toggle('Use Regular Expression');
  await toggle('Match Case');
  await quickInput.fill('battery');
  await quickInput.accept();

  await expect.poll(() => view.message()).toMatch(/^\d+ matches in \d+ pages\. Searched \d+ of \d+ pages\.$/);
  await workbench.fold('Library', 'Change Requests');
  expect((await view.labels())[0]).toBe('Search All Pages');
  await page.locator('[aria-label^="Find in Pages"] .monaco-list-row[aria-level="2"]').first().click();
  const selection = page.locator('.statusbar-item', { hasText: 'selected' });
  await expect.poll(() => selection.innerText()).toContain('(7 selected)');
  const before = await selection.innerText();
  await page.keyboard.press('F4');
  await expect.poll(() => selection.innerText()).not.toBe(before);
  expect(await selection.innerText()).toContain('(7 selected)');

  await view.clickTitleAction('Replace…');
  await quickInput.fill('accumulator');
  await quickInput.accept();
  await expect.poll(() => view.message()).toMatch(/^(\d+) of \d+ matches selected\. Preview the replacements/);
  expect(await titleActions()).toEqual(['Find in Pages…', 'Replace…']);
  await view.click('Preview Replacements');
  await page.locator('.tab', { hasText: 'Replace “battery” with “accumulator”' }).waitFor();
  await page.locator('.multiDiffEntry').first().waitFor();
  await expect.poll(() => view.message()).toMatch(/Apply the replacements/);
  await expect.poll(async () => (await view.labels())[0]).toBe('Apply Replacements…');
  expect(await titleActions()).toEqual(['Find in Pages…', 'Replace…']);
  await view.click('Apply Replacements…');
  await quickInput.newChangeRequest('Say accumulator');
  const dialog = page.locator('.monaco-dialog-box');
  await expect.poll(() => dialog.innerText()).toMatch(/Replace \d+ matches in \d+ pages in “Say accumulator”\?/);
  await workbench.messages.clickDialog('Replace');

  const done = await workbench.messages.notification('Replaced');
  expect(done).toMatch(/^Replaced \d+ matches in \d+ pages in #\d+/);
  await expect.poll(() => page.locator('.tab', { hasText: 'Replace “battery”' }).count()).toBe(0);
  await workbench.messages.clickNotification('Replaced', 'Open Changes');
  await page.locator('.tab', { hasText: 'Say accumulator' }).waitFor();
  expect(workbench.ownErrors()).toEqual([]);
});
