import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { until } from './until.ts';

/**
 * Waits until the browser has stored this text with VS Code's open editors. VS Code stores them every few seconds, and
 * not when it is closed.
 */
export async function storedState(page: Page, text: string): Promise<void> {
  await until(`VS Code to keep ${text}`, async () => {
    const state = await page.evaluate(readState);
    return state.some((each) => each.includes('editorpart.state') && each.includes(text));
  });
}

/**
 * Waits until the browser no longer stores our view container as the visible one: after a reload, the Explorer is
 * shown.
 */
export async function storedExplorer(page: Page): Promise<void> {
  await until('VS Code to keep what is in the side bar', async () => {
    const state = await page.evaluate(readState);
    return !state.some((each) => each.endsWith(JSON.stringify('workbench.view.extension.docsPlatform')));
  });
}

/**
 * Waits until the browser has stored that the side bar is visible. A new window without a folder hides it, also after a
 * reload before that.
 */
export async function storedSideBar(page: Page): Promise<void> {
  await until('VS Code to keep that the side bar is shown', async () =>
    (await page.evaluate(readState)).includes('workbench.sideBar.hidden "false"'),
  );
}

/** Waits until VS Code has backed up this text, as it does with unsaved text. */
export async function storedBackup({ userDataDir }: { readonly userDataDir: string }, text: string): Promise<void> {
  await until(`a backup of ${text}`, async () => {
    const files = await readdir(userDataDir, { recursive: true });
    for (const file of files.filter((each) => /(^|\/)Backups\/.*\/docs-platform-(edit|settings)\//.test(each)))
      if ((await readFile(path.join(userDataDir, file), 'utf8')).includes(text)) return true;
    return false;
  });
}

/** Each key with its value as JSON, separated by a space. Runs in the page, so it uses nothing from outside. */
async function readState(): Promise<string[]> {
  const { indexedDB } = globalThis as unknown as { indexedDB: Databases };
  const done = <Result>(request: Asking<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('The database did not answer.'));
    });
  const state: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('vscode-web-state-db')) continue;
    const database = await done(indexedDB.open(name));
    const tables = [...database.objectStoreNames];
    for (const table of tables) {
      const entries = database.transaction(table).objectStore(table);
      const [keys, values] = await Promise.all([done(entries.getAllKeys()), done(entries.getAll())]);
      keys.forEach((key, at) => state.push(`${String(key)} ${JSON.stringify(values[at]) ?? ''}`));
    }
    database.close();
  }
  return state;
}

/** The parts of IndexedDB that we use; the DOM typings aren't loaded here. */
interface Databases {
  databases(): Promise<{ name?: string }[]>;
  open(name: string): Asking<Database>;
}
interface Database {
  objectStoreNames: Iterable<string>;
  transaction(table: string): {
    objectStore(table: string): { getAll(): Asking<unknown[]>; getAllKeys(): Asking<unknown[]> };
  };
  close(): void;
}
interface Asking<Result> {
  result: Result;
  onsuccess: () => void;
  onerror: () => void;
}
