import { withLineFeeds } from '../shared/lineEnds.ts';
import { mergeTexts, type MergedText, type ThreeTexts } from './texts.ts';

/** Replaces lines of a text. */
export interface LineEdit {
  /** From 0. */
  readonly start: number;
  /** The line after the last one; an insertion ends where it starts. */
  readonly end: number;
  readonly lines: readonly string[];
}

/** Ignores line endings. */
export function isSameText(one: string, other: string): boolean {
  return one === other || withLineFeeds(one) === withLineFeeds(other);
}

/** `mergeTexts` for texts whose line endings may differ. */
export function mergePageTexts({ base, ours, theirs }: ThreeTexts): MergedText {
  return mergeTexts({ base: withLineFeeds(base), ours: withLineFeeds(ours), theirs: withLineFeeds(theirs) });
}

type Conflict = Extract<MergedText['parts'][number], { changedBy: 'conflict' }>;

/**
 * The edits that turn our text into the merged one, with as few lines as possible. Conflicts are replaced by
 * `inConflict`, or keep our lines.
 */
export function mergingEdits(
  { parts }: MergedText,
  inConflict?: (conflict: Conflict) => readonly string[],
): readonly LineEdit[] {
  const edits: LineEdit[] = [];
  let at = 0;
  for (const part of parts) {
    const ours = part.changedBy === 'conflict' ? part.ours : part.changedBy === 'theirs' ? part.base : part.lines;
    const end = at + ours.length;
    if (part.changedBy === 'theirs') edits.push({ start: at, end, lines: part.lines });
    if (part.changedBy === 'conflict' && inConflict) edits.push({ start: at, end, lines: inConflict(part) });
    at = end;
  }
  return edits;
}

export function withLineEdits(text: string, edits: readonly LineEdit[]): string {
  const lines = text.split('\n');
  for (const { start, end, lines: after } of [...edits].reverse()) lines.splice(start, end - start, ...after);
  return lines.join('\n');
}
