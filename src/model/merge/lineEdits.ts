import { mergeTexts, type MergedText, type ThreeTexts } from './texts.ts';

/** Lines of a text and what takes their place. */
export interface LineEdit {
  /** From 0. */
  readonly start: number;
  /** The line behind the last one; an insertion ends where it starts. */
  readonly end: number;
  readonly lines: readonly string[];
}

/** With line feeds only, as merged texts are: an editor gives all lines of a document the same end, whatever the server has. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** But for the ends of lines. */
export function isSameText(one: string, other: string): boolean {
  return one === other || withLineFeeds(one) === withLineFeeds(other);
}

/** `mergeTexts` of texts whose lines may end differently. */
export function mergePageTexts({ base, ours, theirs }: ThreeTexts): MergedText {
  return mergeTexts({ base: withLineFeeds(base), ours: withLineFeeds(ours), theirs: withLineFeeds(theirs) });
}

type Conflict = Extract<MergedText['parts'][number], { changedBy: 'conflict' }>;

/** What turns our text into the merged one, with as few lines as possible. Conflicts become what `inConflict` says, or stay ours. */
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
