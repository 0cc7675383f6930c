import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { patience } from '../patience.ts';
import { chromiumFlags, installChromium } from '../vscode/chromium.ts';
import type { VsCode } from '../vscode/server.ts';
import { waits } from './until.ts';

/**
 * Where every browser finds its VS Code, whatever the port. Stored data and compiled code belong to an address, so any
 * number of tests can start with a copy of the same. The name counts as secure, as 127.0.0.1 does.
 */
export const workbenchAddress = 'http://code.localhost/';

/** Chromium with a profile of its own and one page. */
export async function openBrowser(profile: string, { port }: Pick<VsCode, 'port'>): Promise<BrowserContext> {
  const { host, origin } = new URL(workbenchAddress);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: installChromium(),
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${host}:80 127.0.0.1:${port}`],
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  context.setDefaultTimeout(patience);
  const limit = context.setDefaultTimeout.bind(context);
  waits.add(limit);
  context.once('close', () => waits.delete(limit));
  return context;
}

/** Waits until the workbench is ready. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: patience });
}
