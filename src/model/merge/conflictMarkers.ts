import { withLineFeeds } from '../shared/lineEnds.ts';
import type { LineEdit } from './lineEdits.ts';
import { beginningOf } from '../shared/trimmed.ts';

/** How conflicts are marked in an editable page. */
export interface ConflictMarkers {
  /** Characters per marker: more than any line of the page starts with, so that a page about Git contains none. */
  readonly length: number;
  /** Label of the upper side, such as `Yours`. */
  readonly ours: string;
  /** Label of the lower side, such as `Ada's version`. */
  readonly theirs: string;
  /** Author of the other side, if known. */
  readonly name?: string | undefined;
  /** Whether the user is the author, in another window or on another computer. */
  readonly isUser?: boolean | undefined;
  /** Whether the other side is the published content. */
  readonly withMain?: boolean | undefined;
}

export interface ConflictLines {
  readonly ours: readonly string[];
  readonly base: readonly string[];
  readonly theirs: readonly string[];
}

export interface MarkedConflict extends ConflictLines {
  /** The line of its first marker, from 0. */
  readonly start: number;
  /** The line after its last marker. */
  readonly end: number;
}

export interface MarkedConflicts {
  readonly conflicts: readonly MarkedConflict[];
  /** Lines with markers of incomplete conflicts: someone deleted the other markers. */
  readonly leftovers: readonly number[];
}

export function markersFor(
  texts: readonly string[],
  { ours, theirs, name, ...rest }: Omit<ConflictMarkers, 'length'>,
): ConflictMarkers {
  let length = 7;
  for (const text of texts) {
    for (const [run] of text.matchAll(/(?<![^\r\n])(?:<{7,}|\|{7,}|={7,}|>{7,})/g))
      length = Math.max(length, run.length + 1);
  }
  const writer = name === undefined ? {} : { name: inOneLine(name) };
  return { length, ours: inOneLine(ours), theirs: inOneLine(theirs), ...writer, ...rest };
}

/** The marked lines of a conflict, in Git's format. */
export function markedLines({ ours, base, theirs }: ConflictLines, markers: ConflictMarkers): readonly string[] {
  const lines = linesOf(markers);
  return [lines.ours, ...ours, lines.base, ...base, lines.middle, ...theirs, lines.theirs];
}

export function markedConflicts(text: string, markers: ConflictMarkers): MarkedConflicts {
  const marks = linesOf(markers);
  const lines = withLineFeeds(text).split('\n');
  const { length } = markers;
  const conflicts: MarkedConflict[] = [];
  const leftovers: number[] = [];
  /** Markers of the conflict that is being read, by their lines. */
  let open: number[] = [];
  const order = [marks.ours, marks.base, marks.middle, marks.theirs];
  for (const [at, line] of lines.entries()) {
    if (!marks.starts.some((start) => line.startsWith(start) && line[length] !== start[0])) continue;
    if (line !== order[open.length]) {
      leftovers.push(...open.splice(0));
      if (line !== marks.ours) {
        leftovers.push(at);
        continue;
      }
    }
    open.push(at);
    const [start, base, middle, end] = open;
    if (start === undefined || base === undefined || middle === undefined || end === undefined) continue;
    conflicts.push({
      start,
      end: end + 1,
      ours: lines.slice(start + 1, base),
      base: lines.slice(base + 1, middle),
      theirs: lines.slice(middle + 1, end),
    });
    open = [];
  }
  return { conflicts, leftovers: [...leftovers, ...open] };
}

/** Number of unresolved conflicts in a text; leftover markers count as one. */
export function unresolvedIn(text: string, markers: ConflictMarkers): number {
  const { conflicts, leftovers } = markedConflicts(text, markers);
  return conflicts.length + Math.min(leftovers.length, 1);
}

export type ConflictChoice = 'ours' | 'theirs' | 'both';

/** Replaces a conflict by the lines of one side, or of both, ours first. */
export function choosing({ start, end, ours, theirs }: MarkedConflict, choice: ConflictChoice): LineEdit {
  const lines = { ours, theirs, both: [...ours, ...theirs] }[choice];
  return { start, end, lines };
}

function linesOf({ length, ours, theirs }: ConflictMarkers) {
  const [less, bar, equals, greater] = [...'<|=>'].map((character) => character.repeat(length)) as [
    string,
    string,
    string,
    string,
  ];
  return {
    ours: `${less} ${ours}`,
    base: `${bar} Base`,
    middle: equals,
    theirs: `${greater} ${theirs}`,
    starts: [less, bar, equals, greater],
  };
}

/** Names are written by other people. */
function inOneLine(name: string): string {
  const line = name.slice(0, 200).toWellFormed().replace(/\s+/g, ' ').trim();
  // Half a character would become another one when the page is stored, and the line would be no marker any more.
  return beginningOf(line, 80);
}
