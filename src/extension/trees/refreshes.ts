import type { TreeRow } from './heldRows.ts';

/** How long VS Code may take to receive rows that were returned to it, in ms. */
const arrival = 500;

/**
 * Refreshes of rows, repeated if VS Code may not have had the children that were loaded last. Then it loses the
 * refresh: it shows the children that it was about to receive, but no longer finds anything below them.
 */
export interface Refreshes<Row> {
  /** Undefined means all rows. */
  refresh(row: Row | undefined): void;
  load<Children>(row: Row | undefined, load: () => Promise<Children>): Promise<Children>;
  dispose(): void;
}

export function createRefreshes<Row extends TreeRow<Row>>(fire: (row: Row | undefined) => void): Refreshes<Row> {
  /** Rows whose children are loading or on their way, by key. */
  const busy = new Map<string, { loads: number; arriving?: ReturnType<typeof setTimeout>; repeat?: () => void }>();
  const keyOf = (row: Row | undefined): string => row?.key ?? '';

  return {
    refresh(row) {
      fire(row);
      const rows = busy.get(keyOf(row));
      if (rows) rows.repeat = () => fire(row);
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
            rows.repeat?.();
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
