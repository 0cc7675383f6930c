import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { startVsCode } from '../vscode/server.ts';
import { openBrowser, ready, workbenchAddress } from './browser.ts';

const variable = 'DOCS_PLATFORM_WARM_START';

/**
 * Starts VS Code once, so that our extension is installed and the browser has compiled the workbench. The result is
 * copied for all later starts, which otherwise would be as slow as the first. Returns a function that ends what was
 * started since, and removes everything.
 */
export async function warmUp(vsix: string): Promise<() => void> {
  const folder = await mkdtemp('/tmp/dp-warm-');
  const end = () => endAll(folder);
  process.once('exit', end);
  const vsCode = await startVsCode({ userDataDir: path.join(folder, 'data'), extensions: { vsix: [vsix] } });
  const context = await openBrowser(path.join(folder, 'profile'), vsCode);
  const page = context.pages()[0] ?? (await context.newPage());
  // The browser stores compiled code only of scripts that it sees again.
  for (let turn = 0; turn < 2; turn++) {
    await page.goto(`${workbenchAddress}?ew=true`);
    await ready(page);
  }
  await context.close();
  await vsCode.dispose();
  process.env[variable] = folder;
  return end;
}

/** Whether a warm start is possible, as in every test. */
export function isWarm(): boolean {
  return process.env[variable] !== undefined;
}

/** A folder for what is started, which goes when all tests have ended. */
export function runFolder(): string {
  return process.env[variable] ?? '/tmp';
}

/** Copies the stored data into a new user data directory and a new browser profile; false if nothing was stored. */
export async function startWarm(userDataDir: string, profile: string): Promise<boolean> {
  const folder = process.env[variable];
  if (folder === undefined) return false;
  const copy = (from: string, to: string) => cp(path.join(folder, from), to, { recursive: true });
  const extensions = path.join(userDataDir, 'extensions');
  if (!existsSync(extensions)) await copy('data/extensions', extensions);
  for (const cache of ['Default/Cache', 'Default/Code Cache']) {
    await copy(path.join('profile', cache), path.join(profile, cache));
  }
  return true;
}

/** A process of tests that was killed couldn't end the servers that it had started. */
function endAll(folder: string): void {
  for (const file of globSync(`${folder}/*/pid`)) {
    try {
      process.kill(-Number(readFileSync(file, 'utf8')), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
