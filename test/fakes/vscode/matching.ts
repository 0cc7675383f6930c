/** How VS Code filters and sorts the entries of a quick pick. */

/** Whether the typed text is a part of it, or consists of the beginnings of its words, as “firstm” of “First mission”. */
export function matches(text: string, typed: string): boolean {
  const [lower, wanted] = [text.toLowerCase(), typed.toLowerCase()];
  return lower.includes(wanted) || wordStarts(text).some((start) => continues(text, lower, wanted, start));
}

/** Whether the text goes on from there with all that is wanted, where each letter may be followed by another word. */
function continues(text: string, lower: string, wanted: string, at: number): boolean {
  if (wanted === '') return true;
  if (lower[at] !== wanted[0]) return false;
  const rest = wanted.slice(1);
  return (
    continues(text, lower, rest, at + 1) ||
    wordStarts(text).some((start) => start > at + 1 && continues(text, lower, rest, start))
  );
}

function wordStarts(text: string): readonly number[] {
  return [...text.matchAll(/[A-Z0-9]|(?<![A-Za-z0-9])[^]/g)].map(({ index }) => index);
}

/** Which of two labels comes first: the one that begins with the typed text, then the one that ends with it. */
export function compareLabels(one: string, other: string, typed: string): number {
  const [first, second, wanted] = [one, other, typed].map((text) => text.toLowerCase()) as [string, string, string];
  const both = (test: (text: string) => boolean) => Number(test(second)) - Number(test(first));
  const isPrefix = (text: string) => text.startsWith(wanted);
  return (
    both(isPrefix) ||
    (isPrefix(first) && first.length - second.length) ||
    both((text) => text.endsWith(wanted)) ||
    first.localeCompare(second, undefined, { numeric: true })
  );
}
