import type { Place } from './problem.ts';

/** The lines of a text, without their line breaks; there is at least one. */
export function linesWithin(text: string): Place[] {
  const lines: Place[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/\r\n?|\n/g)) {
    lines.push({ start, end: index });
    start = index + mark.length;
  }
  lines.push({ start, end: text.length });
  return lines;
}

/** The index of the line that contains the offset. */
export function lineAt(lines: readonly Place[], offset: number): number {
  let first = 0;
  let end = lines.length;
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if (lines[middle]!.start <= offset) first = middle;
    else end = middle;
  }
  return first;
}
