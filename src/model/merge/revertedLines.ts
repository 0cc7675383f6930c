import { resemblance } from '../shared/resemblance.ts';
import type { LineEdit } from './lineEdits.ts';
import { unchangedLines } from './texts.ts';

/** Lines of a text, and the lines of its base that they replaced. Either may be empty. All counted from 0. */
export interface Hunk {
  readonly base: LineSpan;
  readonly text: LineSpan;
}

/** From a line up to the one before `end`. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** The places where a text differs from its base. */
export function hunksBetween(base: readonly string[], text: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let from = { base: 0, text: 0 };
  const add = (to: { base: number; text: number }): void => {
    if (to.base === from.base && to.text === from.text) return;
    hunks.push({ base: { start: from.base, end: to.base }, text: { start: from.text, end: to.text } });
  };
  for (const [line, place] of unchangedLines(base, text).entries()) {
    if (place === undefined) continue;
    add({ base: line, text: place });
    from = { base: line + 1, text: place + 1 };
  }
  add({ base: base.length, text: text.length });
  return hunks;
}

/**
 * Whether these hunks are what differs between both texts, apart from white space at the ends of lines: an editor may
 * have computed them for an earlier text.
 */
export function areCurrent(hunks: readonly Hunk[], base: readonly string[], text: readonly string[]): boolean {
  const whole = { base: { start: base.length, end: base.length }, text: { start: text.length, end: text.length } };
  let from = { base: 0, text: 0 };
  for (const hunk of [...hunks, whole]) {
    const length = hunk.base.start - from.base;
    if (length < 0 || hunk.text.start - from.text !== length) return false;
    if (hunk.base.end > base.length || hunk.text.end > text.length) return false;
    for (let line = 0; line < length; line++) {
      if (base[from.base + line]?.trim() !== text[from.text + line]?.trim()) return false;
    }
    from = { base: hunk.base.end, text: hunk.text.end };
  }
  return true;
}

export function revertedHunk({ base: { start, end }, text }: Hunk, base: readonly string[]): LineEdit {
  return { ...text, lines: base.slice(start, end) };
}

/**
 * The edits that give these lines of the text their state in the base: a changed line gets its former text, and an added
 * line is removed. Deleted lines come back if a line next to their place is selected.
 */
export function revertedLines(
  hunks: readonly Hunk[],
  { base, text }: { readonly base: readonly string[]; readonly text: readonly string[] },
  selections: readonly LineSpan[],
): readonly LineEdit[] {
  const edits = hunks
    .flatMap((hunk) => partsOf(hunk, base, text))
    .flatMap((part): LineEdit[] => {
      const { start, end } = part.text;
      if (start === end) {
        const isSelected = selections.some((each) => each.start <= start && each.end >= start);
        return isSelected ? [revertedHunk(part, base)] : [];
      }
      const shift = part.base.start - start;
      return joined(selections.flatMap((each) => overlap(each, part.text) ?? [])).map((span) => ({
        ...span,
        lines: base.slice(span.start + shift, Math.min(span.end + shift, part.base.end)),
      }));
    });
  return touchingJoined(edits);
}

/** Hunks with as many lines on both sides, which belong together one by one, or with lines on one side only. */
function partsOf(hunk: Hunk, base: readonly string[], text: readonly string[]): readonly Hunk[] {
  const parts: Hunk[] = [];
  let from = { base: hunk.base.start, text: hunk.text.start };
  const add = (to: { base: number; text: number }): void => {
    const same = Math.min(to.base - from.base, to.text - from.text);
    for (const length of [same, Infinity]) {
      const end = { base: Math.min(from.base + length, to.base), text: Math.min(from.text + length, to.text) };
      if (end.base > from.base || end.text > from.text) {
        parts.push({ base: { start: from.base, end: end.base }, text: { start: from.text, end: end.text } });
      }
      from = end;
    }
  };
  const lines = (all: readonly string[], { start, end }: LineSpan): readonly string[] => all.slice(start, end);
  for (const [line, place] of changedLines(lines(base, hunk.base), lines(text, hunk.text))) {
    const at = { base: hunk.base.start + line, text: hunk.text.start + place };
    add(at);
    add({ base: at.base + 1, text: at.text + 1 });
  }
  add({ base: hunk.base.end, text: hunk.text.end });
  return parts;
}

/** Limit of pairs of lines to compare. Lines of larger hunks belong together in their order. */
const mostPairs = 2500;

/** The pairs of lines, in order, of which one is likely the other one before it was changed. */
function changedLines(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  if (before.length * after.length > mostPairs) return [];
  const likeness = before.map((line) => after.map((other) => resemblance(line, other)));
  /** The sum for the lines from here on. */
  const best = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const paired = (at: number, to: number): number =>
    likeness[at]![to]! < 0.5 ? 0 : likeness[at]![to]! + best[at + 1]![to + 1]!;
  for (let at = before.length - 1; at >= 0; at--) {
    for (let to = after.length - 1; to >= 0; to--) {
      best[at]![to] = Math.max(best[at + 1]![to]!, best[at]![to + 1]!, paired(at, to));
    }
  }
  const pairs: [number, number][] = [];
  for (let at = 0, to = 0; at < before.length && to < after.length;) {
    if (best[at]![to] === best[at + 1]![to]) at++;
    else if (best[at]![to] === best[at]![to + 1]) to++;
    else pairs.push([at++, to++]);
  }
  return pairs;
}

function touchingJoined(edits: readonly LineEdit[]): readonly LineEdit[] {
  const all: { start: number; end: number; lines: string[] }[] = [];
  for (const { start, end, lines } of edits) {
    const last = all.at(-1);
    if (last?.end === start) {
      last.end = end;
      for (const line of lines) last.lines.push(line);
    } else all.push({ start, end, lines: [...lines] });
  }
  return all;
}

function overlap(one: LineSpan, other: LineSpan): LineSpan | undefined {
  const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
  return start < end ? { start, end } : undefined;
}

/** In order, without overlaps. */
function joined(spans: readonly LineSpan[]): readonly LineSpan[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
