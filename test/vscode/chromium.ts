import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** What keeps Chromium quiet, and alive in a small container. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/**
 * The path of a Chromium or Chrome on this machine. Where there is none, it is installed with apt-get if that is
 * allowed; otherwise the error says what is missing.
 *
 * Any number of processes may call it at once: one installs, the others wait for it.
 */
export function installChromium(say: (line: string) => void = console.log): string {
  const found = findChromium();
  if (found) {
    return found;
  }
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new Error(
      'No Chromium found. Install Chromium or Chrome (on Debian: `apt-get install chromium`), or set CHROMIUM to its path.',
    );
  }
  say('Installing Chromium with apt-get …');
  aptGetChromium();
  const installed = findChromium();
  if (!installed) {
    throw new Error('apt-get installed no usable Chromium. Install Chromium or Chrome, or set CHROMIUM to its path.');
  }
  return installed;
}

/** The browser in words, such as `Chromium 156.0.8078.108 at /usr/bin/chromium`. */
export function describeBrowser(file: string): string {
  const { stdout, stderr } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  // Debian's names the distribution as well.
  const [name = `A browser that doesn't tell its version (${stderr.trim()})`] = /^.+? \d[\d.]*/.exec(stdout) ?? [];
  return `${name} at ${file}`;
}

function findChromium(): string | undefined {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) {
    return CHROMIUM;
  }
  const ofPlaywright = chromium.executablePath();
  return (
    ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(onPath).find((file) => file) ??
    (existsSync(ofPlaywright) ? ofPlaywright : undefined)
  );
}

function onPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/** apt-get fails where another one runs, so only who holds the lock runs it, and only if nobody has before. */
function aptGetChromium(): void {
  const script = 'command -v chromium || { apt-get update && apt-get install -y chromium; }';
  const { status, stdout, stderr } = spawnSync('flock', ['/var/lib/apt', 'sh', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) {
    throw new Error(`Installing Chromium with apt-get ended with ${status}:\n${stdout}${stderr}`);
  }
}

if (import.meta.main) {
  const file = installChromium();
  const version = execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  console.log(`The browser is ${version.trim()} (${file}).`);
}
