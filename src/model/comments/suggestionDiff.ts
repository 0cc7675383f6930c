import { sameLines } from '../merge/sameLines.ts';
import { withHiddenShown } from '../text/hiddenCharacters.ts';
import { wordsOf } from '../text/words.ts';
import type { Suggestion } from './suggestions.ts';

export type DiffMark = 'same' | 'deleted' | 'inserted';

/** A piece of a line. Hidden characters in it are named. */
export interface DiffPiece {
  readonly text: string;
  /** Whether the words of the piece are changed, while others in its line aren't. */
  readonly isChanged: boolean;
}

export interface DiffLine {
  readonly mark: DiffMark;
  readonly pieces: readonly DiffPiece[];
}

/** The lines of a suggestion. Old lines come before the new lines that replace them. */
export function diffLines({ oldLines, newLines }: Suggestion): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  for (const { deleted, inserted, same } of stretchesOf(oldLines, newLines)) {
    const pieces = changedPieces(deleted.join('\n'), inserted.join('\n'));
    for (const line of linesWith('deleted', deleted, pieces)) lines.push(line);
    for (const line of linesWith('inserted', inserted, pieces)) lines.push(line);
    if (same !== undefined) lines.push({ mark: 'same', pieces: [{ text: withHiddenShown(same), isChanged: false }] });
  }
  return lines;
}

/** The line as text, with its mark as in a diff. */
export function textOfLine({ mark, pieces }: DiffLine): string {
  return signs[mark] + pieces.map(({ text }) => text).join('');
}

const signs: Readonly<Record<DiffMark, string>> = { same: ' ', deleted: '-', inserted: '+' };

/** The words of a text that a change takes out and puts in, with a few unchanged ones around them. */
export interface ChangedWords {
  /** Of the old lines, from 0. */
  readonly line: number;
  readonly before: string;
  readonly deleted: string;
  readonly inserted: string;
  readonly after: string;
}

/** The changed words of a suggestion, in order; each text is in one line, and long ones are cut in their middle. */
export function changedWordsOf({ oldLines, newLines }: Suggestion): readonly ChangedWords[] {
  const all: ChangedWords[] = [];
  for (const { start, deleted, inserted } of stretchesOf(oldLines, newLines)) {
    let line = start;
    if (deleted.length === 0 && inserted.length === 0) continue;
    const pieces = changedPieces(deleted.join('\n'), inserted.join('\n')) ?? [
      ...(deleted.length > 0 ? [{ mark: 'deleted' as const, text: deleted.join('\n') }] : []),
      ...(inserted.length > 0 ? [{ mark: 'inserted' as const, text: inserted.join('\n') }] : []),
    ];
    for (const [at, { mark, text }] of pieces.entries()) {
      const place = line;
      if (mark !== 'inserted') line += text.split('\n').length - 1;
      if (mark === 'same' || (mark === 'inserted' && pieces[at - 1]?.mark === 'deleted')) continue;
      const next = pieces[at + 1];
      const inserts = mark === 'inserted' ? pieces[at] : next?.mark === 'inserted' ? next : undefined;
      const above = pieces[at - 1]?.text ?? '';
      const below = pieces[at + (mark === 'deleted' && inserts ? 2 : 1)]?.text ?? '';
      all.push({
        line: place,
        before: ending(inOneLine(above)),
        deleted: mark === 'deleted' ? middle(inOneLine(pieces[at]!.text)) : '',
        inserted: inserts ? middle(inOneLine(inserts.text)) : '',
        after: beginning(inOneLine(below)),
      });
    }
  }
  return all;
}

interface Stretch {
  /** The index of the first deleted line, or of the line below. */
  readonly start: number;
  readonly deleted: readonly string[];
  readonly inserted: readonly string[];
  /** The unchanged line below. */
  readonly same?: string;
}

function stretchesOf(oldLines: readonly string[], newLines: readonly string[]): Stretch[] {
  const stretches: Stretch[] = [];
  let inserted: string[] = [];
  let next = 0;
  for (const [at, place] of sameLines(oldLines, newLines).entries()) {
    const line = newLines[at] ?? '';
    if (place === undefined) {
      inserted.push(line);
      continue;
    }
    stretches.push({ start: next, deleted: oldLines.slice(next, place), inserted, same: line });
    inserted = [];
    next = place + 1;
  }
  if (next < oldLines.length || inserted.length > 0)
    stretches.push({ start: next, deleted: oldLines.slice(next), inserted });
  return stretches;
}

