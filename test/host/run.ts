import { spawnSync } from 'node:child_process';
import { createWriteStream, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests, SilentReporter, TestRunFailedError } from '@vscode/test-electron';
import { build } from 'esbuild';
import { installChromium } from '../vscode/chromium.ts';
import { installVsCode } from '../vscode/install.ts';

// Runs test/host inside the extension host of a real VS Code. --grep selects tests by title, --build only builds.

const repository = path.join(import.meta.dirname, '../..');
const output = path.join(repository, 'out/host');
const report = path.join(output, 'report.txt');
const consoleLog = path.join(output, 'console.log');

const { grep, build: buildOnly } = parseArgs({
  options: { grep: { type: 'string' }, build: { type: 'boolean' } },
}).values;

await buildExtensionAndTests();
if (buildOnly) {
  process.exit();
}
const vscodeExecutablePath = await findVsCode();
const scratch = await mkdtemp(path.join(tmpdir(), 'dp-host-'));
const workspace = path.join(scratch, 'workspace');
await mkdir(workspace);
await writeFile(report, '');
const said = createWriteStream(consoleLog);
const stopTail = tail(report);
const code = await runTests({
  vscodeExecutablePath,
  extensionDevelopmentPath: [repository, ...otherExtensions()],
  extensionTestsPath: path.join(output, 'index.js'),
  extensionTestsEnv: {
    DOCS_PLATFORM_TEST_REPORT: report,
    // The only authority that the operating system trusts in these tests.
    SSL_CERT_FILE: path.join(repository, 'test/client/fixtures/elsewhere.cert.pem'),
    ...(grep && { DOCS_PLATFORM_TEST_GREP: grep }),
  },
  launchArgs: [workspace, `--user-data-dir=${scratch}/data`, `--extensions-dir=${scratch}/extensions`],
  // VS Code prints a lot, which matters only if something is wrong.
  stdout: said,
  stderr: said,
}).catch((error: unknown) => {
  if (error instanceof TestRunFailedError) {
    return error.code ?? 1;
  }
  throw error;
});
await stopTail();
said.end();
await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = (await isGreen()) && code === 0 ? 0 : 1;

async function buildExtensionAndTests(): Promise<void> {
  const { status } = spawnSync(process.execPath, ['esbuild.mjs'], { cwd: repository, stdio: 'inherit' });
  if (status !== 0) {
    process.exit(1);
  }
  await rm(output, { recursive: true, force: true });
  // The tests' platforms look for their workers where the extension does: next to the folder of their code.
  for (const folder of ['workers', 'chunks'])
    await cp(path.join(repository, 'dist', folder), path.join(output, '..', folder), { recursive: true, force: true });
  await build({
    entryPoints: [path.join(import.meta.dirname, 'index.ts'), path.join(import.meta.dirname, '**/*.test.ts')],
    outbase: import.meta.dirname,
    outdir: output,
    bundle: true,
    format: 'esm',
    splitting: true,
    platform: 'node',
    target: 'node24',
    // VS Code provides vscode, and node_modules the others.
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/**
 * A desktop VS Code if one is available and has a display; else the browser-hosted one, behind a shim with the same
 * flags.
 */
async function findVsCode(): Promise<string> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) {
    try {
      return await downloadAndUnzipVSCode({ timeout: 10_000, reporter: new SilentReporter() });
    } catch (error) {
      if (process.platform !== 'linux') {
        throw error;
      }
      console.log(`No desktop VS Code (${String(error)}): taking the browser-hosted one.`);
    }
  }
  await installVsCode();
  installChromium();
  return path.join(import.meta.dirname, '../vscode/shim');
}

/** Extensions that the tests need, each a folder of test/host/extensions, in JavaScript. */
function otherExtensions(): string[] {
  const manifests = globSync('extensions/*/package.json', { cwd: import.meta.dirname });
  return manifests.map((manifest) => path.dirname(path.join(import.meta.dirname, manifest)));
}

/** Prints what is appended to a file, until it is stopped. */
function tail(file: string): () => Promise<void> {
  let at = 0;
  const print = async () => {
    await using handle = await open(file);
    const { bytesRead, buffer } = await handle.read({ position: at });
    at += bytesRead;
    process.stdout.write(buffer.subarray(0, bytesRead));
    return bytesRead;
  };
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(print);
  }, 200);
  return async () => {
    clearInterval(timer);
    await last;
    while (await print());
  };
}

/** The host may die and still exit with code 0, so only a report with a last line counts. */
async function isGreen(): Promise<boolean> {
  const result = /^(\d+) passed, (\d+) failed, \d+ skipped\n$/m.exec(await readFile(report, 'utf8'));
  if (!result) {
    const last = (await readFile(consoleLog, 'utf8')).trimEnd().split('\n').slice(-40);
    console.error(last.join('\n'));
    console.error(`The host tests ended with code ${code} and without a result. What VS Code said: ${consoleLog}`);
  }
  return Number(result?.[1]) > 0 && Number(result?.[2]) === 0;
}
