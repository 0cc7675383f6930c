import { badRequest } from './problems.ts';

export type Key = readonly (string | number | null)[];

/** The paging part of a list request. */
export interface Paging {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
}

const defaultLimit = 100;

/** Number of requested items; 100 by default. */
export function limitOf(paging: Paging): number {
  return paging.limit ?? defaultLimit;
}

/** The sort key in the cursor: that of the last item of the page before. Undefined at the beginning. */
export function keyOf<K extends Key>(paging: Paging, isKey: (value: unknown) => value is K): K | undefined {
  if (paging.page === undefined) return undefined;
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(paging.page, 'base64url').toString());
  } catch {
    key = undefined;
  }
  // A cursor made here has only one spelling.
  if (!isKey(key) || cursorOf(key) !== paging.page) throw badRequest('query.page: is not a cursor of this list');
  return key;
}

/** The cursor that continues after an item with this sort key. */
export function cursorOf(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Checks the content of a cursor by the types of its parts. Numbers are times, row numbers and counts. */
export function isKeyOf<K extends Key>(...kinds: readonly ('string' | 'number')[]): (value: unknown) => value is K {
  return (value): value is K =>
    Array.isArray(value) && value.length === kinds.length && kinds.every((kind, at) => isPart(value[at], kind));
}

function isPart(value: unknown, kind: 'string' | 'number'): boolean {
  return kind === 'string' ? typeof value === 'string' : Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * One page of a list: `rows` are the items after the cursor, one more than `limit`, so that the end is known. With a
 * limit of 0, the page is empty and has no next.
 */
export function pageOf<R, I>(
  rows: readonly R[],
  limit: number,
  key: (row: R) => Key,
  item: (row: R) => I,
  count?: number,
): { items: I[]; next?: { page: string }; count?: number } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(item),
    ...(last !== undefined && rows.length > limit && { next: { page: cursorOf(key(last)) } }),
    ...(count !== undefined && { count }),
  };
}
