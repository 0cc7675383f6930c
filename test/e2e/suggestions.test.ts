import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();
  await workbench.tree('Library').item('Northwind Robotics');
  // Makes room for more than a few rows.
  await workbench.page.getByRole('button', { name: 'Library Section' }).click();
});

afterAll(() => workbench.dispose());

const words = 'For Rust 1.85';

test('a change is suggested in a diff, shown as a diff, and applied', async () => {
  const { page } = workbench;
  const view = workbench.tree('Change Requests');
  await view.expand('Drafts');
  const isRustClient = (label: string) => label.endsWith('Add the Rust client, drop the guide for v0');
  const rustClient = await until('the change request', async () => (await view.labels()).find(isRustClient));
  await view.expand(rustClient);
  await view.click([rustClient, 'Rust']);
  await workbench.editors.opened('rust.md (#1)');
  await page.locator('.comment-range-glyph').first().waitFor();
  await page.locator('.editor.modified .view-line', { hasText: words }).first().click();

  await workbench.runCommand('Docs Platform: Suggest Change');

  const widget = page.locator('.review-widget:visible', { hasText: words });
  const box = widget.locator('.monaco-editor').first();
  await expect.poll(() => box.innerText()).toMatch(/original[^]*suggestion/);
  await box.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.type('Suggested. ');
  await widget.locator('.monaco-text-button', { hasText: /^Send$/ }).click();

  const thread = page.locator('.review-widget:visible', { hasText: `+Suggested. ${words}` });
  await expect.poll(() => thread.innerText()).toContain(`-${words}`);
  await thread.locator('.review-comment').first().hover();
  await thread.getByRole('button', { name: 'Apply Suggestion' }).click();

  await page
    .locator('.editor.modified .view-line', { hasText: `Suggested. ${words}` })
    .first()
    .waitFor();
});
