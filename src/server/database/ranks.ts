const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;

// Written here, not by a library such as fractional-indexing: databases on users' disks hold ranks of this form, which such a
// library refuses, and siblings with equal ranks, which it doesn't know.

/**
 * A text that sorts (byte by byte) after `before` and before `after`: the place of an item among its siblings, so that a
 * move writes one row. Undefined stands for the start and the end. Both must be ranks, and in order.
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
    // At the end of a list the next digit is taken, so that appended items stay short.
    const next = after === undefined ? from + 1 : Math.floor((from + to) / 2);
    if (next > from && next < to) return `${rank}${digits[next]}`;
    rank += digits[from];
    high = undefined;
  }
}

/** The rank of an item put at a place among siblings, whose ranks are in order. Of equal ones it comes after all. */
export function rankAt(ranks: readonly string[], place: number): string {
  const before = place === 0 ? undefined : ranks[Math.min(place, ranks.length) - 1];
  const after = ranks.slice(place).find((rank) => before === undefined || rank > before);
  return rankBetween(before, after);
}

export interface Room<Item> {
  readonly rank: string;
  /** Items that must have another rank, for the new one to stand before them. */
  readonly moved: readonly (readonly [item: Item, rank: string])[];
}

/**
 * The same for any siblings in order, also equal ones (as merging two lines of work leaves them): those of the rank before the
 * place that stand behind it get ranks of their own.
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

/** `count` ranks in order, for siblings that are written at once. They end in no zero, so that any two leave room between. */
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
