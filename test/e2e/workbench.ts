import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ready, workbenchAddress } from './browser.ts';
import { type Editors, editors } from './editors.ts';
import { type Messages, messages } from './messages.ts';
import { type QuickInput, quickInput } from './quickInput.ts';
import { changeSettings, switchTheme, type Theme } from './settings.ts';
import { type Tree, tree } from './tree.ts';
import {
  leave,
  sharedVsCode,
  startInBrowser,
  type VsCodeInBrowser,
  type VsCodeInBrowserOptions,
} from './vsCodeInBrowser.ts';
import { isWarm } from './warmStart.ts';
import { frameWith } from './webviews.ts';

export interface WorkbenchOptions extends VsCodeInBrowserOptions {
  /** A folder to open; an empty window by default. */
  folder?: string;
}

export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

/**
 * Opens VS Code in Chromium with our packaged extension, for a test that acts like a user. With nothing but settings, it
 * is the one that all files share, which has forgotten everything.
 */
export async function openWorkbench(options: WorkbenchOptions = {}) {
  const { settings: given, folder, ...others } = options;
  const settings = { ...unobstructed, ...given };
  const isShared = isWarm() && Object.keys(others).length === 0;
  const { vsCode, page: first } = isShared ? await sharedVsCode(settings) : await startOwn({ ...others, settings });
  const address = () => `${workbenchAddress}?${folder ? String(new URLSearchParams({ folder })) : 'ew=true'}`;
  const consoleErrors: string[] = [];
  let page = first;
  const here = () => page;

  const workbench = {
    userDataDir: vsCode.userDataDir,
    /** All errors that the console logged, in every page so far, including VS Code's own. */
    consoleErrors,
    /**
     * Errors that name our extension, its commands or its documents, or that the content security policy reports. A
     * reload cancels running reads.
     */
    ownErrors: () => consoleErrors.filter((error) => own.test(error) && !error.includes('(Canceled: Canceled)')),
    /** A restart creates another page, so always read it from here. */
    get page() {
      return page;
    },
    quickInput: quickInput(here) satisfies QuickInput,
    editors: editors(here) satisfies Editors,
    messages: messages(here) satisfies Messages,

    /** The tree of the view with that title, such as `Library`. */
    tree: (view: string): Tree => tree(here, view),

    /** Runs a command as the palette shows it, such as `Docs Platform: Sign In`. */
    runCommand: (title: string) => workbench.quickInput.run(title),

    /** Runs a command that asks something, and waits for its question. */
    askCommand: (title: string) => workbench.quickInput.ask(title),

    /** Opens a view container in the activity bar, or hides it if it is open. */
    async clickActivityBar(title: string) {
      // A badge covers the whole icon, and takes no clicks itself.
      await page.locator(`.activitybar a[aria-label^="${title}"]`).click({ force: true });
      // Its hover would cover what was opened.
      await page.mouse.move(0, 0);
    },

    /** Collapses views of the side bar to make room for the others. */
    async fold(...views: string[]) {
      for (const view of views) {
        const header = page.locator(`.pane-header[aria-label*="${view} "]`);
        if ((await header.getAttribute('aria-expanded')) === 'true') await header.locator('.title').click();
      }
    },

    /** Expands a view of the side bar. */
    async unfold(view: string) {
      const header = page.locator(`.pane-header[aria-label*="${view} "]`);
      if ((await header.getAttribute('aria-expanded')) === 'false') await header.locator('.title').click();
    },

    /** The frame of a webview or preview with this text. */
    frameWith: (text: string | RegExp) => frameWith(page, text),

    /** Like the browser's reload button. */
    async reload() {
      await page.reload();
      await ready(page);
    },

    /** Ends the browser and the server and starts them again, with everything that both have stored. */
    async restart() {
      page = await vsCode.restart();
      await openPage(page, address(), consoleErrors);
    },

    changeSettings: (changes: Record<string, unknown>) =>
      changeSettings(page, workbench.quickInput, vsCode.userDataDir, changes),

    switchTheme: (theme: Theme) => switchTheme(page, workbench.quickInput, theme),

    /** Writes out/screenshots/<name>.png and returns its path. */
    async screenshot(name: string) {
      const file = path.join(repository, 'out/screenshots', `${name}.png`);
      await mkdir(path.dirname(file), { recursive: true });
      await page.screenshot({ path: file, animations: 'disabled' });
      return file;
    },

    async dispose() {
      opened.delete(workbench);
      // The shared one waits for the next file.
      if (isShared) await leave(page);
      else await vsCode.dispose();
    },
  };
  opened.add(workbench);
  try {
    await openPage(page, address(), consoleErrors);
  } catch (error) {
    await workbench.screenshot('failed-to-open');
    await workbench.dispose();
    throw error;
  }
  return workbench;
}

/** Nothing covers what is to be clicked. */
const unobstructed = {
  // Else the first page would ask how pages should open.
  'docsPlatform.pages.openWith': 'source',
  'editor.stickyScroll.enabled': false,
  'workbench.hover.delay': 600_000,
  'workbench.tree.enableStickyScroll': false,
};

/** Workbenches that aren't disposed yet. */
export const opened = new Set<Workbench>();

const repository = path.join(import.meta.dirname, '../..');

const own = /docs-platform\.docs-platform|docsPlatform|docs-platform:|Content Security Policy/;

async function openPage(page: Page, address: string, consoleErrors: string[]): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error') {
      consoleErrors.push(message.text());
    }
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  // The dialog asks whether to leave a page with unsaved work.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(address);
  await ready(page);
}

async function startOwn(options: VsCodeInBrowserOptions): Promise<{ vsCode: VsCodeInBrowser; page: Page }> {
  const vsCode = await startInBrowser(options);
  return { vsCode, page: await vsCode.firstPage(options.settings ?? {}) };
}
