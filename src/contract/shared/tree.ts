import * as z from 'zod';
import { unread, type DroppedField, type Unreadable } from './list.ts';
import { quickCheckOf } from './quickCheck.ts';
import { readTolerantly, type Tolerated } from './tolerantly.ts';

/** A tree of items that hold their children under `pages`. */
export interface Tree<Item> {
  readonly pages: Item[];
  /**
   * Items that couldn't be read, and whose children take their place; or items whose children couldn't be read. The index
   * counts in depth-first order.
   */
  readonly skipped?: readonly Unreadable[];
  /** Fields of the other items that couldn't be read. */
  readonly dropped?: readonly DroppedField[];
}

interface TreeOnTheWire<Item> {
  readonly pages: readonly Item[];
}

/** The schema of a tree, with that of its items. */
export type TreeSchema<Item extends z.ZodType> = z.ZodType<Tree<z.output<Item>>, TreeOnTheWire<z.input<Item>>> & {
  readonly item: Item;
};

/**
 * The envelope of a whole tree, read item by item, so that it may be deeper than the call stack. As in a list, an item
 * that matches its schema stays as it is.
 */
export function treeOf<Item extends z.ZodObject>(item: Item): TreeSchema<Item> {
  const envelope = z.looseObject({ pages: z.array(z.unknown()) });
  const single: Single = item.extend({ pages: z.array(z.unknown()).nullish() });
  const schema = envelope.transform(({ skipped: _, dropped: __, ...tree }) => ({
    ...tree,
    ...readable(single, tree.pages),
  }));
  return Object.assign(schema, { item }) as never;
}

type Single = z.ZodType<{ pages?: unknown[] | null | undefined }>;

interface Level {
  readonly values: readonly unknown[];
  at: number;
  readonly into: unknown[];
}

function readable(single: Single, values: readonly unknown[]): Tree<unknown> {
  const pages: unknown[] = [];
  const skipped: Unreadable[] = [];
  const dropped: DroppedField[] = [];
  const open: Level[] = [{ values, at: 0, into: pages }];
  const matches = quickCheckOf(single);
  let index = 0;
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    if (level.at === level.values.length) {
      open.pop();
      continue;
    }
    const value = level.values[level.at++];
    const below = (value as { pages?: unknown } | null | undefined)?.pages;
    const isOdd = below !== undefined && below !== null && !Array.isArray(below);
    const parsed: Tolerated<z.output<Single>> = matches(value)
      ? { success: true, data: value as z.output<Single>, dropped: [] }
      : readTolerantly(single, isOdd || below ? { ...(value as object), pages: [] } : value);
    if (parsed.success) {
      level.into.push(parsed.data);
      for (const field of parsed.dropped) dropped.push({ index, field });
      if (isOdd) skipped.push({ index, reason: 'pages' });
    } else skipped.push({ index, reason: z.prettifyError(parsed.error) });
    index += 1;
    if (!Array.isArray(below)) continue;
    const into: unknown[] = parsed.success ? (parsed.data.pages = []) : level.into;
    open.push({ values: below, at: 0, into });
  }
  return { pages, ...unread(skipped, dropped) };
}
