import * as z from 'zod';
import { quickCheckOf } from './quickCheck.ts';
import { readTolerantly } from './tolerantly.ts';

/** Section 2.1, list envelope: `next.page` is the cursor of the following page, absent at the end; `count` may be missing. */
export interface List<Item> {
  readonly items: Item[];
  readonly next?: { readonly page: string } | null | undefined;
  readonly count?: number | null | undefined;
  /** Items that couldn't be read, each with the reason. They never hide the others. */
  readonly skipped?: readonly Unreadable[];
  /** Fields of the other items that couldn't be read. */
  readonly dropped?: readonly DroppedField[];
  /** True if the cursor of the following page couldn't be read: more items may follow. */
  readonly isCut?: true;
}

/** The index in the received `items`, and why the item doesn't match its schema. */
export interface Unreadable {
  readonly index: number;
  readonly reason: string;
}

/** The index in the received `items`, and the path of a field of that item. */
export interface DroppedField {
  readonly index: number;
  readonly field: string;
}

interface ListOnTheWire<Item> {
  readonly items: readonly Item[];
  readonly next?: { readonly page: string };
  readonly count?: number;
}

/** The schema of a list, with that of its items. */
export type ListSchema<Item extends z.ZodType> = z.ZodType<List<z.output<Item>>, ListOnTheWire<z.input<Item>>> & {
  readonly item: Item;
};

/** The envelope of a list, read item by item. An item that matches its schema stays as it is. */
export function listOf<Item extends z.ZodType>(item: Item): ListSchema<Item> {
  const envelope = z.looseObject({
    items: z.array(z.unknown()),
    next: z.unknown().optional(),
    count: z.number().nullish(),
  });
  const schema = envelope.transform(({ skipped: _, dropped: __, isCut: ___, ...list }) => ({
    ...list,
    ...readable(item, list.items),
    ...nextOf(list.next),
  }));
  return Object.assign(schema, { item }) as never;
}

/**
 * Some servers number their pages, and some send an empty object at the end. With a cursor of any other form the list is
 * cut, because half a list must not pass for the whole.
 */
function nextOf(next: unknown): Partial<List<unknown>> {
  if (next === undefined || next === null) return {};
  const page = typeof next === 'object' ? (next as { page?: unknown }).page : next;
  if (typeof next === 'object' && typeof page === 'string') return {};
  if (typeof next === 'object' && typeof page === 'number') return { next: { ...next, page: String(page) } };
  if (!page) return { next: undefined };
  return { next: undefined, isCut: true };
}

function readable<Item extends z.ZodType>(
  item: Item,
  values: unknown[],
): Pick<List<z.output<Item>>, 'items' | 'skipped' | 'dropped'> {
  const matches = quickCheckOf(item);
  if (values.every(matches)) return { items: values as z.output<Item>[] };
  const items: z.output<Item>[] = [];
  const skipped: Unreadable[] = [];
  const dropped: DroppedField[] = [];
  for (const [index, value] of values.entries()) {
    const read = readTolerantly(item, value);
    if (read.success) {
      items.push(read.data);
      dropped.push(...read.dropped.map((field) => ({ index, field })));
    } else skipped.push({ index, reason: z.prettifyError(read.error) });
  }
  return { items, ...unread(skipped, dropped) };
}

/** What the result says about values that couldn't be read. */
export function unread(
  skipped: readonly Unreadable[],
  dropped: readonly DroppedField[],
): Pick<List<unknown>, 'skipped' | 'dropped'> {
  return { ...(skipped.length > 0 && { skipped }), ...(dropped.length > 0 && { dropped }) };
}
