import { countOf } from '../../database/counts.ts';
import type { Database, Value } from '../../database/database.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Key, type Paging } from '../../http/cursors.ts';

interface Listing<R> {
  /** `FROM … WHERE …`, with these values as its parameters. */
  readonly from: string;
  readonly values: readonly Value[];
  /** The columns that sort the rows, ascending; together they are unique. They are the cursor. */
  readonly by: Readonly<Partial<Record<keyof R & string, 'string' | 'number'>>>;
  /** Counts the same rows with less work. */
  readonly counted?: string;
}

/** A page of the rows that a query finds, with the total count. */
export function pageOfRows<R extends object, I>(
  database: Database,
  paging: Paging,
  { from, values, by, counted = from }: Listing<R>,
  item: (row: R) => I,
) {
  const limit = limitOf(paging);
  const columns = Object.keys(by) as (keyof R & string)[];
  const kinds = Object.values(by) as ('string' | 'number')[];
  const order = columns.join(', ');
  const after = keyOf(paging, isKeyOf<(string | number)[]>(...kinds));
  const further = after ? `AND (${order}) > (${after.map(() => '?').join(', ')})` : '';
  const rows = database.all<R>(
    `SELECT * ${from} ${further} ORDER BY ${order} LIMIT ?`,
    ...values,
    ...(after ?? []),
    limit + 1,
  );
  const key = (row: R): Key => columns.map((column) => row[column] as string | number);
  return pageOf(rows, limit, key, item, countOf(database, counted, ...values));
}
