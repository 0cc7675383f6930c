import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, type Command } from './runner/command.ts';
import type { SuiteEvent } from './runner/events.ts';
import { clock, counts, failureText, lastOf, progressOf, seconds, summary } from './runner/progress.ts';
import { runJobs, type Job } from './runner/queue.ts';
import { Tally } from './runner/tally.ts';

// npm test: runs all suites. A failed suite doesn't stop the others. `npm test -- --only=units,host` runs only those, and
// `package` if they need it.

type Name = 'package' | 'check' | 'host' | 'units' | 'e2e' | 'webviews' | 'figures';

interface Suite {
  /** What runs its tests, and reports them. */
  readonly command?: string;
  /** Commands that are a test each. */
  readonly steps?: readonly string[];
  readonly niceness?: number;
  /** Takes the packaged extension. */
  readonly usesPackage?: true;
  /** Starts when these have ended, if they run at all. */
  readonly after?: readonly (Name | typeof installation)[];
  /** Keeps only one processor busy, so it needs no slot. */
  readonly beside?: true;
  /** Runs in a browser as `installation` brings it, which needs Linux. */
  readonly needsLinux?: true;
}

/** The job that installs VS Code and Chromium, beside the first suites. */
const installation = 'installation';
/** As in `nice`: suites that only need the processor use what the browsers leave, so that these are as fast as a user's. */
const patient = 5;
/** In MB: room for what tests create and drop, so that it is collected less often, which takes a twentieth of their time. */
const youngGeneration = 64;

/** They start in this order: first what others wait for, then what tells most in little time, then the longest ones. */
const suites: Readonly<Record<Name, Suite>> = {
  package: { steps: ['npm run --silent package'] },
  check: { steps: await scripts('check:'), niceness: patient, beside: true },
  // Builds into the folder that was packaged.
  host: { command: 'node test/host/run.ts', after: ['package', installation] },
  units: { command: vitest('vitest.config.mjs'), niceness: patient },
  e2e: { command: vitest('test/e2e/vitest.config.mjs'), usesPackage: true, after: [installation], needsLinux: true },
  webviews: { command: vitest('test/webview/vitest.config.mjs'), after: [installation], needsLinux: true },
  // What is counted, not timed: it is the same on every computer.
  figures: { command: 'node test/bench/run.ts --counts', usesPackage: true, niceness: patient },
};

/** So many suites run at a time: each keeps about two processors busy. */
const slots = Math.max(1, Math.floor(availableParallelism() / 2));
/** In ms: how often a suite has a line of progress if something has happened, and if nothing has. */
const [shortestPause, longestPause] = [10_000, 60_000];

const repository = path.join(import.meta.dirname, '..');
const output = path.join(repository, 'out');
const vsix = path.join(repository, 'docs-platform.vsix');

interface Run {
  readonly tally: Tally;
  readonly start: number;
  /** In ms. */
  duration?: number;
  /** When the last line of progress was printed, and how many ended files they have named. */
  printed: number;
  named: number;
  /** Why it did not run. */
  reason?: string;
}

const runs = new Map<Name, Run>();
const begin = performance.now();
const interrupted = new AbortController();
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
for (const [signal, code] of Object.entries(signals)) process.on(signal, () => interrupt(code));

const wanted = namesOf(parseArgs({ options: { only: { type: 'string' } } }).values.only);
await mkdir(output, { recursive: true });
const progress = setInterval(printProgress, 1000);
await runJobs(jobs(), slots, {
  run: ({ name }) => (name === installation ? install() : runSuite(name)),
  signal: interrupted.signal,
});
clearInterval(progress);
printReport();

function interrupt(code: number): void {
  // Whoever asks twice doesn't want to wait for the end of what runs.
  if (interrupted.signal.aborted) process.exit(code);
  print('interrupted: ending what runs');
  process.exitCode = code;
  interrupted.abort();
}

function jobs(): (Job & { readonly name: Name | typeof installation })[] {
  const ofSuites = wanted.map((name) => {
    const { after = [], usesPackage, beside = false } = suites[name];
    return { name, after: usesPackage ? [...after, 'package'] : after, beside };
  });
  const isNeeded = process.platform === 'linux' && ofSuites.some(({ after }) => after.includes(installation));
  return isNeeded ? [{ name: installation, after: [], beside: true }, ...ofSuites] : ofSuites;
}

async function install(): Promise<void> {
  let line = '';
  const onOutput = (text: string) => {
    const lines = (line + text).split('\n');
    line = lines.pop()!;
    for (const each of lines) print(`${installation}: ${each}`);
  };
  // If it fails, the suites that can't do without say so.
  await execute('node test/vscode/prepare.ts', {}, { onOutput });
}

