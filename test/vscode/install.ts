import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The script that starts VS Code's server, with the Node that runs us. */
export const serverEntry = path.join(import.meta.dirname, 'node_modules/code-server/out/node/entry.js');

/**
 * Installs the VS Code of test/vscode/package.json where it is not there yet; about 20 seconds and 800 MB.
 *
 * Any number of processes may call it at once: one installs, the others wait for it.
 *
 * @param say hears what is going on, in words; silent when there is nothing to do
 */
export async function installVsCode(say: (line: string) => void = console.log): Promise<void> {
  if (process.platform !== 'linux') {
    throw new Error(`The browser-hosted VS Code runs on Linux only, and this is ${process.platform}.`);
  }
  if (await isInstalled()) {
    return;
  }
  say('Installing VS Code for the browser into test/vscode (about 800 MB, once) …');
  await mkdir(path.dirname(lock), { recursive: true });
  // The kernel gives the lock back even if the one who holds it dies.
  await run('flock', [lock, process.execPath, import.meta.filename], repository);
  say('VS Code is installed.');
}

const repository = path.join(import.meta.dirname, '../..');
const lock = path.join(repository, 'out/vscode-install.lock');
const logWriter = path.join(import.meta.dirname, 'spdlog.cjs');
/**
 * VS Code's extensions for programming languages, Git, accounts, and debugging. Nothing here needs them, and without them
 * a window takes a quarter less of the processor's time to start.
 */
const unused = [
  'copilot',
  'debug-auto-launch',
  'debug-server-ready',
  'emmet',
  'git',
  'git-base',
  'github',
  'github-authentication',
  'grunt',
  'gulp',
  'ipynb',
  'jake',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'ms-vscode.vscode-js-profile-table',
  'notebook-renderers',
  'npm',
  'php-language-features',
  'terminal-suggest',
  'tunnel-forwarding',
  'typescript-language-features',
];
const stamp = path.join(import.meta.dirname, 'node_modules/.complete');

async function isInstalled(): Promise<boolean> {
  return (await readFile(stamp, 'utf8').catch(() => undefined)) === (await wanted());
}

async function wanted(): Promise<string> {
  const parts = [path.join(import.meta.dirname, 'package-lock.json'), import.meta.filename, logWriter];
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(await readFile(part));
  }
  return `${hash.digest('hex')} for Node ${process.versions.modules}\n`;
}

async function install(): Promise<void> {
  if (await isInstalled()) {
    return;
  }
  await run('npm', ['ci'], import.meta.dirname);
  // What the package's own postinstall would do, without compiling: that one wants kerberos headers.
  const nested = path.join(import.meta.dirname, 'node_modules/code-server/lib/vscode');
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--legacy-peer-deps'], nested);
  for (const name of unused) await rm(path.join(nested, 'extensions', name), { recursive: true, force: true });
  await copyFile(logWriter, path.join(nested, 'node_modules/@vscode/spdlog/index.js'));
  await writeFile(stamp, await wanted());
}

async function run(command: string, args: string[], cwd: string): Promise<void> {
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) {
    throw new Error(`\`${command} ${args.join(' ')}\` in ${cwd} ended with ${code}:\n${output.trim()}`);
  }
}

if (import.meta.main) {
  await install();
}
