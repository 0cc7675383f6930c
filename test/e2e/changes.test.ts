import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedState } from './storedState.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let rustClient: string;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();
  await workbench.tree('Library').item('Northwind Robotics');
  // Makes room for more than a few rows.
  await workbench.page.getByRole('button', { name: 'Library Section' }).click();
  await view().expand('Drafts');
  rustClient = await until('the change request', async () => (await view().labels()).find(isRustClient));
  await view().expand(rustClient);
});

afterAll(() => workbench.dispose());

const view = () => workbench.tree('Change Requests');
const isRustClient = (label: string) => label.endsWith('Add the Rust client, drop the guide for v0');
const row = (label: string) => view().item([rustClient, label]);
const checkbox = async (label: string) => (await row(label)).getByRole('checkbox');

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

test('changed pages have the letters of version control, even while they are open', async () => {
  await view().click([rustClient, 'Rust']);
  await workbench.editors.opened('rust.md (#1)');

  await expect.poll(() => letterOf('Rust')).toBe('A');
  await expect.poll(() => letterOf('Move from the v0 API')).toBe('D');
});

test('a viewed page is checked, and stays so after a reload', async () => {
  await (await checkbox('Rust')).click();
  await expect.poll(async () => (await checkbox('Rust')).getAttribute('aria-checked')).toBe('true');

  await until('the mark in its file', async () => {
    const files = await readdir(path.join(workbench.userDataDir, 'User/globalStorage'), { recursive: true });
    return files.some((file) => path.basename(file).startsWith('viewed-'));
  });
  await storedState(workbench.page, 'rust.md');
  await workbench.reload();

  // VS Code may not have stored yet which rows are expanded.
  await view().expand(rustClient);
  await expect.poll(async () => (await checkbox('Rust')).getAttribute('aria-checked')).toBe('true');
  expect(await (await checkbox('Move from the v0 API')).getAttribute('aria-checked')).toBe('false');
});

test('the diff of a new page opens again after a reload', async () => {
  await workbench.editors.opened('rust.md (#1)');

  const { page } = workbench;
  await page.locator('.monaco-diff-editor .view-lines', { hasText: 'For Rust 1.85' }).waitFor();
});
