import type { Database, Value } from './database.ts';

const most = 10_000;

/**
 * The number of rows in `from` (`FROM … WHERE …`). Undefined beyond 10,000, because counting would cost more than the
 * page of the list.
 */
export function countOf(database: Database, from: string, ...values: Value[]): number | undefined {
  const row = database.get<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 ${from} LIMIT ${most + 1})`,
    ...values,
  );
  return row && row.count <= most ? row.count : undefined;
}
