import { existsSync, globSync, renameSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let chunks: string;

// Simulates an update while a window is open: loaded code stays, and code that is loaded later is gone.
const removeChunks = () => renameSync(chunks, `${chunks}.removed`);
const restoreChunks = () => renameSync(`${chunks}.removed`, chunks);

beforeAll(async () => {
  workbench = await openWorkbench();
  [chunks = ''] = globSync(`${workbench.userDataDir}/extensions/docs-platform.docs-platform-*/dist/chunks`);
  await workbench.runCommand('Docs Platform: Open Sample Workspace');
  await workbench.tree('Library').item('Northwind Robotics');
});

afterAll(async () => {
  if (!existsSync(chunks)) restoreChunks();
  await workbench.dispose();
});

test('a command says what is missing, and reloads the window', async () => {
  removeChunks();
  await workbench.runCommand('Docs Platform: Call API Endpoint…');

  expect(await workbench.messages.notification(/Part of this extension is missing/)).toMatch(/Reload the window/);

  await workbench.messages.clickNotification(/Part of this extension is missing/, 'Reload Window');
  // Text typed into a window that is about to reload is lost.
  await until('the reload', async () => !(await workbench.tree('Library').labels()).includes('Northwind Robotics'));
});

test('every view says what is missing, and a row of it reloads the window', async () => {
  for (const view of ['Library', 'Change Requests', 'Inbox', 'Sites', 'Organization']) {
    await workbench.runCommand(`Docs Platform: Focus on ${view} View`);
    await expect
      .poll(() => workbench.tree(view).labels())
      .toEqual(['Part of this extension is missing', 'Reload Window']);
  }

  restoreChunks();
  await workbench.tree('Sites').click('Reload Window');
  await until('the reload', async () => !(await workbench.tree('Sites').labels()).includes('Reload Window'));
  await workbench.runCommand('Docs Platform: Focus on Sites View');
  await workbench.tree('Sites').item('Northwind Robotics');
});
