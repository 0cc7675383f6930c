import assert from 'node:assert/strict';
import vm from 'node:vm';

// How long a call takes depends on the computer and on what else it does, so tests judge how CPU time grows with the
// size: linear time with the exponent 1, quadratic time with 2.

/** Work of which the time is judged. */
export interface Work {
  /** What it works on, for the message. */
  readonly name: string;
  /** Prepares a call for a size, such as a text of that length. Only the call itself is measured. */
  readonly prepare: (size: number) => () => unknown;
}

/** The sizes at which work is examined, each 4 times the one before. */
export const sizes = [2 ** 8, 2 ** 10, 2 ** 12, 2 ** 14, 2 ** 16, 2 ** 18] as const;

/** Exponents above it are more than linear; that of n·log n is below. */
const steep = 1.5;
/**
 * In ms. Work that takes less for the largest size isn't judged: even in quadratic time, it reads four times as much within
 * a third of a second. CPU time is measured in steps, which don't matter for so long a time.
 */
const noticeable = process.platform === 'win32' ? 80 : 20;
/** In ms: the steps in which CPU time is measured. */
const step = process.platform === 'win32' ? 16 : 4;
/** In ms. Work is accepted without larger sizes if it takes so long, and has grown no more than linearly up to there. */
const acceptable = noticeable / 2.5;
/**
 * In ms of CPU time. Work of linear time is stopped when it is noticeable, and the limits of the product on expensive texts
 * stop far below it.
 */
const unlimited = 8000;

/**
 * Fails if the time of work grows faster than linearly up to the largest size, or until a call takes longer than any limit
 * lets it, in ms.
 */
export function assertLinear(name: string, prepare: Work['prepare'], limit = unlimited): void {
  const work = { name, prepare };
  let before = 0;
  for (const size of sizes) {
    const [time = 0] = timesOf([work], size, limit);
    // Steep growth may end at a limit on the size.
    if (time >= acceptable && !isSteep(time, before) && !isSteep(time, leastMeanTimeOf(work, size / 4, acceptable)))
      return;
    before = time;
  }
  if (before < noticeable) return;
  const points: [size: number, time: number][] = [];
  for (const size of sizes.slice(-3)) {
    const smaller = points.at(-1)?.[1];
    let time = meanTimeOf(work, size);
    // A garbage collection can take longer than the work.
    for (let again = 0; again < 4 && smaller !== undefined && isSteep(time, smaller); again++)
      time = Math.min(time, meanTimeOf(work, size));
    // One steep step alone may be another way of reading that begins there.
    if (smaller !== undefined && !isSteep(time, Math.min(smaller, leastMeanTimeOf(work, size / 4)))) return;
    points.push([size, time]);
  }
  const described = points.map(([size, time]) => `${time.toPrecision(2)} ms for ${size}`);
  if (points.at(-1)![1] >= noticeable) assert.fail(`takes more than linear time for ${name}: ${described.join(', ')}`);
}

/** How long a call of each work takes, in ms. Fails if one takes longer than a limit. */
export function timesOf(works: readonly Work[], size: number, limit = unlimited): number[] {
  const times: number[] = [];
  for (let patience = limit; times.length < works.length; patience *= 2) {
    runFor(patience, limit, () => {
      while (times.length < works.length) times.push(timeOf(works[times.length]!, size));
    });
  }
  return times;
}

/** Whether growth from the time for a quarter of the size is more than linear. */
function isSteep(time: number, before: number): boolean {
  return Math.log(time / before) / Math.log(4) > steep;
}

/** The call that runs now. */
const running: { call?: Running | undefined } = {};

interface Running {
  readonly work: Work;
  readonly size: number;
  readonly begun: NodeJS.CpuUsage;
}

function run(work: Work, size: number, call: () => unknown): void {
  running.call = { work, size, begun: process.threadCpuUsage() };
  call();
  delete running.call;
}

/**
 * In ms: the time of the clock, which is exact, unless the computer did something else in it. Otherwise, linear work would
 * look steep, and be examined at larger sizes.
 */
function timeOf(work: Work, size: number): number {
  const call = work.prepare(size);
  const begun = performance.now();
  const before = process.threadCpuUsage();
  run(work, size, call);
  return Math.min(performance.now() - begun, cpuTimeSince(before) + step);
}

/** The mean CPU time of so many calls that they take `enough`, in ms. */
function meanTimeOf(work: Work, size: number, enough = noticeable): number {
  let variant = 0;
  for (let count = 1; ; count *= 4) {
    // A function may remember what it was called with last.
    const calls = Array.from({ length: count }, () => work.prepare(size + (variant++ % 3)));
    const begun = process.threadCpuUsage();
    for (const call of calls) call();
    const taken = cpuTimeSince(begun);
    if (taken >= enough || count >= 256) return Math.max(0.001, taken / count);
  }
}

/** The least of two, because other work of the computer can make one much longer: then growth from it would look flat. */
function leastMeanTimeOf(work: Work, size: number, enough = noticeable): number {
  return Math.min(meanTimeOf(work, size, enough), meanTimeOf(work, size, enough));
}

function cpuTimeSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

const context = vm.createContext({});
const script = new vm.Script('work()');

/**
 * Runs work, and interrupts it after a time in ms, even within a regular expression. Fails if one call took more than a
 * limit.
 */
function runFor(time: number, limit: number, work: () => void): void {
  delete running.call;
  context['work'] = work;
  try {
    script.runInContext(context, { timeout: time, displayErrors: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const call = running.call as Running | undefined;
    const taken = call ? cpuTimeSince(call.begun) : 0;
    // On a busy computer, it may have had little of that time.
    if (taken >= limit / 2)
      assert.fail(
        `takes more than linear time for ${call!.work.name}: more than ${taken.toFixed(0)} ms for ${call!.size}`,
      );
  }
}
