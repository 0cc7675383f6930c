const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;

// Implemented here because libraries such as fractional-indexing refuse the ranks in users' existing databases, and
// don't support siblings with equal ranks.

/**
 * A text that sorts (byte by byte) between `before` and `after`: the rank of an item among its siblings, so that a move
 * writes only one row. Undefined means the start or the end. Both must be ranks, and in order.
 */
export function rankBetween(before: string | undefined, after: string | undefined): string {
  let rank = '';
  const low = before ?? '';
  let high = after;
  for (let at = 0; ; at += 1) {
    const from = digitAt(low, at, 0);
    const to = high === undefined ? base : digitAt(high, at, 0);
    if (from === to) {
      rank += digits[from];
      continue;
    }
    // At the end of a list, the next digit is taken, so that ranks of appended items stay short.
    const next = after === undefined ? from + 1 : Math.floor((from + to) / 2);
    if (next > from && next < to) return `${rank}${digits[next]}`;
    rank += digits[from];
    high = undefined;
  }
}

/**
 * The rank of an item for an index among siblings, whose ranks are sorted. It comes after all siblings of equal rank.
 */
export function rankAt(ranks: readonly string[], place: number): string {
  const before = place === 0 ? undefined : ranks[Math.min(place, ranks.length) - 1];
  const after = ranks.slice(place).find((rank) => before === undefined || rank > before);
  return rankBetween(before, after);
}

export interface Room<Item> {
  readonly rank: string;
  /** Items that need another rank, so that the new item can be placed before them. */
  readonly moved: readonly (readonly [item: Item, rank: string])[];
}

/**
 * The same for any sorted siblings, even with equal ranks (from merging two branches): siblings after the index whose
 * rank equals that of the one before it get new ranks.
 */
export function roomAt<Item extends { readonly rank: string }>(items: readonly Item[], place: number): Room<Item> {
  const at = Math.min(place, items.length);
  const before = items[at - 1]?.rank;
  const behind = items.slice(at);
  const first = behind.findIndex((item) => item.rank !== before);
  const equal = first === -1 ? behind : behind.slice(0, first);
  const after = items[at + equal.length]?.rank;
  const rank = rankBetween(before, after);
  let last = rank;
  const moved = equal.map((item) => [item, (last = rankBetween(last, after))] as const);
  return { rank, moved };
}

/**
 * `count` sorted ranks, for siblings that are written at once. None ends in a zero, so that there is room between any
 * two.
 */
export function ranksFor(count: number): string[] {
  const width = Math.max(1, Math.ceil(Math.log(count + 1) / Math.log(base)));
  return Array.from({ length: count }, (_, index) => `${fixed(index + 1, width)}V`);
}

function fixed(value: number, width: number): string {
  let text = '';
  for (let rest = value, at = 0; at < width; at += 1, rest = Math.floor(rest / base))
    text = `${digits[rest % base]}${text}`;
  return text;
}

function digitAt(rank: string, at: number, otherwise: number): number {
  const digit = rank[at];
  return digit === undefined ? otherwise : digits.indexOf(digit);
}
