/**
 * The indexes of one of the list's longest increasing subsequences: of several, one with the lowest sum of costs. Takes
 * n·log n steps.
 */
export function longestIncreasing(
  values: readonly number[],
  costOf: (index: number) => number = () => 0,
): ReadonlySet<number> {
  if (values.every((value, at) => at === 0 || values[at - 1]! < value)) return new Set(values.keys());
  const ranks = ranksOf(values);
  /** Of the best subsequence that ends with each value. */
  const lengths = new Int32Array(values.length);
  const costs = new Float64Array(values.length);
  const before = new Int32Array(values.length);
  /** A Fenwick tree over the ranks: where the best subsequence ends that ends with a value of each range, or -1. */
  const tree = new Int32Array(values.length + 1).fill(-1);

  function better(one: number, other: number): number {
    if (one === -1 || other === -1) return Math.max(one, other);
    if (lengths[one] !== lengths[other]) return lengths[one]! > lengths[other]! ? one : other;
    return costs[other]! < costs[one]! ? other : one;
  }

  let best = -1;
  for (let index = 0; index < values.length; index++) {
    let last = -1;
    for (let at = ranks[index]! - 1; at > 0; at -= at & -at) last = better(last, tree[at]!);
    before[index] = last;
    lengths[index] = last === -1 ? 1 : lengths[last]! + 1;
    costs[index] = (last === -1 ? 0 : costs[last]!) + costOf(index);
    for (let at = ranks[index]!; at < tree.length; at += at & -at) tree[at] = better(tree[at]!, index);
    best = better(best, index);
  }
  const longest = new Set<number>();
  for (let at = best; at !== -1; at = before[at]!) longest.add(at);
  return longest;
}

/** Positions of the values in their order, from 1; equal values have the same one. */
function ranksOf(values: readonly number[]): Int32Array {
  const order = Int32Array.from(values.keys()).sort((one, other) => values[one]! - values[other]!);
  const ranks = new Int32Array(values.length);
  let rank = 0;
  order.forEach((index, at) => {
    if (at === 0 || values[order[at - 1]!]! < values[index]!) rank++;
    ranks[index] = rank;
  });
  return ranks;
}
