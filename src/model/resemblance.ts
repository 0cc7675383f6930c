/** How alike two names are: 1 for the same but for case and marks, 0 for nothing in common (by the pairs of letters they share). */
export function resemblance(one: string, other: string): number {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  if (a === b) return a === '' ? 0 : 1;
  const pairs = pairsOf(a);
  let shared = 0;
  for (const [pair, count] of pairsOf(b)) shared += Math.min(count, pairs.get(pair) ?? 0);
  const total = a.length + b.length - 2;
  return total <= 0 ? 0 : (2 * shared) / total;
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, longest);
}

/** Names longer than this are compared by their beginning. */
const longest = 100;

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
