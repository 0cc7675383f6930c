import type { ApiError } from '../../model/shared/failure.ts';
import type { Stale } from './ageLine.ts';

/** The way to a row leads over its parents; `key` is all of it. Rows without one only say something about those beside them. */
export interface TreeRow<Row> {
  readonly kind: string;
  readonly key?: string;
  readonly parent?: Row | undefined;
}

/** When children were loaded, in ms since the epoch, and why they couldn't be refreshed since. */
interface Age {
  readonly asOf: number;
  readonly failure?: ApiError | undefined;
}

/** What VS Code holds of a tree: it takes changes only for the very objects that it was given. */
export interface HeldRows<Row> {
  get(key: string): Row | undefined;
  values(): Iterable<Row>;
  /** Takes in the children of a row, in place of those before and all below them that are gone. */
  hold(parent: Row | undefined, children: readonly Row[]): void;
  /** Has the line above the view tell of children that couldn't be refreshed. */
  noteAge(parent: Row | undefined, age: Age | undefined): void;
  /** Whether the children of this row, or of any, couldn't be refreshed. */
  isStale(parent?: Row): boolean;
  /** Has what is below a row asked for again, soon: one act is told several times over, and VS Code is asked once. */
  later(row: Row): void;
  dispose(): void;
}

/** How long later is, in ms. */
const soon = 30;

export function holdRows<Row extends TreeRow<Row>>(
  changed: (row: Row) => void,
  showAge: (stale: Iterable<Stale>) => void = () => undefined,
): HeldRows<Row> {
  const held = new Map<string, Row>();
  const stale = new Map<string, Stale>();
  const waiting = new Set<Row>();
  const keyOf = (row: Row | undefined): string => row?.key ?? '';
  let isOver = false;

  function tell(): void {
    const rows = [...waiting];
    waiting.clear();
    if (isOver) return;
    for (const row of rows) if (!rows.some((other) => isAbove(other, row))) changed(row);
  }

  function dropGone(parent: Row | undefined, present: ReadonlySet<string>): void {
    // Whoever is held was held after its parent.
    for (const [key, row] of held) {
      const isChild = keyOf(row.parent) === keyOf(parent);
      if (isChild ? !present.has(key) : row.parent && !held.has(keyOf(row.parent))) held.delete(key);
    }
    for (const key of stale.keys()) if (key !== '' && !held.has(key)) stale.delete(key);
  }

  return {
    get: (key) => held.get(key),
    values: () => held.values(),
    hold(parent, children) {
      dropGone(parent, new Set(children.map(keyOf)));
      for (const row of children) if (row.key) held.set(row.key, row);
      showAge(stale.values());
    },
    noteAge(parent, age) {
      if (age?.failure) stale.set(keyOf(parent), { asOf: age.asOf, failure: age.failure });
      else stale.delete(keyOf(parent));
      showAge(stale.values());
    },
    isStale: (parent) => (parent ? stale.has(keyOf(parent)) : stale.size > 0),
    later(row) {
      waiting.add(row);
      if (waiting.size === 1) setTimeout(tell, soon);
    },
    dispose() {
      isOver = true;
      held.clear();
      stale.clear();
    },
  };
}

function isAbove<Row extends TreeRow<Row>>(row: Row, other: Row): boolean {
  for (let next = other.parent; next; next = next.parent) if (next === row) return true;
  return false;
}
