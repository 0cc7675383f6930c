import * as z from 'zod';

/** Section 2.1, list envelope: `next.page` is the cursor of the following page, absent at the end; `count` may be missing. */
export interface List<Item> {
  readonly items: Item[];
  readonly next?: { readonly page: string } | null | undefined;
  readonly count?: number | null | undefined;
  /** Items that couldn't be read, each with the reason. They never hide the others. */
  readonly skipped?: readonly Unreadable[];
}

/** The index in the received `items`, and why the item doesn't match its schema. */
export interface Unreadable {
  readonly index: number;
  readonly reason: string;
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

/** Number of items from which compiling their schema (some milliseconds, once) pays off. */
const many = 100;

/** The envelope of a list, parsed item by item. */
export function listOf<Item extends z.ZodType>(item: Item): ListSchema<Item> {
  const whole = z.array(item);
  let compiled: typeof whole | undefined;
  const envelope = z.looseObject({
    items: z.array(z.unknown()),
    next: z.looseObject({ page: z.string() }).nullish().catch(undefined),
    count: z.number().nullish().catch(undefined),
  });
  const schema = envelope.transform((list) => {
    const parsed = (compiled ?? (list.items.length < many ? whole : (compiled = z.compile(whole)))).safeParse(
      list.items,
    );
    return parsed.success ? { ...list, items: parsed.data } : { ...list, ...readable(item, list.items) };
  });
  return Object.assign(schema, { item }) as never;
}

function readable<Item extends z.ZodType>(
  item: Item,
  values: unknown[],
): { items: z.output<Item>[]; skipped: Unreadable[] } {
  const items: z.output<Item>[] = [];
  const skipped: Unreadable[] = [];
  for (const [index, value] of values.entries()) {
    const parsed = item.safeParse(value);
    if (parsed.success) items.push(parsed.data);
    else skipped.push({ index, reason: z.prettifyError(parsed.error) });
  }
  return { items, skipped };
}
