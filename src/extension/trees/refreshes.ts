import type { TreeRow } from './heldRows.ts';

/** How long VS Code may take to receive rows that were returned to it, in ms. */
const arrival = 500;

/**
 * Refreshes of rows, repeated if VS Code lost them. When it was about to receive the children of the same row, it shows
 * those, asks for no others, and no longer finds anything below them. A refresh of all rows makes it discard what it was
 * about to receive below any row, which then stays empty.
 */
export interface Refreshes<Row> {
  /** Undefined means all rows. */
  refresh(row: Row | undefined): void;
  load<Children>(row: Row | undefined, load: () => Promise<Children>): Promise<Children>;
}

export function createRefreshes<Row extends TreeRow<Row>>(fire: (row: Row | undefined) => void): Refreshes<Row> {
  /** Rows by key, with how many loads of their children are running or on their way. */
  const busy = new Map<string, { loads: number; repeat?: boolean }>();
  const keyOf = (row: Row | undefined): string => row?.key ?? '';

  return {
    refresh(row) {
      fire(row);
      for (const [key, loading] of busy) if (!row || key === keyOf(row)) loading.repeat = true;
    },
    async load(row, load) {
      const key = keyOf(row);
      const loading = busy.get(key) ?? { loads: 0 };
      busy.set(key, loading);
      loading.loads++;
      delete loading.repeat;
      try {
        return await load();
      } finally {
        setTimeout(() => {
          if (--loading.loads > 0) return;
          busy.delete(key);
          if (loading.repeat) fire(row);
        }, arrival);
      }
    },
  };
}
