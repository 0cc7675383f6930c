import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

// npm test: runs all suites. A failed suite doesn't stop the next one. `npm test -- --only=units,host` runs only those.

interface Result {
  passed: number;
  failed: number;
  /** The output about failed tests, repeated at the end. */
  failures?: string | undefined;
  /** What passed only when its file was tried again: a race that isn't found yet. */
  again?: string | undefined;
  /** Files with a failed test, if the suite reports them. */
  failedFiles?: readonly string[] | undefined;
}

/** Runs a command with the output of the suite. */
type Run = (command: string, env?: Readonly<Record<string, string>>) => Promise<number>;

/** Undefined: it ended without a result, which is a failure. */
type Suite = (run: Run) => Promise<Result | undefined>;

const suites = { check, units, package: packaged, figures, host, e2e } satisfies Record<string, Suite>;
type Name = keyof typeof suites;

interface Lane {
  readonly names: readonly Name[];
  /** As in `nice`: higher gives way to others. */
  readonly niceness: number;
}

/**
 * Lanes run at the same time. A test in a browser waits most of the time, and what needs only the processor fills that
 * time. It gives way, so that the browsers stay as fast as a user's.
 */
const lanes: readonly Lane[] = [
  { names: ['package', 'e2e', 'host'], niceness: 0 },
  { names: ['check', 'units', 'figures'], niceness: 5 },
];

const repository = path.join(import.meta.dirname, '..');
const output = path.join(repository, 'out');
const vsix = path.join(repository, 'docs-platform.vsix');
/** A suite that prints nothing for so long, in ms, is stuck. A slow computer only takes longer. */
const longestSilence = 15 * 60_000;

process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

const wanted: Name[] = namesOf(parseArgs({ options: { only: { type: 'string' } } }).values.only);
await mkdir(output, { recursive: true });
const begin = performance.now();
const running = new Set<Name>();
const reports = new Map<Name, { readonly line: string; readonly result: Result | undefined }>();
/** Settles when the package is there, or not wanted. */
const packaging = Promise.withResolvers<void>();
if (!wanted.includes('package')) packaging.resolve();

const minutes = setInterval(() => {
  console.log(`(${Math.round((performance.now() - begin) / 60_000)} min: ${[...running].join(', ')})`);
}, 60_000);
await Promise.all(lanes.map(runLane));
clearInterval(minutes);
report();

async function runLane({ names, niceness }: Lane): Promise<void> {
  for (const name of names.filter((each) => wanted.includes(each))) await runSuite(name, niceness);
}

async function runSuite(name: Name, niceness: number): Promise<void> {
  const start = performance.now();
  running.add(name);
  // The output of one suite isn't mixed with that of another.
  const isAlone = wanted.length === 1;
  let text = '';
  const say = (words: string) => {
    if (isAlone) process.stdout.write(words);
    else text += words;
  };
  if (!isAlone) console.log(`Started ${name}`);
  const result = await suites[name]((command, env) => run(command, { env, niceness, say }));
  running.delete(name);
  if (name === 'package') packaging.resolve();
  const seconds = Math.round((performance.now() - start) / 1000);
  const words = result ? `${result.passed} passed, ${result.failed} failed` : 'no result';
  const again = result?.again ? ', some at the second try' : '';
  reports.set(name, { line: `${name.padEnd(8)} ${`${words}${again}`.padEnd(28)} ${seconds} s`, result });
  if (isAlone) return;
  await writeFile(path.join(output, `${name}.log`), text);
  console.log(`\n━━ ${name} ━━\n\n${text}`);
}

