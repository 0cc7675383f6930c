// Regular expressions such as `/x+$/` look at each run of a long text once for each of its characters.

/** The text without the characters that stand at its end and are among these. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without the characters that stand at its beginning and are among these. */
export function withoutLeading(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return text.slice(start);
}

/** A path without the slashes around it. */
export function withoutSlashes(path: string): string {
  return withoutLeading(withoutTrailing(path, '/'), '/');
}
