import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedState } from './storedState.ts';
import { until } from './until.ts';
import { frameWith } from './webviews.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let docking: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();
  await workbench.tree('Library').item('Northwind Robotics');
  // Makes room for more than a few rows.
  await workbench.page.getByRole('button', { name: 'Library Section' }).click();
  const isDocking = (label: string) => label.includes('Explain what docking');
  docking = await until('the change request', async () => (await view().labels()).find(isDocking));
  await view().expand(docking);
});

afterAll(() => workbench.dispose());

const view = () => workbench.tree('Change Requests');
const shown = (): Promise<Frame> => frameWith(workbench.page, 'Explain what docking at 0.3 m/s looks like');
const focused = (frame: Frame): Promise<string> => frame.evaluate(`document.activeElement?.textContent ?? ''`);

test('the diff of a page leads to its rendered changes', async () => {
  await view().click([docking, 'Charging']);
  await workbench.editors.opened('charging.md (#3)');

  await workbench.page.getByRole('button', { name: 'Open Rendered Changes' }).first().click();

  const frame = await shown();
  await frame.locator('section[aria-label="Charging"] .inserted').first().waitFor();
  expect(await frame.getByText('What docking looks like').first().isVisible()).toBe(true);
  await frame.getByRole('article').getByText('Five seconds is right for the ND-2').waitFor();
});

test('a reviewer walks the changes, comments on one, and marks the page as viewed', async () => {
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

test('after a reload the view is there, with what was typed', async () => {
  const frame = await shown();
  await frame.locator('section[aria-label="Safety first"] .change-row.changed').first().focus();
  await workbench.page.keyboard.press('c');
  await frame.getByRole('textbox', { name: 'New comment' }).fill('Half a sent');
  // The box, by the words that it is about. VS Code may have stored the tab before that.
  await storedState(workbench.page, 'Heron is built to stop');

  await workbench.reload();

  const restored = await shown();
  await expect
    .poll(() =>
      restored
        .getByRole('textbox', { name: 'New comment' })
        .inputValue()
        .catch(() => ''),
    )
    .toBe('Half a sent');
});

test('the Markdown diff opens from the view', async () => {
  const frame = await shown();

  await frame.getByRole('button', { name: 'Open Markdown diff of “Safety first”' }).click();

  await workbench.editors.opened('safety-first.md (#3)');
});
