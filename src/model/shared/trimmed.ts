// A regular expression such as `/x+$/` takes quadratic time in the length of a run.

/** Removes the given characters from the end of a text. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Removes the given characters from the beginning of a text. */
export function withoutLeading(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return text.slice(start);
}

/** The first characters of a text, at most so many UTF-16 units. It doesn't cut a character in half. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** Removes the slashes around a path. */
export function withoutSlashes(path: string): string {
  return withoutLeading(withoutTrailing(path, '/'), '/');
}
