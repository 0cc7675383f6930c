import type * as vscode from 'vscode';
import type { TreeRow } from './heldRows.ts';

/** How long VS Code may take to receive rows that were returned to it, in ms. */
const arrival = 500;
/** How long it may take to ask for the rows below an expanded row, in ms, and how often all rows are then refreshed. */
const [question, mostRepairs] = [2_000, 3];

/**
 * Refreshes of rows, repeated if VS Code lost them. When it was about to receive the children of the same row, it shows
 * those, asks for no others, and no longer finds anything below them. A refresh of all rows makes it discard what it was
 * about to receive below any row, which then stays empty.
 */
export interface Refreshes<Row> {
  /** Undefined means all rows. */
  readonly refresh: (row: Row | undefined) => void;
  readonly load: <Children>(row: Row | undefined, load: () => Promise<Children>) => Promise<Children>;
  /** Refreshes all rows if VS Code never asks for the children of a row that it shows expanded. */
  readonly expect: (row: Row) => void;
}

/** A row whose children are loading or on their way. */
interface Busy<Row> {
  readonly row: Row | undefined;
  /** How many loads of its children are running. */
  running: number;
  /** Whether VS Code lost its refresh. */
  isLost: boolean;
  timer?: NodeJS.Timeout;
}

/** `rowNow` returns the row with this key that VS Code has at present. */
export function createRefreshes<Row extends TreeRow<Row>>(
  changed: Pick<vscode.EventEmitter<Row | undefined>, 'fire'>,
  rowNow: (key: string) => Row | undefined,
  isVisible: () => boolean,
): Refreshes<Row> {
  const busy = new Map<string, Busy<Row>>();
  const asked = new WeakSet<Row>();
  let repairs = 0;
  const keyOf = (row: Row | undefined): string => row?.key ?? '';

  // A row that is gone, as after a switch of accounts, would be loaded from the account that is shown now.
  function fire(row: Row | undefined): void {
    const present = row && rowNow(keyOf(row));
    if (present || !row) changed.fire(present);
  }

  function refresh(row: Row | undefined): void {
    fire(row);
    const same = busy.get(keyOf(row));
    // The repeated refresh of all rows loads the others, too.
    for (const each of row || same ? [same] : busy.values()) {
      if (!each || each.isLost) continue;
      each.isLost = true;
      // Before the refresh is repeated, VS Code gets the time to load the children by itself.
      if (each.running === 0) awaitArrival(each);
    }
  }

  function awaitArrival(each: Busy<Row>): void {
    clearTimeout(each.timer);
    each.timer = setTimeout(() => {
      busy.delete(keyOf(each.row));
      if (each.isLost) refresh(each.row);
    }, arrival);
  }

  return {
    refresh,
    expect(row) {
      setTimeout(() => {
        if (asked.has(row) || rowNow(keyOf(row)) !== row || !isVisible() || repairs === mostRepairs) return;
        repairs += 1;
        refresh(undefined);
      }, question);
    },
    async load(row, load) {
      if (row) asked.add(row);
      const key = keyOf(row);
      const each = busy.get(key) ?? { row, running: 0, isLost: false };
      busy.set(key, each);
      each.running++;
      each.isLost = false;
      clearTimeout(each.timer);
      try {
        return await load();
      } finally {
        if (--each.running === 0) awaitArrival(each);
      }
    },
  };
}
