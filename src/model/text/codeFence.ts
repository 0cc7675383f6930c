/** The mark of a line that begins or ends a block of code, also in quotes and lists; undefined for other lines. */
export function fenceIn(line: string): string | undefined {
  return /^[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}
