import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let callButtons: string;
let docking: string;
let rustClient: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
  // Makes room for more than a few rows.
  await workbench.fold('Library');
  await view().expand('Drafts');
  callButtons = await labelOf('Add a page about call buttons');
  docking = await labelOf('Explain what docking');
  rustClient = await labelOf('Add the Rust client, drop the guide for v0');
});

afterAll(() => workbench.dispose());

const view = () => workbench.tree('Change Requests');
const row = (label: string) => view().item([rustClient, label]);

function labelOf(subject: string): Promise<string> {
  return until(subject, async () => (await view().all()).find(({ label }) => label.includes(subject))?.label);
}

/** The letter at the end of a row, in the theme's color. */
async function letterOf(label: string): Promise<string> {
  return (await row(label))
    .locator('.monaco-icon-label')
    .first()
    .evaluate((element) => {
      const styled = globalThis as unknown as { getComputedStyle(of: unknown, part: string): { content: string } };
      return styled.getComputedStyle(element, '::after').content.replaceAll('"', '');
    });
}

const words = 'For Rust 1.85';

test('changed pages have the letters of version control, even while they are open', async () => {
  await view().expand(rustClient);
  await view().click([rustClient, 'Rust']);
  await workbench.editors.opened('rust.md (#1)');

  await expect.poll(() => letterOf('Rust')).toBe('A');
  await expect.poll(() => letterOf('Move from the v0 API')).toBe('D');
});

test('a change is suggested in a diff, shown as a diff, and applied', async () => {
  const { page } = workbench;
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

test('a change request opens its pages as one diff, named by its space', async () => {
  await view().expand(callButtons);
  await view().item([callButtons, 'Call buttons']);
  expect(await view().contextMenu(callButtons)).toEqual(
    expect.arrayContaining(['Approve…', 'Open Changes', 'Review', 'Merge…', 'More']),
  );
  await workbench.page.keyboard.press('Escape');

  await view().clickAction(callButtons, 'Open Changes');
  // Its hover would cover the rows.
  await workbench.page.mouse.move(0, 0);

  const heading = workbench.page.locator('.multiDiffEntry .header').first();
  await expect.poll(() => heading.innerText()).toMatch(/Heron Operator Handbook #\d/);
  // An added page and an edited one: nothing is renamed.
  const states = workbench.page.locator('.multiDiffEntry .status');
  await expect.poll(() => states.allInnerTexts()).toContain('A');
  expect(await states.allInnerTexts()).not.toContain('R');
});

const shown = (): Promise<Frame> => workbench.frameWith('Explain what docking at 0.3 m/s looks like');
const focused = (frame: Frame): Promise<string> => frame.evaluate(`document.activeElement?.textContent ?? ''`);

test('the diff of a page leads to its rendered changes', async () => {
  await view().expand(docking);
  await view().click([docking, 'Charging']);
  await workbench.editors.opened('charging.md (#3)');

  await workbench.editors.openByTitle('charging.md (#3)', 'Open Rendered Changes', 'Rendered changes of #3');

  const frame = await shown();
  await frame.locator('section[aria-label="Charging"] .inserted').first().waitFor();
  expect(await frame.getByText('What docking looks like').first().isVisible()).toBe(true);
  await frame.getByRole('article').getByText('Five seconds is right for the ND-2').waitFor();
});

test('a reviewer walks the rendered changes, comments on one, and marks the page as viewed', async () => {
  const frame = await shown();
  await frame.getByRole('heading', { name: 'Charging', exact: true }).first().click();
  await workbench.page.keyboard.press('F7');
  await expect.poll(() => focused(frame)).toContain('What docking looks like');

  await workbench.page.keyboard.press('c');
  await frame.getByRole('textbox', { name: 'New comment' }).fill('A clear title.');
  await frame.getByRole('button', { name: 'Add Single Comment' }).click();
  await frame.getByRole('article').getByText('A clear title.').waitFor();

  await frame.locator('.change-row.changed').first().focus();
  await workbench.page.keyboard.press('v');
  await frame.getByText('1 of 2 viewed').waitFor();
  const checkbox = (await view().item([docking, 'Charging'])).getByRole('checkbox');
  await expect.poll(() => checkbox.getAttribute('aria-checked')).toBe('true');
});

test('the Markdown diff opens from the rendered changes', async () => {
  const frame = await shown();

  await frame.getByRole('button', { name: 'Open Markdown diff of “Safety first”' }).click();

  await workbench.editors.opened('safety-first.md (#3)');
  expect(workbench.ownErrors().filter((error) => !error.includes('ListError'))).toEqual([]);
});
