import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedBackup, storedState } from './storedState.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

// No JSON document is opened in this window. In its first window VS Code itself creates a JSON file, which starts its
// JSON features, so the tests run in the second one.

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();
  await workbench.tree('Library').item('Northwind Robotics');
  await workbench.restart();
  await workbench.clickActivityBar('Docs Platform');
});

afterAll(() => workbench.dispose());

const file = 'Northwind-Robotics.organization.docs.json';
const marked = () => workbench.page.locator('.monaco-editor .squiggly-error, .monaco-editor .squiggly-warning').count();

/** What started VS Code's JSON features in this window, according to its log. */
async function startsOfJsonFeatures(): Promise<string[]> {
  const logs = path.join(workbench.userDataDir, 'logs');
  const last = (await readdir(logs, { recursive: true }))
    .filter((file) => file.endsWith('remoteexthost.log'))
    .sort()
    .at(-1);
  const text = await readFile(path.join(logs, last ?? ''), 'utf8');
  return [...text.matchAll(/json-language-features, startup: \w+, activationEvent: ('[^']+')/g)].map(
    ([, event = '']) => event,
  );
}

async function replaceText(text: string): Promise<void> {
  await workbench.page.locator('.monaco-editor .view-line').first().click();
  await workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await workbench.page.keyboard.press('ControlOrMeta+A');
  await workbench.page.keyboard.press('ControlOrMeta+V');
}

test('marks a wrong value in settings', async () => {
  await workbench.tree('Library').choose('Northwind Robotics', 'Edit Settings');
  await workbench.editors.opened(file);
  await expect.poll(() => workbench.editors.visibleText()).toContain('"defaultRole"');

  await replaceText('{\n  "defaultRole": "boss"\n}\n');

  await expect.poll(marked).toBeGreaterThan(0);
});

test('the JSON features are started by the extension alone', async () => {
  expect(await startsOfJsonFeatures()).toEqual(["'api'"]);
});

test('suggests the values that a setting takes', async () => {
  await replaceText('{\n  "defaultRole": ');

  const suggestions = workbench.page.locator('.suggest-widget.visible .monaco-list-row');
  await expect
    .poll(async () => {
      if ((await suggestions.count()) === 0) await workbench.page.keyboard.press('ControlOrMeta+Space');
      return suggestions.allInnerTexts();
    })
    .toContain('"admin"');
  await workbench.page.keyboard.press('Escape');
});

test('marks a wrong value in settings that a restart restores', async () => {
  await replaceText('{\n  "defaultRole": "chief"\n}\n');
  await expect.poll(marked).toBeGreaterThan(0);
  await storedState(workbench.page, file);
  await storedBackup(workbench, 'chief');

  await workbench.restart();

  await workbench.editors.opened(file);
  await expect.poll(() => workbench.editors.visibleText()).toContain('chief');
  await expect.poll(marked).toBeGreaterThan(0);
});
