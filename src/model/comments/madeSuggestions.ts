import { unchangedLines } from '../merge/texts.ts';
import { uniqueStretch } from './appliedSuggestions.ts';
import { linesOf, type Suggestion } from './suggestions.ts';

/** A suggestion, and where its old lines are. */
export interface MadeSuggestion extends Suggestion {
  /** From 0. */
  readonly start: number;
  /** The line after the last one. */
  readonly end: number;
}

/**
 * The suggestions that turn a text into its edited version: one for each changed stretch of lines, in order. They take
 * in as many lines around as it takes to occur only once in the text. Beyond 100, neighboring ones are joined.
 */
export function suggestionsMaking(before: string, after: string): readonly MadeSuggestion[] {
  const lines = linesOf(before);
  const newLines = linesOf(after);
  const stretches = aloneIn(lines, joined(changedStretches(lines, newLines)));
  return stretches.map(({ start, end, from, to }) => ({
    start,
    end,
    oldLines: lines.slice(start, end),
    newLines: newLines.slice(from, to),
  }));
}

/** Lines `start` to `end` of the text, which lines `from` to `to` of the edited one replace. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** Each is searched in the whole text. */
const mostSuggestions = 100;

function changedStretches(lines: readonly string[], newLines: readonly string[]): Stretch[] {
  const places = unchangedLines(lines, newLines);
  const stretches: Stretch[] = [];
  let last = { start: 0, from: 0 };
  for (let end = 0; end <= places.length; end++) {
    const to = end === places.length ? newLines.length : places[end];
    if (to === undefined) continue;
    if (end > last.start || to > last.from) stretches.push({ ...last, end, to });
    last = { start: end + 1, from: to + 1 };
  }
  return stretches;
}

function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const size = Math.ceil(stretches.length / mostSuggestions);
  if (size < 2) return stretches;
  return Array.from({ length: Math.ceil(stretches.length / size) }, (_, at) => {
    const group = stretches.slice(at * size, (at + 1) * size);
    const [first, last] = [group[0]!, group.at(-1)!];
    return { start: first.start, end: last.end, from: first.from, to: last.to };
  });
}

/** With unchanged lines around each, until it occurs only once; those that then share lines become one. */
function aloneIn(lines: readonly string[], stretches: readonly Stretch[]): readonly Stretch[] {
  const groups: { start: number; end: number; readonly first: Stretch; readonly last: Stretch }[] = [];
  for (const stretch of stretches) {
    let group = {
      // The whole text occurs only once.
      ...(uniqueStretch(lines, stretch.start, stretch.end) ?? { start: 0, end: lines.length }),
      first: stretch,
      last: stretch,
    };
    for (let above = groups.at(-1); above && above.end > group.start; above = groups.at(-1)) {
      const { first } = above;
      group = { ...group, start: Math.min(above.start, group.start), end: Math.max(above.end, group.end), first };
      groups.pop();
    }
    groups.push(group);
  }
  return groups.map(({ start, end, first, last }) => ({
    start,
    end,
    from: first.from - (first.start - start),
    to: last.to + (end - last.end),
  }));
}
