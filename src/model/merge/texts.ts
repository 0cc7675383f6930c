import { diffIndices } from 'node-diff3';
import { sameLines } from './sameLines.ts';

/** A base text, and the versions that two sides made of it. */
export interface ThreeTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Consecutive lines of a merged text, without their line feeds. */
export type MergePart =
  | {
      /** Who made this change; `none` for unchanged lines, `both` if both sides made the same change. */
      readonly changedBy: 'none' | 'ours' | 'theirs' | 'both';
      readonly base: readonly string[];
      readonly lines: readonly string[];
    }
  | {
      readonly changedBy: 'conflict';
      readonly base: readonly string[];
      readonly ours: readonly string[];
      readonly theirs: readonly string[];
    };

export type MergeConflict = Extract<MergePart, { changedBy: 'conflict' }>;

export interface MergedText {
  /** Joined by line feeds, they are the text. */
  readonly parts: readonly MergePart[];
  /** With our lines in each conflict. */
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges the changes of both sides, line by line. Changes of adjacent lines conflict, as in Git, unless both sides made
 * the same change. Lines that differ only by a carriage return count as the same, and are taken from our side.
 */
export function mergeTexts(texts: ThreeTexts): MergedText {
  const parts = merged(linesOf(texts.base), linesOf(texts.ours), linesOf(texts.theirs));
  const conflicts = parts.filter((part) => part.changedBy === 'conflict');
  const lines = parts.flatMap((part) => (part.changedBy === 'conflict' ? part.ours : part.lines));
  return { parts, conflicts, text: lines.join('\n') };
}

/** The changes of their side that our text lacks: they are missing from it, or conflict with it. */
export function missingChanges(texts: ThreeTexts): readonly MergePart[] {
  return mergeTexts(texts).parts.filter(({ changedBy }) => changedBy === 'theirs' || changedBy === 'conflict');
}

/**
 * For each line of a text, its index in the edited text; undefined if it changed. Unlike `sameLines`, it also finds
 * repeated lines between changed ones, such as blank lines.
 */
export function unchangedLines(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  return placesOf({ lines: before, keys: before }, { lines: after, keys: after }, { stepsLeft: mostSteps });
}

/**
 * The base with the changes of their side that our text has. Compared with it, what we write over those changes later
 * isn't missing.
 */
export function withTakenChanges(texts: ThreeTexts): string {
  const lines = mergeTexts(texts).parts.flatMap((part) => (part.changedBy === 'both' ? part.lines : part.base));
  return lines.join('\n');
}

/**
 * The value after both sides' changes. If both changed it to different values, that is a conflict, and ours is taken.
 */
export function mergeValues<Value>(
  base: Value,
  ours: Value,
  theirs: Value,
): { readonly value: Value; readonly isConflict: boolean } {
  if (ours === base) return { value: theirs, isConflict: false };
  return { value: ours, isConflict: theirs !== base && theirs !== ours };
}

interface Lines {
  readonly lines: readonly string[];
  /** The lines without trailing carriage returns, for comparison. */
  readonly keys: readonly string[];
}

function linesOf(text: string): Lines {
  const lines = text.split('\n');
  return { lines, keys: lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) };
}

/**
 * Limit of steps for the diff library in total, estimated from the lengths that it compares. It takes cubic time at
 * worst, so it only compares the lines between unchanged ones. Beyond the limit, lines count as changed, and more of
 * them conflict.
 */
const mostSteps = 20_000_000;

/**
 * Divides a text like diff3: the lines between those unchanged on both sides were changed by one side, by both, or by
 * nobody. The diff library's own merge doesn't report where a deleted line was or who deleted it, so it is only used
 * for comparing.
 */
