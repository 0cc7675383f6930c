import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { QuickInput } from './quickInput.ts';
import { until } from './until.ts';

export type Theme = keyof typeof themes;

/**
 * Changes user settings in VS Code's own editor: a browser-hosted VS Code doesn't notice when the file is written by
 * others.
 */
export async function changeSettings(
  page: Page,
  quickInput: QuickInput,
  userDataDir: string,
  changes: Record<string, unknown>,
): Promise<void> {
  const file = path.join(userDataDir, 'User/settings.json');
  const before = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const wanted = JSON.stringify({ ...before, ...changes }, undefined, 2);
  await quickInput.run('Preferences: Open User Settings (JSON)');
  const editor = page.locator('.modal-editor-part');
  await editor.locator('.monaco-editor.focused .view-line').first().waitFor();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(wanted)})`);
  for (const key of ['ControlOrMeta+A', 'ControlOrMeta+V', 'ControlOrMeta+S']) {
    await page.keyboard.press(key);
  }
  await until('the settings to be saved', async () => (await readFile(file, 'utf8')) === wanted);
  // The first Escape may go to a widget inside it.
  await until('the settings to close', async () => {
    await page.keyboard.press('Escape');
    return (await editor.count()) === 0;
  });
}

export async function switchTheme(page: Page, quickInput: QuickInput, theme: Theme): Promise<void> {
  const { label, name } = themes[theme];
  await quickInput.run('Preferences: Color Theme');
  await quickInput.fill(label);
  await quickInput.pick(label);
  await page.locator(`.monaco-workbench.${name}`).waitFor();
  await quickInput.hidden();
}

/** VS Code's default themes, and the class that the workbench then has. */
const themes = {
  light: { label: 'Light 2026', name: 'vs' },
  dark: { label: 'Dark 2026', name: 'vs-dark' },
  highContrast: { label: 'Dark High Contrast', name: 'hc-black' },
  highContrastLight: { label: 'Light High Contrast', name: 'hc-light' },
};
