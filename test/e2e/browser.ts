import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumFlags, installChromium } from '../vscode/chromium.ts';
import type { VsCode } from '../vscode/server.ts';

/** Chromium with a profile of its own and one page. */
export async function openBrowser(profile: string, { url }: Pick<VsCode, 'url'>): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: installChromium(),
    args: chromiumFlags,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
  context.setDefaultTimeout(20_000);
  return context;
}

/** Waits until the workbench is ready. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: 60_000 });
}
