import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { startVsCode } from '../vscode/server.ts';
import { openBrowser, ready, workbenchAddress } from './browser.ts';

/**
 * Starts VS Code once, so that our extension is installed and the browser has compiled the workbench. The result is
 * copied for all later starts, which otherwise would be as slow as the first: they take half of the time. Returns a
 * function that removes it.
 */
export async function warmUp(vsix: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp('/tmp/dp-warm-');
  const vsCode = await startVsCode({ userDataDir: path.join(folder, 'data'), extensions: { vsix: [vsix] } });
  const context = await openBrowser(path.join(folder, 'profile'), vsCode);
  const page = context.pages()[0] ?? (await context.newPage());
  // The browser stores compiled code only of scripts that it sees again.
  for (let turn = 0; turn < 3; turn++) {
    await page.goto(`${workbenchAddress}?ew=true`);
    await ready(page);
  }
  await context.close();
  await vsCode.dispose();
  process.env['DOCS_PLATFORM_WARM_START'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Copies the stored data into a new user data directory and a new browser profile; false if nothing was stored. */
export async function startWarm(userDataDir: string, profile: string): Promise<boolean> {
  const folder = process.env['DOCS_PLATFORM_WARM_START'];
  if (folder === undefined) return false;
  const copy = (from: string, to: string) => cp(path.join(folder, from), to, { recursive: true });
  const extensions = path.join(userDataDir, 'extensions');
  if (!existsSync(extensions)) await copy('data/extensions', extensions);
  for (const cache of ['Default/Cache', 'Default/Code Cache']) {
    await copy(path.join('profile', cache), path.join(profile, cache));
  }
  return true;
}
