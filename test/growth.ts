import assert from 'node:assert/strict';
import vm from 'node:vm';

// How long a call takes depends on the computer and on what else it does, so tests judge how the time grows with the
// size: linear time with the exponent 1, quadratic time with 2.

/** Work of which the time is judged. */
export interface Work {
  /** What it works on, for the message. */
  readonly name: string;
  /** Prepares a call for a size, such as a text of that length. Only the call itself is measured. */
  readonly prepare: (size: number) => () => unknown;
}

export interface Sizes {
  /** The first size. Each further one is 4 times as large. */
  readonly from?: number;
  /** The last size, unless the growth to it is steep. */
  readonly to?: number;
  /** In ms. A call that takes so long, after linear growth, is not examined further. */
  readonly enough?: number;
}

/** The largest size at which a work was examined, and its time in ms. */
export interface Reach {
  readonly size: number;
  time: number;
}

/** Exponents above it are more than linear; that of n·log n is below. */
const steep = 1.5;
/** In ms. Shorter times say nothing about growth. */
const noticeable = 0.3;
/** In ms. CPU time is measured in steps, which don't matter for so long a time. */
const measurable = process.platform === 'win32' ? 80 : 20;
/** Sizes at which nothing is steep any more that a limit on the size stops. */
const largest = 2 ** 18;
/** In ms. After several steps of steep growth, no limit stops a call that takes so long. */
const unlimited = 1000;
/** In ms of CPU time. No call of linear time takes a thousandth of it for the smallest sizes. */
const endless = 4000;

/** Fails if the time of a work grows faster than linearly. */
export function assertLinear(name: string, prepare: Work['prepare'], sizes?: Sizes): void {
  examineGrowth([{ name, prepare }], sizes);
}

/** Fails if the time of a work grows faster than linearly. Returns how far each was examined. */
export function examineGrowth(works: readonly Work[], sizes: Sizes = {}): Reach[] {
  const reached: Reach[] = [];
  let interrupted = -1;
  for (let patience = endless; reached.length < works.length;) {
    runFor(patience, () => {
      while (reached.length < works.length) reached.push(examine(works[reached.length]!, sizes));
    });
    // All of a work may take longer than any of its calls.
    patience = interrupted === reached.length ? 2 * patience : endless;
    interrupted = reached.length;
  }
  return reached;
}

function examine(work: Work, { from = 256, to = largest, enough = measurable }: Sizes): Reach {
  let before: Reach | undefined;
  let steepSteps = 0;
  for (let size = from; ; size *= 4) {
    const time = shortestOf(work, size, before, enough);
    const isSteep = before !== undefined && time >= noticeable && exponentOf(before, { size, time }) > steep;
    steepSteps = isSteep ? steepSteps + 1 : 0;
    if (steepSteps >= 3 && time >= unlimited) assertNotSteep(work, size);
    // What grows steeply at first may read large sizes in another way.
    const isLast = size * 4 > (isSteep ? largest : to);
    if (isLast && isSteep) assertNotSteep(work, Math.min(size * 4, largest));
    const isEnough = isLast || (!isSteep && before !== undefined && time >= enough);
    const isLinear = isEnough && seemsLinear(work, before, { size, time });
    if (isLast && !isLinear) assertNotSteep(work, Math.min(size * 4, largest));
    if (isLast || isLinear) return { size, time };
    before = { size, time };
  }
}

/** Whether it still does when the smaller size is measured again: another process may have slowed it down. */
function seemsLinear(work: Work, smaller: Reach | undefined, larger: Reach): boolean {
  if (!smaller || larger.time < noticeable) return true;
  for (let tries = 0; tries < 2 && exponentOf(smaller, larger) <= steep; tries++)
    smaller.time = Math.min(smaller.time, timeOf(work, smaller.size + tries + 2));
  return exponentOf(smaller, larger) <= steep;
}

/** In ms, of a call or two: the second one only where the first says that growth is steep. */
function shortestOf(work: Work, size: number, before: Reach | undefined, enough: number): number {
  const time = timeOf(work, size);
  const isSuspicious = before ? time >= noticeable && exponentOf(before, { size, time }) > steep : time < enough;
  return isSuspicious && time < unlimited ? Math.min(time, timeOf(work, size + 1)) : time;
}

/**
 * Fails if CPU time, which other processes don't count in, grows steeply in the two steps to a size. One steep step alone
 * is another way of reading that begins there.
 */
function assertNotSteep(work: Work, size: number): void {
  const points: Reach[] = [];
  for (const each of [size / 16, size / 4, size]) {
    const before = points.at(-1);
    const point = { size: each, time: cpuTimeOf(work, each) };
    for (let tries = 0; before && tries < 2 && exponentOf(before, point) > steep; tries++)
      point.time = Math.min(point.time, cpuTimeOf(work, each));
    if (before && exponentOf(before, point) <= steep) return;
    points.push(point);
  }
  const described = points.map((point) => `${point.time.toPrecision(2)} ms for ${point.size}`).join(', ');
  assert.fail(`takes more than linear time for ${work.name}: ${described}`);
}

function exponentOf(smaller: Reach, larger: Reach): number {
  return Math.log(larger.time / smaller.time) / Math.log(larger.size / smaller.size);
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

/** In ms. */
function timeOf(work: Work, size: number): number {
  const call = work.prepare(size);
  const begun = performance.now();
  run(work, size, call);
  return Math.max(0.001, performance.now() - begun);
}

/** The mean CPU time of so many calls that their time is measurable, in ms. */
function cpuTimeOf(work: Work, size: number): number {
  let variant = 0;
  for (let count = 1; ; count *= 2) {
    // A function may remember what it was called with last.
    const calls = Array.from({ length: count }, () => work.prepare(size + (variant++ % 3)));
    const begun = process.threadCpuUsage();
    for (const call of calls) run(work, size, call);
    const taken = cpuTimeSince(begun);
    if (taken >= measurable || count >= 1024) return Math.max(0.001, taken / count);
  }
}

function cpuTimeSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

const context = vm.createContext({});
const script = new vm.Script('work()');

/** Runs work, and interrupts it after a time in ms, even within a regular expression. Fails if one call took all of it. */
function runFor(time: number, work: () => void): void {
  delete running.call;
  context['work'] = work;
  try {
    script.runInContext(context, { timeout: time, displayErrors: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const call = running.call as Running | undefined;
    if (!call) return;
    const { work: each, size, begun } = call;
    const taken = cpuTimeSince(begun);
    // On a busy computer, it may have had little of that time.
    if (taken >= endless / 2)
      assert.fail(`takes more than linear time for ${each.name}: more than ${taken.toFixed(0)} ms for ${size}`);
  }
}