function report(): void {
  const all = wanted.flatMap((name) => ({ name, ...reports.get(name)! }));
  const part = (title: string, key: 'failures' | 'again') => {
    const found = all.flatMap(({ name, result }) => (result?.[key] ? [`${name}\n${result[key]}`] : []));
    if (found.length > 0) console.log(`\n${title}\n\n${found.join('\n\n')}`);
  };
  part('Passed at the second try only:', 'again');
  part('What failed:', 'failures');
  const passed = all.reduce((sum, { result }) => sum + (result?.passed ?? 0), 0);
  const failed = all.reduce((sum, { result }) => sum + (result?.failed ?? 1), 0);
  const seconds = Math.round((performance.now() - begin) / 1000);
  console.log(`\n${all.map(({ line }) => line).join('\n')}\n\nAll of it in ${seconds} s`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

async function check(run: Run): Promise<Result> {
  const codes = [];
  for (const script of ['check:types', 'check:lint', 'check:format']) {
    codes.push(await run(`npm run --silent ${script}`));
  }
  return { passed: codes.filter((code) => code === 0).length, failed: codes.filter((code) => code !== 0).length };
}

function units(run: Run): Promise<Result | undefined> {
  return triedTwice(run, 'units', 'vitest.config.mjs');
}

async function packaged(run: Run): Promise<Result> {
  const code = await run('npm run --silent package');
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** What is counted, not timed: it is the same on every computer. */
async function figures(run: Run): Promise<Result | undefined> {
  const file = path.join(output, 'figures.json');
  await rm(file, { force: true });
  await packaging.promise;
  const code = await run('node test/bench/run.ts --counts', packageOfThisRun());
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { met, exceeded } = JSON.parse(text) as { met: string[]; exceeded: string[] };
  return counted(code, { passed: met.length, failed: exceeded.length, failures: exceeded.join('\n') });
}

async function host(run: Run): Promise<Result | undefined> {
  const file = path.join(output, 'host/result.json');
  await rm(file, { force: true });
  const code = await run('node test/host/run.ts');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : counted(code, JSON.parse(text) as Result);
}

async function e2e(run: Run): Promise<Result | undefined> {
  if (process.platform !== 'linux') {
    console.log('Skipped: end-to-end tests need Linux, where VS Code can be run in the browser.');
    return { passed: 0, failed: 0 };
  }
  return triedTwice(run, 'e2e', 'test/e2e/vitest.config.mjs', packageOfThisRun());
}

/** The package of the suite before; a suite on its own packages for itself. */
function packageOfThisRun(): Record<string, string> {
  return wanted.includes('package') ? { DOCS_PLATFORM_VSIX: vsix } : {};
}

/** As with the host tests, files with a failed test get a second try, which is reported: real bugs fail twice. */
async function triedTwice(
  run: Run,
  name: string,
  config: string,
  env?: Record<string, string>,
): Promise<Result | undefined> {
  const first = await vitest(run, name, { config, env });
  const again = first?.failedFiles ?? [];
  if (!first || again.length === 0) return first;

  const second = await vitest(run, `${name}-again`, { config, env, files: again });
  if (!second) return first;
  return {
    ...second,
    passed: first.passed + first.failed - second.failed,
    again: second.failed === 0 ? first.failures : undefined,
  };
}

async function vitest(
  run: Run,
  name: string,
  { config, env, files = [] }: { config: string; env?: Record<string, string> | undefined; files?: readonly string[] },
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
  const result = counted(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: failures.join('\n'),
  });
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  return result && { ...result, failedFiles: failed.map(({ name }) => path.relative(repository, name)) };
}

/** A suite that reports failure has failed, whatever it counted; one that ran nothing has no result. */
function counted(code: number, result: Result): Result | undefined {
  const { passed, failed } = result;
  return passed + failed === 0 ? undefined : { ...result, failed: failed || (code === 0 ? 0 : 1) };
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 12).join('\n    ');
}

/** Runs a command in the repository, until it is silent for too long. */
async function run(
  command: string,
  options: {
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly niceness: number;
    readonly say: (words: string) => void;
  },
): Promise<number> {
  const { env = {}, niceness, say } = options;
  const isWindows = process.platform === 'win32';
  const child = spawn(isWindows || niceness === 0 ? command : `nice -n ${niceness} ${command}`, {
    shell: true,
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that it can be ended with everything it started.
    detached: !isWindows,
  });
  const end = () => {
    if (child.pid && child.exitCode === null) {
      process.kill(isWindows ? child.pid : -child.pid);
    }
  };
  process.on('exit', end);
  const silence = setTimeout(() => {
    say(`\n\`${command}\` is ended: it has printed nothing for ${longestSilence / 60_000} minutes.\n`);
    end();
  }, longestSilence);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (words: string) => {
      silence.refresh();
      say(words);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(silence);
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
