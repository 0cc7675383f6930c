import assert from 'node:assert/strict';
import vm from 'node:vm';

// How long a call takes depends on the computer and on what else it does, so tests judge how the time grows with the size:
// linear time with the exponent 1, quadratic time with 2.

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
  /** The last size, unless the time of larger ones has to show whether its growth is linear. */
  readonly to?: number;
  /** In ms. A call that takes so long, after linear growth, is not examined further. */
  readonly enough?: number;
}

/** The largest size at which a work was examined, and its time in ms. */
export interface Reach {
  readonly size: number;
  readonly time: number;
  /** The exponent of growth since the size before; undefined if the time is too short. */
  readonly exponent: number | undefined;
}

/** Exponents above it are more than linear. */
const steep = 1.4;
/** Exponents of linear growth. That of constant time is below it, and that of n·log n within it. */
const linear = [0.5, 1.25] as const;
/** In ms. Shorter times aren't judged. */
const noticeable = 0.25;
/** In ms. The step in which CPU time is measured. */
const clockStep = process.platform === 'win32' ? 16 : 4;
/** In ms. Time that is measured well, in spite of the step. */
const measurable = 5 * clockStep;
/** In ms. V8 compiles within it what runs often. */
const warming = 10;
/** In ms. Work is interrupted after it to see whether it ends at all. */
const firstPatience = 500;
/** Growth since the size before for which a call is ended: that of cubic time. */
const endless = 4 ** 3;

/** Fails if the time of a work grows faster than linearly. */
export function assertLinear(name: string, prepare: Work['prepare'], sizes?: Sizes): void {
  examineGrowth([{ name, prepare }], { enough: measurable, ...sizes });
}

/** Fails if the time of a work grows faster than linearly. Returns how far each was examined. */
export function examineGrowth(works: readonly Work[], sizes: Sizes = {}): Reach[] {
  const reached: Reach[] = [];
  let isWarm = false;
  let interrupted: Work | undefined;
  for (let patience = firstPatience; reached.length < works.length;) {
    runFor(patience, () => {
      if (!isWarm) warmUp(works[0]!, sizes);
      isWarm = true;
      while (reached.length < works.length) reached.push(examine(works[reached.length]!, sizes));
    });
    const work = works[reached.length];
    // A busy computer interrupts other calls as well, and a first call may have loaded what it needs.
    const isRepeated = work !== undefined && work === interrupted;
    if (isRepeated) assertMayEnd(work);
    patience = isRepeated ? 2 * patience : firstPatience;
    interrupted = work;
  }
  return reached;
}

/**
 * Calls at growing sizes until growth is linear, or certainly not. Steep growth in a step or two is neither: another way of
 * reading may begin there, or a cache may be too small.
 */
function examine(work: Work, { from = 16, to = 2 ** 18, enough = noticeable }: Sizes): Reach {
  let before: Point | undefined;
  let steepSteps = 0;
  for (let size = from; ; size *= steepSteps < 2 ? 4 : 2) {
    const { point, least } = compared(work, size, before);
    const exponent = least && point.time >= noticeable ? exponentOf(least, point) : undefined;
    if (exponent !== undefined && exponent > steep) steepSteps += 1;
    else if (exponent === undefined || exponent < linear[1]) steepSteps = 0;
    const isCertain = steepSteps >= 3 && point.time >= measurable;
    if (isCertain) assertSteepByChance(work, point);
    const isLinear = exponent !== undefined && exponent > linear[0] && exponent < linear[1] && point.time >= enough;
    const isLast = size * 4 > (steepSteps === 0 ? to : to * 4 ** 2);
    if (isCertain || isLinear || isLast) return { ...point, exponent };
    before = point;
  }
}