async function runSuite(name: Name): Promise<void> {
  const { command, steps = [], needsLinux, usesPackage } = suites[name];
  const start = performance.now();
  const run: Run = { tally: new Tally(), start, printed: start, named: 0 };
  runs.set(name, run);
  if (needsLinux && process.platform !== 'linux') {
    run.reason = 'skipped: it needs Linux, where VS Code runs in a browser';
    return print(`${name}: ${run.reason}`);
  }
  if (usesPackage && runs.get('package')?.tally.failed !== 0) {
    return add(name, { is: 'failed', title: 'The suite did not run: there is no package.', message: '' });
  }

  const later = wanted.filter((each) => !runs.has(each));
  print(`${name}: started${later.length > 0 ? `; still to start: ${later.join(', ')}` : ''}`);
  const log = createWriteStream(path.join(output, `${name}.log`));
  if (command !== undefined) await runTests(name, command, (text) => log.write(text));
  if (steps.length > 0) add(name, { is: 'planned', files: steps.length });
  for (const step of steps) await runStep(name, step, (text) => log.write(text));
  log.end();
  run.duration = performance.now() - start;
  print(`${name}: ended, ${counts(run.tally)} in ${seconds(run.duration)}`);
}

async function runTests(name: Name, command: string, write: (text: string) => void): Promise<void> {
  const events = path.join(output, `${name}.jsonl`);
  await writeFile(events, '');
  let last = '';
  const onOutput = (text: string) => {
    write(text);
    last = lastOf(last + text);
  };
  const code = await execute(command, suites[name], { events, onOutput, onEvent: (event) => add(name, event) });
  if (interrupted.signal.aborted) return addInterrupted(name);
  const fault = runs.get(name)!.tally.fault(code);
  if (fault !== undefined) add(name, { is: 'failed', title: fault, message: last });
}

async function runStep(name: Name, step: string, write: (text: string) => void): Promise<void> {
  if (interrupted.signal.aborted) return;
  const start = performance.now();
  let message = '';
  const onOutput = (text: string) => {
    write(text);
    message += text;
  };
  const code = await execute(step, suites[name], { onOutput });
  if (interrupted.signal.aborted) return addInterrupted(name);
  add(name, code === 0 ? { is: 'passed' } : { is: 'failed', title: `${step} (code ${code})`, message });
  add(name, { is: 'file', name: step, ms: performance.now() - start });
}

/** Runs a command in the repository, as the suite wants it. */
function execute(
  line: string,
  { usesPackage, niceness = 0 }: Suite,
  hearing: Pick<Command, 'events' | 'onOutput' | 'onEvent'>,
): Promise<number> {
  const env: Command['env'] = usesPackage ? { DOCS_PLATFORM_VSIX: vsix } : {};
  return runCommand({ line, folder: repository, env, niceness, signal: interrupted.signal, ...hearing });
}

function addInterrupted(name: Name): void {
  add(name, { is: 'failed', title: 'The suite was interrupted.', message: '' });
}

/** Counts an event, and prints a failure at once. */
function add(name: Name, event: SuiteEvent): void {
  runs.get(name)!.tally.add(event);
  if (event.is === 'failed') print(`${name}: failed\n${failureText(event)}\n`);
}

function printProgress(): void {
  const now = performance.now();
  for (const [name, run] of runs) {
    if (run.duration !== undefined || run.reason !== undefined) continue;
    const news = run.tally.endedFiles.slice(run.named);
    if (now - run.printed < (news.length > 0 ? shortestPause : longestPause)) continue;
    print(`${name}: ${progressOf(run.tally, news)}`);
    run.printed = now;
    run.named = run.tally.endedFiles.length;
  }
}

function print(text: string): void {
  console.log(`[${clock(performance.now() - begin).padStart(5)}] ${text}`);
}

function printReport(): void {
  const results = wanted.map((name) => {
    const { tally = new Tally(), reason, duration = 0 } = runs.get(name) ?? {};
    if (!runs.has(name)) tally.add({ is: 'failed', title: 'The suite did not run.', message: '' });
    return { name, tally, reason, ms: duration };
  });
  console.log(`\n${summary(results, performance.now() - begin)}`);
  if (!interrupted.signal.aborted) process.exitCode = results.some(({ tally }) => tally.failed > 0) ? 1 : 0;
  // A process that is left behind would keep this one.
  process.exit();
}

function vitest(config: string): string {
  return `node --max-semi-space-size=${youngGeneration} node_modules/vitest/vitest.mjs run --config ${config} --reporter=default --reporter=./test/runner/vitestReporter.ts`;
}

/** Commands for the scripts of package.json whose names begin so. */
async function scripts(beginning: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: Readonly<Record<string, string>>;
  };
  const names = Object.keys(manifest.scripts).filter((name) => name.startsWith(beginning));
  return names.map((name) => `npm run --silent ${name}`);
}

/** Those that are asked for, and the package if one of them takes it. */
function namesOf(only: string | undefined): Name[] {
  const all = Object.keys(suites) as Name[];
  const names = only?.split(',') ?? all;
  const unknown = names.filter((name) => !(all as string[]).includes(name));
  if (unknown.length) {
    console.error(`--only takes ${all.join(', ')}, not “${unknown.join(', ')}”.`);
    process.exit(1);
  }
  const takesPackage = all.some((name) => names.includes(name) && suites[name].usesPackage);
  return all.filter((name) => names.includes(name) || (name === 'package' && takesPackage));
}
