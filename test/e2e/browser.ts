import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumFlags, installChromium } from '../vscode/chromium.ts';
import type { VsCode } from '../vscode/server.ts';

/** Chromium over a profile of its own, with one page. */
export async function openBrowser(profile: string, { url }: Pick<VsCode, 'url'>): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: installChromium(),
    args: chromiumFlags,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
  await context.addInitScript(writeStateSoon);
  context.setDefaultTimeout(20_000);
  return context;
}

/** Until there is a workbench to act in. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: 60_000 });
}

/** VS Code writes down its state every five seconds: here every half second, for those who wait for it (keptState.ts). */
const writeStateSoon = `{
  const { setInterval } = globalThis;
  globalThis.setInterval = (act, pause, ...rest) => setInterval(act, pause === 5000 ? 500 : pause, ...rest);
}`;
