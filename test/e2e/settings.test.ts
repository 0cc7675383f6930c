import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type RunningPlatform } from './platform.ts';
import { signIn } from './signedIn.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

let platform: RunningPlatform;
let workbench: Workbench;

beforeAll(async () => {
  platform = await startPlatform();
  workbench = await openWorkbench({ settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 200 } });
  await signIn(workbench, platform, 'Northwind Robotics');
});

afterAll(async () => {
  await workbench.dispose();
  await platform.dispose();
});

const library = () => workbench.tree('Library');
const dialog = () => workbench.page.locator('.monaco-dialog-box');
const statusBar = () => workbench.page.locator('.statusbar').innerText();
const notifications = () => workbench.page.locator('.notification-toast').allInnerTexts();

describe('the language of settings', () => {
  const file = 'Northwind-Robotics.organization.docs.json';
  const marked = () =>
    workbench.page.locator('.monaco-editor .squiggly-error, .monaco-editor .squiggly-warning').count();

  // In its first window VS Code itself creates a JSON file, which starts its JSON features.
  beforeAll(async () => {
    await workbench.reload();
    await workbench.runCommand('Docs Platform: Focus on Library View');
  });

  afterAll(async () => {
    await workbench.editors.close(file);
    await workbench.messages.clickDialog("Don't Save");
    await until('the editor to close', async () => (await workbench.editors.tabs()).length === 0);
  });

  /** What started VS Code's JSON features in this window, according to its log. */
  async function startsOfJsonFeatures(): Promise<string[]> {
    const logs = path.join(workbench.userDataDir, 'logs');
    const last = (await readdir(logs, { recursive: true }))
      .filter((name) => name.endsWith('remoteexthost.log'))
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
      .at(-1);
    const text = await readFile(path.join(logs, last ?? ''), 'utf8');
    return [...text.matchAll(/json-language-features, startup: \w+, activationEvent: ('[^']+')/g)].map(
      ([, event = '']) => event,
    );
  }

  test('marks a wrong value', async () => {
    await library().choose('Northwind Robotics', 'Edit Settings');
    await workbench.editors.opened(file);
    await expect.poll(() => workbench.editors.visibleText()).toContain('"defaultRole"');

    await workbench.editors.replaceText('{\n  "defaultRole": "boss"\n}\n');

    await expect.poll(marked).toBeGreaterThan(0);
  });

  test('needs the JSON features, which the extension alone has started', async () => {
    expect(await startsOfJsonFeatures()).toEqual(["'api'"]);
  });

  test('suggests the values that a setting takes', async () => {
    await workbench.editors.replaceText('{\n  "defaultRole": ');

    const suggestions = workbench.page.locator('.suggest-widget.visible .monaco-list-row');
    await expect
      .poll(async () => {
        if ((await suggestions.count()) === 0) await workbench.page.keyboard.press('ControlOrMeta+Space');
        return suggestions.allInnerTexts();
      })
      .toContain('"admin"');
    await workbench.page.keyboard.press('Escape');
  });
});

describe('settings of a space', () => {
  const space = '📘 Heron Operator Handbook';
  const file = 'Heron-Operator-Handbook.space.docs.json';
  const isDirty = () => workbench.editors.isDirty(file);

  async function change(from: RegExp, to: string): Promise<void> {
    const text = await workbench.editors.wholeText();
    await workbench.editors.replaceText(text.replace(from, to));
    await expect.poll(isDirty).toBe(true);
  }

  test('apply only when they are saved by hand', async () => {
    for (const label of ['Northwind Robotics', 'Products', 'Robots']) await library().expand(label);
    await library().choose(space, 'Edit Settings');
    await workbench.editors.opened(file);
    await expect.poll(() => workbench.editors.visibleText()).toContain('"editMode": "live"');
    await change(/"editMode": "live"/, '"editMode": "locked"');
    await expect.poll(statusBar).toContain('Not applied yet');
    expect(await isDirty()).toBe(true);

    await workbench.editors.clickAction('Apply Settings');

    await expect.poll(isDirty).toBe(false);
    await expect
      .poll(async () => (await library().visible()).find(({ label }) => label === space)?.description)
      .toContain('locked');
  });

  test('change the visibility after a diff was reviewed', async () => {
    expect(await workbench.editors.breadcrumbs()).toEqual(
      expect.arrayContaining(['Settings', 'Northwind-Robotics', 'Products', 'Robots', file]),
    );
    await change(/"defaultLevel": "\w+"/, '"defaultLevel": "read"');

    await workbench.page.keyboard.press('ControlOrMeta+S');
    await dialog().getByRole('button', { name: 'Review Changes' }).click();
    await expect.poll(() => workbench.editors.activeTab()).toContain('(current ↔ yours)');
    await workbench.editors.clickAction("Don't Apply Changes");
    await workbench.editors.opened(file);
    expect(await isDirty()).toBe(true);

    await workbench.editors.clickAction('Apply Settings');
    await dialog().getByRole('button', { name: 'Apply', exact: true }).click();
    await expect.poll(isDirty).toBe(false);
    expect(await notifications()).toEqual([]);
  });

  test('report no failure when the user declines in a save from the menu', async () => {
    await change(/"defaultLevel": "\w+"/, '"defaultLevel": "edit"');

    await workbench.runCommand('File: Save');
    await dialog().getByRole('button', { name: 'Cancel' }).click();

    await workbench.editors.opened(file);
    await expect.poll(statusBar).toContain('Nothing was applied');
    expect(await isDirty()).toBe(true);
    expect(await notifications()).toEqual([]);

    await workbench.runCommand('File: Save');
    await dialog().getByRole('button', { name: 'Apply', exact: true }).click();
    await expect.poll(isDirty).toBe(false);
  });

  test("show a server's text without links in the notification of a failed save", async () => {
    const words = 'Your session is over. [Sign in again](command:workbench.action.quit)';
    platform.instead = async (request, handle) =>
      request.method === 'PATCH'
        ? Response.json({ error: { code: 422, message: words } }, { status: 422 })
        : handle(request);
    // Without our code action VS Code saves at once, and itself reports why a save failed.
    await workbench.changeSettings({
      'files.autoSave': 'off',
      '[docs-platform-settings]': { 'editor.codeActionsOnSave': { 'source.docsPlatform.apply': 'never' } },
    });
    await change(/"editMode": "locked"/, '"editMode": "live"');

    await workbench.page.keyboard.press('ControlOrMeta+S');

    const reported = await workbench.messages.notification('Your session is over.');
    expect(reported).toContain("Couldn't apply settings");
    expect(reported).toContain('[Sign in again] (command: workbench.action.quit)');
    const toast = workbench.page.locator('.notification-toast').filter({ hasText: 'Your session is over.' });
    expect(await toast.locator('.notification-list-item-message a').count()).toBe(0);
    expect(await isDirty()).toBe(true);
  });
});
