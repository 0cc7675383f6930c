import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cleanEnvironment } from './environment.ts';
import { type Extensions, loadExtensions } from './extensions.ts';
import { serverEntry } from './install.ts';

export interface VsCode {
  /** Where the workbench is, such as `http://127.0.0.1:41234/`. */
  url: string;
  port: number;
  /** The server's process. */
  pid: number;
  userDataDir: string;
  /** Ends the server and all it started; removes the user data directory if it was made here. */
  dispose(): Promise<void>;
}

export interface VsCodeOptions {
  /** Kept on dispose. Without it, a new one is made and removed. */
  userDataDir?: string;
  extensions?: Extensions;
  /** User settings, over the quiet ones. */
  settings?: Record<string, unknown>;
  /** A free one by default. */
  port?: number;
  /** Extensions under development and their tests only load with it; it hides notifications and refuses dialogs. */
  smokeTestDriver?: boolean;
  /** What the extension host finds in its environment. */
  env?: Record<string, string>;
  /** The display language. A language that VS Code doesn't bring needs a pack in the user data directory. */
  locale?: string;
}

/** Starts a browser-hosted VS Code on 127.0.0.1, without a password, and waits until it listens. */
export async function startVsCode(options: VsCodeOptions = {}): Promise<VsCode> {
  // Sockets live here, and a socket's path has at most 107 characters: short, whatever the user data directory.
  const scratch = await mkdtemp('/tmp/dp-');
  const userDataDir = options.userDataDir ?? path.join(scratch, 'data');
  const env = { ...cleanEnvironment(), ...noGallery, ...options.env, TMPDIR: scratch, XDG_RUNTIME_DIR: scratch };
  const config = path.join(scratch, 'config.yaml');
  await writeFile(config, 'auth: none\ncert: false\n');
  await writeSettings(userDataDir, options.settings);
  const base = ['--config', config, '--user-data-dir', userDataDir, '--extensions-dir', extensionsDir(userDataDir)];
  try {
    await loadExtensions(options.extensions ?? {}, { base, env, folder: extensionsDir(userDataDir) });
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    throw error;
  }

  const args = [
    ...base,
    ...['--bind-addr', `127.0.0.1:${options.port ?? 0}`, '--session-socket', path.join(scratch, 'session.sock')],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...['--disable-workspace-trust', '--ignore-last-opened'],
    ...(options.locale ? ['--locale', options.locale] : []),
    ...(options.smokeTestDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
  ];
  const server = spawn(process.execPath, [serverEntry, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = endWithUs(server, scratch);
  const dispose = async () => {
    await end(server);
    forget();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await listening(server);
    return { url: `http://127.0.0.1:${port}/`, port, pid: server.pid ?? 0, userDataDir, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const noGallery = { EXTENSIONS_GALLERY: '{"serviceUrl":""}' };

const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  // Saves after a delay by default in a browser: what applies on save would apply half-typed text.
  'files.autoSave': 'off',
  // Else VS Code offers to open whatever else runs on this computer.
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** What a person or an earlier start has set stays, unless it is asked for differently now. */
export async function writeSettings(userDataDir: string, settings?: Readonly<Record<string, unknown>>): Promise<void> {
  const file = path.join(userDataDir, 'User/settings.json');
  const isFirst = !existsSync(file);
  if (isFirst || settings) {
    const before = isFirst ? quietSettings : (JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ ...before, ...settings }, undefined, 2));
  }
  // A setting of the machine: VS Code takes it from this file only, since extensions run on its server.
  const machine = path.join(userDataDir, 'Machine/settings.json');
  if (existsSync(machine)) return;
  const walkthrough = 'workbench.welcomePage.walkthroughs.openOnInstall';
  await mkdir(path.dirname(machine), { recursive: true });
  await writeFile(machine, JSON.stringify({ [walkthrough]: settings?.[walkthrough] ?? false }));
}

function extensionsDir(userDataDir: string): string {
  return path.join(userDataDir, 'extensions');
}

/** The port it listens on, once it does. */
async function listening(server: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    const port = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    if (port) {
      resolve(Number(port));
    }
  };
  server.stdout?.on('data', read);
  server.stderr?.on('data', read);
  server.on('error', reject);
  server.on('exit', (code) => reject(new Error(`VS Code's server ended with ${code}:\n${output.trim()}`)));
  const tooLate = setTimeout(
    () => reject(new Error(`VS Code's server does not listen after 60 s:\n${output}`)),
    60_000,
  );
  return promise.finally(() => clearTimeout(tooLate));
}

/** The server is a process group of its own, so that its extension hosts go with it: nobody else would end it. */
function endWithUs(server: ChildProcess, scratch: string): () => void {
  const kill = () => {
    signal(server, 'SIGKILL');
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  const leave = () => process.exit(130);
  process.on('exit', kill);
  process.on('SIGINT', leave).on('SIGTERM', leave).on('SIGHUP', leave);
  return () => {
    process.off('exit', kill);
    process.off('SIGINT', leave).off('SIGTERM', leave).off('SIGHUP', leave);
  };
}

async function end(server: ChildProcess): Promise<void> {
  const ended = server.exitCode !== null || server.signalCode !== null;
  const exit = new Promise<void>((resolve) => (ended ? resolve() : server.once('exit', () => resolve())));
  signal(server, 'SIGTERM');
  const impatient = setTimeout(() => signal(server, 'SIGKILL'), 5_000);
  await exit;
  clearTimeout(impatient);
  // The first process may be gone before its extension hosts are.
  signal(server, 'SIGKILL');
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid) {
      process.kill(-pid, name);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