/** The time of a size, and that of the size before, as short as they are on a computer that is not busy. */
function compared(work: Work, size: number, before: Point | undefined): { point: Point; least: Point | undefined } {
  const shorter = before?.time ?? 0;
  let point = timeOf(work, size, 0, shorter);
  let least = before;
  if (!least || point.time < noticeable) return { point, least };
  for (let variant = 1; variant <= 2 && point.time < measurable && exponentOf(least, point) > steep; variant++) {
    point = shortest(point, timeOf(work, size, variant, shorter));
  }
  for (let variant = 1; variant <= 2 && exponentOf(least, point) <= steep; variant++) {
    least = shortest(least, timeOf(work, least.size, variant, shorter));
  }
  return { point, least };
}

function shortest(one: Point, other: Point): Point {
  return other.time < one.time ? other : one;
}

function exponentOf(smaller: Pick<Point, 'size' | 'time'>, larger: Pick<Point, 'size' | 'time'>): number {
  return Math.log(larger.time / smaller.time) / Math.log(larger.size / smaller.size);
}

/** Fails if CPU time grows steeply as well in the two steps to a size. */
function assertSteepByChance(work: Work, { size, cpuTime }: Point): void {
  const points = [size / 8, size / 2].map((each) => ({ size: each, time: meanCpuTime(work, each) }));
  points.push({ size, time: cpuTime });
  const isSteep = points.slice(1).every((point, at) => exponentOf(points[at]!, point) > steep);
  const described = points.map((each) => `${each.time.toPrecision(2)} ms for ${each.size}`).join(', ');
  assert.ok(!isSteep, `takes more than linear time for ${work.name}: ${described}`);
}

/** How long a call took, in ms. */
interface Point {
  readonly size: number;
  readonly time: number;
  readonly cpuTime: number;
}

/** The call that runs now, and the time of the size before in ms. */
let running: { readonly size: number; readonly shorter: number; readonly begun: NodeJS.CpuUsage } | undefined;

function timeOf(work: Work, size: number, variant: number, shorter: number): Point {
  const call = work.prepare(variantOf(size, variant));
  const begun = performance.now();
  running = { size, shorter, begun: process.threadCpuUsage() };
  call();
  const cpuTime = millisecondsSince(running.begun);
  const wallTime = performance.now() - begun;
  running = undefined;
  // It took no longer than either says: the first has the step in it, and the second other processes.
  return { size, time: Math.min(cpuTime + clockStep, wallTime), cpuTime };
}

/** A size like another one: a function may remember what it was called with last. */
function variantOf(size: number, variant: number): number {
  return size + variant * Math.ceil(size / 64);
}

/** The CPU time of a call, in ms: the shortest of three measurements, each of so many calls that the step doesn't matter. */
function meanCpuTime(work: Work, size: number): number {
  const measured: number[] = [];
  let variant = 0;
  for (let count = 1; measured.length < 3;) {
    const calls = Array.from({ length: count }, () => work.prepare(variantOf(size, variant++ % 4)));
    const begun = process.threadCpuUsage();
    for (const call of calls) call();
    const taken = millisecondsSince(begun);
    if (taken < measurable) count *= 2;
    else measured.push(taken / count);
  }
  return Math.min(...measured);
}

/** V8 compiles what runs often, which then takes a fraction of the time. */
function warmUp(work: Work, { from = 16, to = 2 ** 18 }: Sizes): void {
  let taken = 0;
  for (let size = from; size <= to && taken < warming; size *= 4) taken += timeOf(work, size, 0, taken).time;
}

/** Fails if the call that was interrupted has taken too long for linear time. */
function assertMayEnd(work: Work): void {
  if (!running) return;
  const { size, shorter, begun } = running;
  const taken = millisecondsSince(begun);
  const described = `${shorter.toPrecision(2)} ms for less, more than ${taken.toFixed(0)} ms for ${size}`;
  assert.ok(
    taken < endless * Math.max(shorter, clockStep),
    `takes more than linear time for ${work.name}: ${described}`,
  );
}

function millisecondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

const context = vm.createContext({});
const script = new vm.Script('work()');

/** Runs work, and interrupts it after a time in ms, even within a regular expression. */
function runFor(time: number, work: () => void): void {
  running = undefined;
  context['work'] = work;
  try {
    script.runInContext(context, { timeout: time, displayErrors: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
}
