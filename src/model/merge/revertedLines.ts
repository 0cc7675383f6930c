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
 * The edits that give these lines of the text their state in the base. A hunk with as many lines on both sides is
 * reverted line by line. Of any other, the selected lines are replaced by all its lines of the base.
 */
export function revertedLines(
  hunks: readonly Hunk[],
  base: readonly string[],
  selections: readonly LineSpan[],
): readonly LineEdit[] {
  return hunks.flatMap((hunk): LineEdit[] => {
    const { start, end } = hunk.text;
    if (start === end) {
      // Lines were deleted here: they come back if a line next to the place is selected.
      const isSelected = selections.some((each) => each.start <= start && each.end >= start);
      return isSelected ? [revertedHunk(hunk, base)] : [];
    }
    const isLineByLine = hunk.base.end - hunk.base.start === end - start;
    const spans = joined(selections.flatMap((each) => overlap(each, hunk.text) ?? []));
    if (isLineByLine) {
      const shift = hunk.base.start - start;
      return spans.map((span) => ({ ...span, lines: base.slice(span.start + shift, span.end + shift) }));
    }
    // The lines of the base come back once, however many selections touch the hunk.
    return spans.map((span, index) => ({
      ...span,
      lines: index === 0 ? base.slice(hunk.base.start, hunk.base.end) : [],
    }));
  });
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
