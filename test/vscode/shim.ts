import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { patience } from '../patience.ts';
import { chromiumFlags, installChromium } from './chromium.ts';
import { startVsCode } from './server.ts';

// Takes the flags of a desktop VS Code that runs extension tests, and runs them in a browser-hosted one, for
// @vscode/test-electron and @vscode/test-cli where no desktop VS Code can be downloaded.

const { values, positionals } = parseArgs({
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true, default: [] },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
  },
  allowPositionals: true,
  // VS Code has many more, which change nothing here.
  strict: false,
});

/** Run in the page, before its own scripts. */
const seemingVisible = `
  window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 16);
  window.cancelAnimationFrame = (handle) => window.clearTimeout(handle);
  Object.defineProperty(document, 'hidden', { get: () => false });
  Object.defineProperty(document, 'visibilityState', { get: () => 'visible' });
`;

/** Nothing asks for these parts of an editor. */
const undrawn = { 'editor.minimap.enabled': false, 'editor.stickyScroll.enabled': false, 'breadcrumbs.enabled': false };
/** Else the first page would ask how pages should open. */
const answered = { 'docsPlatform.pages.openWith': 'source' };
// The browser-hosted VS Code takes one extension under development: the others count as installed.
const [developed, ...others] = values.extensionDevelopmentPath as string[];

process.exitCode = await run();

async function run(): Promise<number> {
  const executablePath = installChromium(console.error);
  const userDataDir = values['user-data-dir'] as string | undefined;
  const vsCode = await startVsCode({
    smokeTestDriver: true,
    settings: { ...undrawn, ...answered },
    ...(userDataDir && { userDataDir }),
    extensions: { link: others },
  });
  const profile = await mkdtemp('/tmp/dp-shim-');
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: chromiumFlags });
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<number>();
  // Nobody waits for it any more if opening the page fails, which closes the page.
  ended.catch(() => undefined);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
      console.log(`[${type}]`, ...args),
    );
    await page.exposeFunction('codeAutomationExit', end);
    page.on('console', (message) => {
      if (message.text().includes('[Extension Host]')) {
        console.log(message.text());
      }
    });
    page.on('crash', () => fail(new Error("The browser's page crashed.")));
    page.on('close', () => fail(new Error("The browser's page was closed.")));
    await hide(context, page);
    await page.goto(address(vsCode.url), { timeout: patience });
    return await ended;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await context.close();
    await vsCode.dispose();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Nobody looks at this window, and drawing it takes a quarter of the time. VS Code is told that it is visible: no frame
 * would come in a hidden page.
 */
async function hide(context: BrowserContext, page: Page): Promise<void> {
  await page.addInitScript(seemingVisible);
  const session = await context.newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
  await session.detach();
}

/** The workbench with extensions under development and their tests, as VS Code's own browser smoke tests pass them. */
function address(url: string): string {
  const remote = (file: string) => `vscode-remote://${new URL(url).host}${path.resolve(file)}`;
  const tests = values.extensionTestsPath as string | undefined;
  const payload = [
    ...(developed ? [['extensionDevelopmentPath', remote(developed)]] : []),
    ...(tests ? [['extensionTestsPath', remote(tests)]] : []),
  ];
  const [folder] = positionals;
  const query = new URLSearchParams(folder ? { folder: path.resolve(folder) } : { ew: 'true' });
  query.set('payload', JSON.stringify(payload));
  return `${url}?${query.toString()}`;
}
