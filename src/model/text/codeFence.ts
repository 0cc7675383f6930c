/**
 * The mark that starts or ends a fenced code block on this line, also in quotes and lists; undefined for other lines.
 */
export function fenceIn(line: string): string | undefined {
  return /^[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}
