import { globSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
});

afterAll(() => workbench.dispose());

/** Simulates an update while a window is open: loaded code stays, and code that is loaded later is gone. */
async function removeChunks(): Promise<{ restore: () => Promise<void> }> {
  const [chunks = ''] = globSync(`${workbench.userDataDir}/extensions/docs-platform.docs-platform-*/dist/chunks`);
  await rename(chunks, `${chunks}.removed`);
  return { restore: () => rename(`${chunks}.removed`, chunks) };
}

test('a command says what is missing, and reloads the window', async () => {
  const { restore } = await removeChunks();
  const openSample = workbench.page.getByRole('button', { name: 'Open Sample Workspace' });
  await openSample.click();

  expect(await workbench.messages.notification(/Part of this extension is missing/)).toMatch(/Reload the window/);

  await restore();
  await workbench.messages.clickNotification(/Part of this extension is missing/, 'Reload Window');
  await openSample.waitFor({ state: 'detached' });
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
});

test('every view says what is missing, and a row of it reloads the window', async () => {
  const { restore } = await removeChunks();
  await workbench.reload();

  for (const view of ['Library', 'Change Requests', 'Inbox', 'Sites', 'Organization']) {
    await workbench.runCommand(`Docs Platform: Focus on ${view} View`);
    await expect
      .poll(() => workbench.tree(view).labels())
      .toEqual(['Part of this extension is missing', 'Reload Window']);
  }

  await restore();
  await workbench.tree('Sites').click('Reload Window');
  // Text typed into a window that is about to reload is lost.
  await until('the reload', async () => !(await workbench.tree('Sites').labels()).includes('Reload Window'));
  await workbench.runCommand('Docs Platform: Focus on Sites View');
  await workbench.tree('Sites').item('Northwind Robotics');
});