function merged(base: Lines, ours: Lines, theirs: Lines): readonly MergePart[] {
  const budget = { stepsLeft: mostSteps };
  const inOurs = placesOf(base, ours, budget);
  const inTheirs = placesOf(base, theirs, budget);
  const parts: MergePart[] = [];
  let from = { base: 0, ours: 0, theirs: 0 };
  for (let at = 0; at < base.keys.length;) {
    const start = { base: at, ours: inOurs[at], theirs: inTheirs[at] };
    if (!isPlace(start)) {
      at++;
      continue;
    }
    let length = 1;
    while (inOurs[at + length] === start.ours + length && inTheirs[at + length] === start.theirs + length) length++;
    at += length;
    add(parts, partIn(stretch(from, start)));
    from = { base: at, ours: start.ours + length, theirs: start.theirs + length };
    add(parts, partIn(stretch(start, from)));
  }
  add(parts, partIn(stretch(from, { base: base.keys.length, ours: ours.keys.length, theirs: theirs.keys.length })));
  return parts;

  function stretch(start: Place, end: Place): Stretch {
    return {
      base: slice(base, start.base, end.base),
      ours: slice(ours, start.ours, end.ours),
      theirs: slice(theirs, start.theirs, end.theirs),
    };
  }
}

function isPlace(place: { [Text in keyof Place]: number | undefined }): place is Place {
  return place.ours !== undefined && place.theirs !== undefined;
}

interface Place {
  readonly base: number;
  readonly ours: number;
  readonly theirs: number;
}

/** For each line of the base, its index in the other text; undefined if it changed. */
function placesOf(base: Lines, other: Lines, budget: { stepsLeft: number }): readonly (number | undefined)[] {
  const places = new Array<number | undefined>(base.keys.length).fill(undefined);
  const known = sameLines(base.keys, other.keys);
  let from = { base: 0, other: 0 };
  for (let at = 0; at <= known.length; at++) {
    const place = at < known.length ? known[at] : base.keys.length;
    if (place === undefined) continue;
    refine(from.base, place, from.other, at);
    if (at < known.length) places[place] = at;
    from = { base: place + 1, other: at + 1 };
  }
  return places;

  function refine(start: number, end: number, otherStart: number, otherEnd: number): void {
    const [length, otherLength] = [end - start, otherEnd - otherStart];
    if (length === 0 || otherLength === 0) return;
    const steps = length * otherLength * Math.min(length, otherLength);
    if (steps > budget.stepsLeft) return;
    budget.stepsLeft -= steps;
    let at = 0;
    let otherAt = 0;
    const stayedUpTo = (to: number): void => {
      while (at < to) places[start + at++] = otherStart + otherAt++;
    };
    for (const { buffer1, buffer2 } of diffIndices(
      base.keys.slice(start, end),
      other.keys.slice(otherStart, otherEnd),
    )) {
      stayedUpTo(buffer1[0]);
      at = buffer1[0] + buffer1[1];
      otherAt = buffer2[0] + buffer2[1];
    }
    stayedUpTo(length);
  }
}

interface Stretch {
  readonly base: Lines;
  readonly ours: Lines;
  readonly theirs: Lines;
}

function partIn({ base, ours, theirs }: Stretch): MergePart {
  const isOurs = !isSame(base, ours);
  const isTheirs = !isSame(base, theirs);
  if (isOurs && isTheirs && !isSame(ours, theirs))
    return { changedBy: 'conflict', base: base.lines, ours: ours.lines, theirs: theirs.lines };
  const lines = isTheirs && !isOurs ? theirs.lines : ours.lines;
  if (isOurs) return { changedBy: isTheirs ? 'both' : 'ours', base: base.lines, lines };
  return { changedBy: isTheirs ? 'theirs' : 'none', base: base.lines, lines };
}

/** Joins an unchanged part with the unchanged part before it. */
function add(parts: MergePart[], part: MergePart): void {
  if (part.changedBy !== 'none') parts.push(part);
  else if (part.lines.length > 0) {
    const last = parts.at(-1);
    if (last?.changedBy !== 'none') parts.push(part);
    else parts[parts.length - 1] = { ...last, base: last.base.concat(part.base), lines: last.lines.concat(part.lines) };
  }
}

function slice({ lines, keys }: Lines, start: number, end: number): Lines {
  return { lines: lines.slice(start, end), keys: keys.slice(start, end) };
}

function isSame(one: Lines, other: Lines): boolean {
  return one.keys.length === other.keys.length && one.keys.every((key, at) => key === other.keys[at]);
}
