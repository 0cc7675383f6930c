import { withLineFeeds, type LineEdit } from './lineEdits.ts';

/** How conflicts are marked in a page that is edited. */
export interface ConflictMarkers {
  /** Characters of a marker: more than any line of the page began with, so that a page about Git holds none. */
  readonly length: number;
  /** Whose lines stand above, such as `Yours`. */
  readonly ours: string;
  /** Whose lines stand below, such as `Ada's version`. */
  readonly theirs: string;
  /** Who wrote the other side, where that is known. */
  readonly name?: string | undefined;
  /** The other side is the published content. */
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
  /** The line behind its last marker. */
  readonly end: number;
}

export interface MarkedConflicts {
  readonly conflicts: readonly MarkedConflict[];
  /** Lines with markers that belong to no whole conflict: someone deleted the others. */
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

/** The lines that stand for a conflict, as Git writes them. */
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
  /** The markers of the conflict that is being read, by their lines. */
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

/** How many conflicts of the view are left in a text; leftover markers count as one. */
export function unresolvedIn(text: string, markers: ConflictMarkers): number {
  const { conflicts, leftovers } = markedConflicts(text, markers);
  return conflicts.length + Math.min(leftovers.length, 1);
}

export type ConflictChoice = 'ours' | 'theirs' | 'both';

/** Puts the lines of one side in a conflict's place, or those of both, ours first. */
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

/** Names are written by others. */
function inOneLine(name: string): string {
  return name.slice(0, 200).replace(/\s+/g, ' ').trim().slice(0, 80);
}