interface Piece {
  readonly mark: DiffMark;
  readonly text: string;
}

/** Undefined if so little is the same that marks would only confuse. */
function changedPieces(before: string, after: string): readonly Piece[] | undefined {
  if (before === '' || after === '' || before.length + after.length > longestInWords) return undefined;
  const [former, present] = [wordsOf(before), wordsOf(after)];
  const pieces: { readonly mark: DiffMark; text: string }[] = [];
  const add = (mark: DiffMark, text: string): void => {
    const last = pieces.at(-1);
    if (last?.mark === mark) last.text += text;
    else pieces.push({ mark, text });
  };
  let inserted: string[] = [];
  let next = 0;
  const changeUntil = (place: number): void => {
    for (; next < place; next++) add('deleted', former[next]!);
    for (const word of inserted) add('inserted', word);
    inserted = [];
  };
  for (const [at, place] of sameLines(former, present).entries()) {
    if (place === undefined) inserted.push(present[at]!);
    else {
      changeUntil(place);
      add('same', former[place]!);
      next = place + 1;
    }
  }
  changeUntil(former.length);
  const joined = withoutLoneSpaces(pieces);
  const same = joined.reduce((sum, { mark, text }) => sum + (mark === 'same' ? lettersIn(text) : 0), 0);
  return same * leastSame < Math.max(lettersIn(before), lettersIn(after)) ? undefined : joined;
}

/** A space between two changes is part of them, so that a changed phrase is marked as one. */
function withoutLoneSpaces(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  let [deleted, inserted] = ['', ''];
  const flush = (): void => {
    if (deleted) joined.push({ mark: 'deleted', text: deleted });
    if (inserted) joined.push({ mark: 'inserted', text: inserted });
    [deleted, inserted] = ['', ''];
  };
  for (const [at, piece] of pieces.entries()) {
    const isBetween = (deleted || inserted) && at < pieces.length - 1 && /^[^\S\n]+$/.test(piece.text);
    if (piece.mark !== 'inserted' && (piece.mark === 'deleted' || isBetween)) deleted += piece.text;
    if (piece.mark !== 'deleted' && (piece.mark === 'inserted' || isBetween)) inserted += piece.text;
    if (piece.mark !== 'same' || isBetween) continue;
    flush();
    joined.push(piece);
  }
  flush();
  return joined;
}

function linesWith(
  mark: 'deleted' | 'inserted',
  lines: readonly string[],
  pieces: readonly Piece[] | undefined,
): DiffLine[] {
  if (!pieces) return lines.map((line) => ({ mark, pieces: [{ text: withHiddenShown(line), isChanged: false }] }));
  const found: DiffPiece[][] = [[]];
  for (const piece of pieces) {
    if (piece.mark !== 'same' && piece.mark !== mark) continue;
    for (const [at, text] of piece.text.split('\n').entries()) {
      if (at > 0) found.push([]);
      if (text !== '') found.at(-1)!.push({ text: withHiddenShown(text), isChanged: piece.mark === mark });
    }
  }
  return found.map((line) => ({ mark, pieces: line }));
}

function lettersIn(text: string): number {
  return text.replace(/\s+/g, '').length;
}

function inOneLine(text: string): string {
  return withHiddenShown(text.replaceAll('\n', ' ⏎ '));
}

function beginning(text: string): string {
  const letters = Array.from(text.slice(0, 2 * around + 2));
  return letters.length > around ? `${letters.slice(0, around).join('')}…` : text;
}

function ending(text: string): string {
  const letters = Array.from(text.slice(-2 * around - 2));
  return letters.length > around ? `…${letters.slice(-around).join('')}` : text;
}

function middle(text: string): string {
  const letters = Array.from(text);
  if (letters.length <= mostChanged) return text;
  const half = mostChanged / 2;
  return `${letters.slice(0, half).join('')} … ${letters.slice(-half).join('')}`;
}

/** Of the letters of a text, one in so many must be the same. */
const leastSame = 3;
/** In UTF-16 units: more than anyone compares word by word. */
const longestInWords = 200_000;
/** Letters. */
const around = 20;
const mostChanged = 80;
