import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({ settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 200 } });
  await workbench.clickActivityBar('Docs Platform');
  await workbench.page.getByRole('button', { name: 'Open Sample Workspace' }).click();
});

afterAll(() => workbench.dispose());

const space = '📘 Heron Operator Handbook';
const file = 'Heron-Operator-Handbook.space.docs.json';

test('a space is locked with its settings, which apply only when saved by hand', async () => {
  const library = workbench.tree('Library');
  for (const label of ['Northwind Robotics', 'Products', 'Robots']) await library.expand(label);
  await library.choose(space, 'Edit Settings');
  await workbench.editors.opened(file);
  await expect.poll(() => workbench.editors.visibleText()).toContain('"editMode": "live"');

  await workbench.page.locator('.monaco-editor .view-line').nth(1).click();
  await workbench.page.keyboard.press('End');
  for (let at = 0; at < '"live",'.length; at++) await workbench.page.keyboard.press('Backspace');
  await workbench.page.keyboard.type('"locked",');
  await expect.poll(() => workbench.page.locator('.statusbar').innerText()).toContain('Not applied yet');
  expect(await workbench.editors.isDirty(file)).toBe(true);

  await workbench.editors.clickAction('Apply Settings');

  await expect.poll(() => workbench.editors.isDirty(file)).toBe(false);
  await expect
    .poll(async () => (await library.visible()).find(({ label }) => label === space)?.description)
    .toContain('locked');
});

test('the visibility is changed after reviewing a diff', async () => {
  expect(await workbench.editors.breadcrumbs()).toEqual(
    expect.arrayContaining(['Settings', 'Northwind-Robotics', 'Products', 'Robots', file]),
  );
  const text = await workbench.editors.wholeText();
  const changed = text.replace(/"defaultLevel": "\w+"/, '"defaultLevel": "read"');
  await workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(changed)})`);
  await workbench.page.keyboard.press('ControlOrMeta+A');
  await workbench.page.keyboard.press('ControlOrMeta+V');
  const dialog = workbench.page.locator('.monaco-dialog-box');

  await workbench.page.keyboard.press('ControlOrMeta+S');
  await dialog.getByRole('button', { name: 'Review Changes' }).click();
  await expect.poll(() => workbench.editors.activeTab()).toContain('(current ↔ yours)');
  await workbench.editors.clickAction("Don't Apply Changes");
  await workbench.editors.opened(file);
  expect(await workbench.editors.isDirty(file)).toBe(true);

  await workbench.editors.clickAction('Apply Settings');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect.poll(() => workbench.editors.isDirty(file)).toBe(false);
  expect(await workbench.page.locator('.notification-toast').allInnerTexts()).toEqual([]);
});

test('declining in a save from the menu reports no failure', async () => {
  const text = await workbench.editors.wholeText();
  const changed = text.replace(/"defaultLevel": "\w+"/, '"defaultLevel": "edit"');
  await workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(changed)})`);
  await workbench.page.keyboard.press('ControlOrMeta+A');
  await workbench.page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => workbench.editors.isDirty(file)).toBe(true);
  const dialog = workbench.page.locator('.monaco-dialog-box');

  await workbench.runCommand('File: Save');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await workbench.editors.opened(file);
  await expect.poll(() => workbench.page.locator('.statusbar').innerText()).toContain('Nothing was applied');
  expect(await workbench.editors.isDirty(file)).toBe(true);
  expect(await workbench.page.locator('.notification-toast').allInnerTexts()).toEqual([]);

  await workbench.runCommand('File: Save');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect.poll(() => workbench.editors.isDirty(file)).toBe(false);
});

test('any endpoint can be called, with its path filled from the selection', async () => {
  await workbench.askCommand('Docs Platform: Call API Endpoint…');
  await workbench.quickInput.fill('links spaces');
  await workbench.quickInput.pick('GET /v1/spaces/{spaceId}/links');
  await expect
    .poll(() => workbench.editors.visibleText())
    .toContain('docs-platform-endpoint:/schemas/spaces.links.json');

  expect(await workbench.editors.activeTab()).toBe('spaces.links.endpoint.jsonc');
  expect(await workbench.editors.visibleText()).toContain('// GET /v1/spaces/{spaceId}/links');

  await workbench.editors.clickAction('Send Request');

  await expect.poll(() => workbench.editors.tabs()).toContain('spaces.links.reply.json');
});
