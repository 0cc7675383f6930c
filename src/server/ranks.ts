const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = digits.length;

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
