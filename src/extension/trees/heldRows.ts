/** The way to a row leads over its parents; `key` is all of it. */
interface HeldRow<Row> {
  readonly key: string;
  readonly parent?: Row | undefined;
}

/** What VS Code holds of a tree: it takes changes only for the very objects that it was given. */
export interface HeldRows<Row> {
  get(key: string): Row | undefined;
  values(): Iterable<Row>;
  hold(rows: readonly Row[]): void;
  /** Has what is below a row asked for again, soon: one act is told several times over, and VS Code is asked once. */
  later(row: Row): void;
  dispose(): void;
}

/** How long later is, in ms. */
const soon = 30;

export function holdRows<Row extends HeldRow<Row>>(changed: (row: Row) => void): HeldRows<Row> {
  const held = new Map<string, Row>();
  const waiting = new Set<Row>();
  let isOver = false;

  function tell(): void {
    const rows = [...waiting];
    waiting.clear();
    if (isOver) return;
    for (const row of rows) if (!rows.some((other) => isAbove(other, row))) changed(row);
  }

  return {
    get: (key) => held.get(key),
    values: () => held.values(),
    hold(rows) {
      for (const row of rows) held.set(row.key, row);
    },
    later(row) {
      waiting.add(row);
      if (waiting.size === 1) setTimeout(tell, soon);
    },
    dispose() {
      isOver = true;
      held.clear();
    },
  };
}

function isAbove<Row extends HeldRow<Row>>(row: Row, other: Row): boolean {
  for (let next = other.parent; next; next = next.parent) if (next === row) return true;
  return false;
}
