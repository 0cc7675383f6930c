import type { ApiError } from '../../../model/shared/failure.ts';
import type { Stale } from './ageLine.ts';

/** `key` is the whole path to a row over its parents. Rows without one are only messages about their neighbors. */
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

/** The row objects that VS Code has: it accepts changes only for the very objects that it got. */
export interface HeldRows<Row> {
  get(key: string): Row | undefined;
  values(): Iterable<Row>;
  /** Replaces the children of a row, and drops all rows below those that are gone. */
  hold(parent: Row | undefined, children: readonly Row[]): void;
  /** Shows children that couldn't be refreshed in the line above the view. */
  noteAge(parent: Row | undefined, age: Age | undefined): void;
  /** Whether the children of this row, or of any row, couldn't be refreshed. */
  isStale(parent?: Row): boolean;
  /** Reloads the rows below a row after a short delay, because one action causes several events. */
  later(row: Row): void;
  dispose(): void;
}

/** That delay, in ms. */
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

  function notify(): void {
    const rows = [...waiting];
    waiting.clear();
    if (isOver) return;
    for (const row of rows) if (!rows.some((other) => isAbove(other, row))) changed(row);
  }

  function dropGone(parent: Row | undefined, present: ReadonlySet<string>): void {
    // Each row comes after its parent in this map.
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
      if (waiting.size === 1) setTimeout(notify, soon);
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
