import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptBackup, keptState } from './keptState.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

// No JSON document is opened in this window. VS Code's JSON features may start in it all the same, so that they are started for settings
// is tested in test/extension/settings/jsonFeatures.test.ts.

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench();
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open the Sample Workspace' }).click();
});

afterAll(() => workbench.dispose());

const file = 'Northwind-Robotics.organization.docs.json';
const marked = () => workbench.page.locator('.monaco-editor .squiggly-error, .monaco-editor .squiggly-warning').count();

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

  await expect.poll(marked, { timeout: 20_000 }).toBeGreaterThan(0);
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
  await keptState(workbench.page, file);
  await keptBackup(workbench, 'chief');

  await workbench.restart();

  await workbench.editors.opened(file);
  await expect.poll(() => workbench.editors.visibleText()).toContain('chief');
  await expect.poll(marked, { timeout: 20_000 }).toBeGreaterThan(0);
});
