import type { TreeRow } from './heldRows.ts';

/** How long VS Code may take to receive rows that were returned to it, in ms. */
const arrival = 500;

/**
 * Refreshes of rows, each delayed until VS Code has the children that were loaded last. It loses a refresh that comes
 * earlier: it keeps the children that it was about to receive, but no longer finds anything below them.
 */
export interface Refreshes<Row> {
  /** Undefined means all rows. */
  refresh(row: Row | undefined): void;
  load<Children>(row: Row | undefined, load: () => Promise<Children>): Promise<Children>;
  dispose(): void;
}

export function createRefreshes<Row extends TreeRow<Row>>(fire: (row: Row | undefined) => void): Refreshes<Row> {
  /** Rows whose children are loading or on their way, by key. */
  const busy = new Map<string, { loads: number; arriving?: ReturnType<typeof setTimeout>; fireAfter?: () => void }>();
  const keyOf = (row: Row | undefined): string => row?.key ?? '';

  return {
    refresh(row) {
      const rows = busy.get(keyOf(row));
      if (rows) rows.fireAfter = () => fire(row);
      else fire(row);
    },
    async load(row, load) {
      const key = keyOf(row);
      const rows = busy.get(key) ?? { loads: 0 };
      busy.set(key, rows);
      rows.loads++;
      clearTimeout(rows.arriving);
      try {
        return await load();
      } finally {
        if (--rows.loads === 0) {
          rows.arriving = setTimeout(() => {
            busy.delete(key);
            rows.fireAfter?.();
          }, arrival);
        }
      }
    },
    dispose() {
      for (const { arriving } of busy.values()) clearTimeout(arriving);
      busy.clear();
    },
  };
}
