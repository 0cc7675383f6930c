/**
 * How similar two names are, by the pairs of letters that they share: 1 if equal except for case and accents, 0 for
 * nothing in common.
 */
export function resemblance(one: string, other: string): number {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  if (a === b) return a === '' ? 0 : 1;
  const pairs = pairsOf(a);
  let shared = 0;
  for (const [pair, count] of pairsOf(b)) shared += Math.min(count, pairs.get(pair) ?? 0);
  const total = a.length + b.length - 2;
  return total <= 0 ? 0 : (2 * shared) / total;
}

/**
 * How likely a name matches the input, 0 for not at all: either they are spelled alike, or they share a good part of
 * the input's words.
 */
export function likenessOf(written: string, name: string): number {
  const likeness = resemblance(written, name);
  const shared = sharedWords(written, name);
  return likeness >= 0.5 || shared >= 0.4 ? likeness + shared : 0;
}

/** The share of the input's letters that are in words which the name contains too, exactly or nearly. */
function sharedWords(written: string, name: string): number {
  const [words, others] = [wordsOf(written), wordsOf(name)];
  const letters = (of: readonly string[]): number => of.reduce((sum, { length }) => sum + length, 0);
  const shared = words.filter((word) => others.some((other) => resemblance(word, other) >= 0.6));
  return shared.length === 0 ? 0 : letters(shared) / letters(words);
}

/** Shorter words, such as “the”, don't help to find a name. */
function wordsOf(text: string): string[] {
  return text.slice(0, longest).match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? [];
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, longest);
}

/** Longer names are compared by their beginning. */
const longest = 100;

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
