import { longestIncreasing } from '../shared/longestIncreasing.ts';

/**
 * Finds the lines of the first text that stayed: for each line of the second, its index in the first, or undefined if
 * it is new. Indexes increase. This is patience diff, which takes n·log n steps: between lines that are unique in both
 * texts, it compares from both ends only. A longest-common-subsequence diff takes n² steps on hostile text.
 */
export function sameLines(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const places = new Array<number | undefined>(after.length).fill(undefined);
  const open: Stretch[] = [{ from: 0, to: before.length, start: 0, end: after.length }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { from, to, start, end } = matchedFromBothEnds(before, after, next, places);
    let stretch = { from, start };
    for (const [place, at] of anchorsIn(before, after, { from, to, start, end })) {
      places[at] = place;
      open.push({ ...stretch, to: place, end: at });
      stretch = { from: place + 1, start: at + 1 };
    }
    // Without an anchor, nothing else can be found here.
    if (stretch.start !== start) open.push({ ...stretch, to, end });
  }
  return places;
}

/** Lines `from` to `to` of the first text, and `start` to `end` of the second. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

function matchedFromBothEnds(
  before: readonly string[],
  after: readonly string[],
  stretch: Stretch,
  places: (number | undefined)[],
): Stretch {
  let { from, to, start, end } = stretch;
  while (from < to && start < end && before[from] === after[start]) places[start++] = from++;
  while (from < to && start < end && before[to - 1] === after[end - 1]) places[--end] = --to;
  return { from, to, start, end };
}

/**
 * The lines that are unique in both texts and in the same order: index in the first, index in the second. Lines that
 * moved least are preferred: a short line that another place has now is less likely to have moved there.
 */
function anchorsIn(
  before: readonly string[],
  after: readonly string[],
  stretch: Stretch,
): (readonly [number, number])[] {
  const { from, to, start, end } = stretch;
  if (from >= to || start >= end) return [];
  const inBefore = onceIn(before, from, to);
  const inAfter = onceIn(after, start, end);
  const common = [...inAfter].flatMap(([line, at]) => {
    const place = inBefore.get(line);
    return place === undefined ? [] : [[place, at] as const];
  });
  const moved = ([place, at]: readonly [number, number]) => Math.abs(place - from - (at - start));
  const inOrder = longestIncreasing(
    common.map(([place]) => place),
    (index) => moved(common[index]!),
  );
  return common.filter((_, index) => inOrder.has(index));
}

function onceIn(lines: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const once = new Map<string, number>();
  const seen = new Set<string>();
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? '';
    if (seen.has(line)) once.delete(line);
    else once.set(line, at);
    seen.add(line);
  }
  return once;
}
