/** The indexes of one of the list's longest increasing subsequences. Takes n·log n steps. */
export function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  /** For each length, the index of the smallest last value of a subsequence. */
  const ends: number[] = [];
  const before = new Array<number | undefined>(values.length);
  values.forEach((value, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle]!] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1];
    ends[low] = at;
  });
  const longest = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) longest.add(at);
  return longest;
}
