import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { startVsCode, type VsCodeOptions, writeSettings } from '../vscode/server.ts';
import { openBrowser, workbenchAddress } from './browser.ts';
import { extensionHostsEnded } from './extensionHosts.ts';
import { runFolder, startWarm } from './warmStart.ts';

export interface VsCodeInBrowserOptions extends Pick<VsCodeOptions, 'extensions' | 'settings' | 'env' | 'locale'> {
  /** The packaged extension under test; docs-platform.vsix by default, and none if false. */
  vsix?: string | false;
  /** Kept on dispose. Without it, a new one is created and removed. */
  userDataDir?: string;
}

/** A server of VS Code, and a browser with a page for it. */
export interface VsCodeInBrowser {
  readonly userDataDir: string;
  /** An empty page, in which VS Code starts as if for the first time. */
  firstPage(settings: Readonly<Record<string, unknown>>): Promise<Page>;
  /** Ends both and starts them again, with everything that they have stored. */
  restart(): Promise<Page>;
  dispose(): Promise<void>;
}

const repository = path.join(import.meta.dirname, '../..');
/** The packaged extension under test. */
const packaged = process.env.DOCS_PLATFORM_VSIX ?? path.join(repository, 'docs-platform.vsix');

export async function startInBrowser(options: VsCodeInBrowserOptions): Promise<VsCodeInBrowser> {
  const scratch = await mkdtemp(path.join(runFolder(), 'dp-e2e-'));
  const userDataDir = options.userDataDir ?? path.join(scratch, 'data');
  const profile = path.join(scratch, 'profile');
  const { settings, env, locale, extensions, vsix } = options;
  const isWarm = vsix === undefined && (await startWarm(userDataDir, profile));
  const packages = vsix === false || isWarm ? [] : [vsix ?? packaged];
  let isUsed = false;
  const start = async (given: VsCodeOptions = {}) => {
    const vsCode = await startVsCode({ ...given, userDataDir, env, locale });
    await writeFile(path.join(scratch, 'pid'), String(vsCode.pid));
    return vsCode;
  };
  let vsCode = await start({
    settings,
    extensions: { ...extensions, vsix: [...packages, ...(extensions?.vsix ?? [])] },
  });
  let context = await openBrowser(profile, vsCode);

  return {
    userDataDir,

    async firstPage(given) {
      const [page, ...others] = context.pages();
      await Promise.all(others.map((other) => other.close()));
      if (page && !isUsed) {
        isUsed = true;
        return page;
      }
      const next = await context.newPage();
      if (page) await close(page);
      // An extension host that is still ending would write into the folders that are removed.
      await extensionHostsEnded(vsCode.pid);
      for (const folder of ['User', 'Machine'])
        await rm(path.join(userDataDir, folder), { recursive: true, force: true, maxRetries: 5 });
      await writeSettings(userDataDir, given);
      await forgetWorkbench(context, next);
      return next;
    },

    async restart() {
      await Promise.all(context.pages().map(leave));
      await context.close();
      await vsCode.dispose();
      vsCode = await start();
      context = await openBrowser(profile, vsCode);
      return context.pages()[0] ?? (await context.newPage());
    },

    async dispose() {
      await context.close();
      await vsCode.dispose();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

let shared: Promise<VsCodeInBrowser> | undefined;

/**
 * The VS Code that the test files of this process use one after another: to start one for each would take twice as long.
 * For each it starts as if for the first time. Ends with the process.
 */
export async function sharedVsCode(
  settings: Readonly<Record<string, unknown>>,
): Promise<{ vsCode: VsCodeInBrowser; page: Page }> {
  shared ??= startInBrowser({ settings, extensions: { link: [path.join(import.meta.dirname, 'extensions/curious')] } });
  try {
    const vsCode = await shared;
    return { vsCode, page: await vsCode.firstPage(settings) };
  } catch (error) {
    // What one file has broken doesn't fail the others.
    await shared.then((broken) => broken.dispose()).catch(() => undefined);
    shared = undefined;
    throw error;
  }
}

/** Leaves VS Code as a user does: it ends what it has started. */
export async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
}

async function close(page: Page): Promise<void> {
  await leave(page);
  await page.close();
}

/** Forgets what the browser has stored for VS Code, such as secrets and open editors, but not its compiled code. */
async function forgetWorkbench(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const { origin } = new URL(workbenchAddress);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage,indexeddb' });
  await session.detach();
}
