import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

// npm test: runs all suites. A failed suite doesn't stop the next one. `npm test -- --only=units,host` runs only those.

interface Result {
  passed: number;
  failed: number;
  /** The output about failed tests, repeated at the end. */
  failures?: string | undefined;
  /** Files with a failed test, if the suite reports them. */
  failedFiles?: readonly string[] | undefined;
}

/** Undefined: it ended without a result, which is a failure. */
type Suite = () => Promise<Result | undefined>;

const suites = { check, units, package: packaged, host, e2e } satisfies Record<string, Suite>;
type Name = keyof typeof suites;

const repository = path.join(import.meta.dirname, '..');
const output = path.join(repository, 'out');
const deadline = performance.now() + 80 * 60_000;

process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

const wanted: Name[] = namesOf(parseArgs({ options: { only: { type: 'string' } } }).values.only);
await mkdir(output, { recursive: true });
const lines: string[] = [];
const failures: string[] = [];
const total = { passed: 0, failed: 0 };
for (const name of wanted) {
  console.log(`\n━━ ${name} ━━\n`);
  const start = performance.now();
  const result = await suites[name]();
  const seconds = Math.round((performance.now() - start) / 1000);
  const words = result ? `${result.passed} passed, ${result.failed} failed` : 'no result';
  lines.push(`${name.padEnd(8)} ${words.padEnd(28)} ${seconds} s`);
  total.passed += result?.passed ?? 0;
  total.failed += result?.failed ?? 1;
  if (result?.failed && result.failures) failures.push(`${name}\n${result.failures}`);
}
if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join('\n\n')}`);
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);

async function check(): Promise<Result> {
  const codes = [];
  for (const script of ['check:types', 'check:lint', 'check:format']) {
    codes.push(await run(`npm run --silent ${script}`));
  }
  return { passed: codes.filter((code) => code === 0).length, failed: codes.filter((code) => code !== 0).length };
}

function units(): Promise<Result | undefined> {
  return triedTwice('units', 'vitest.config.mjs');
}

async function packaged(): Promise<Result> {
  const code = await run('npm run --silent package');
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function host(): Promise<Result | undefined> {
  const file = path.join(output, 'host/result.json');
  await rm(file, { force: true });
  const code = await run('node test/host/run.ts');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { passed, failed, failures } = JSON.parse(text) as Result;
  return counted(code, passed, failed, failures);
}

async function e2e(): Promise<Result | undefined> {
  if (process.platform !== 'linux') {
    console.log('Skipped: end-to-end tests need Linux, where VS Code can be run in the browser.');
    return { passed: 0, failed: 0 };
  }
  // Uses the package of the preceding suite; on its own, it packages for itself.
  const isPackaged = wanted.includes('package');
  const env = isPackaged ? { DOCS_PLATFORM_VSIX: path.join(repository, 'docs-platform.vsix') } : undefined;
  return triedTwice('e2e', 'test/e2e/vitest.config.mjs', env);
}

/** As with the host tests, files with a failed test get a second try, which is reported: real bugs fail twice. */
async function triedTwice(name: string, config: string, env?: Record<string, string>): Promise<Result | undefined> {
  const first = await vitest(name, config, env);
  const again = first?.failedFiles ?? [];
  if (!first || again.length === 0) return first;

  console.log(`\nA second try of ${again.join(', ')}\n`);
  const second = await vitest(`${name}-again`, config, env, again);
  if (!second) return first;
  if (second.failed === 0) console.log(`Passed at the second try only:\n${first.failures ?? ''}`);
  return { ...second, passed: first.passed + first.failed - second.failed };
}

async function vitest(
  name: string,
  config: string,
  env?: Record<string, string>,
  files: readonly string[] = [],
): Promise<Result | undefined> {
  const file = path.join(output, `${name}.json`);
  await rm(file, { force: true });
  const reporters = `--reporter=default --reporter=json --outputFile.json=${path.relative(repository, file)}`;
  const code = await run(`npx vitest run --config ${config} ${reporters} ${files.join(' ')}`, env);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return undefined;
  }
  const report = JSON.parse(text) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  // A file that can't be loaded has no tests that could fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  );
  const failures = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `  ${fullName}\n    ${firstLines(failureMessages.at(-1) ?? '')}`),
  );
  failures.push(...broken.map(({ name, message }) => `  ${name}\n    ${firstLines(message)}`));
  const result = counted(code, report.numPassedTests, report.numFailedTests + broken.length, failures.join('\n'));
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  return result && { ...result, failedFiles: failed.map(({ name }) => path.relative(repository, name)) };
}

/** A suite that reports failure has failed, whatever it counted; one that ran nothing has no result. */
function counted(code: number, passed: number, failed: number, failures?: string): Result | undefined {
  return passed + failed === 0 ? undefined : { passed, failed: failed || (code === 0 ? 0 : 1), failures };
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 12).join('\n    ');
}

/** Runs a command in the repository with our output, until its time limit. */
async function run(command: string, env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, {
    shell: true,
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own, so that it can be ended with everything it started.
    detached: process.platform !== 'win32',
  });
  const end = () => {
    if (child.pid && child.exitCode === null) {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid);
    }
  };
  process.on('exit', end);
  const late = setTimeout(
    () => {
      console.error(`\n\`${command}\` is ended: npm test takes eighty minutes at most.`);
      end();
    },
    Math.max(0, deadline - performance.now()),
  );
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(late);
  process.off('exit', end);
  return code ?? 1;
}

function namesOf(only: string | undefined): Name[] {
  const all = Object.keys(suites) as Name[];
  const names = only?.split(',') ?? all;
  const unknown = names.filter((name) => !(all as string[]).includes(name));
  if (unknown.length) {
    console.error(`--only takes ${all.join(', ')}, not “${unknown.join(', ')}”.`);
    process.exit(1);
  }
  return all.filter((name) => names.includes(name));
}
