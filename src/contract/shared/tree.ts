import * as z from 'zod';
import type { Unreadable } from './list.ts';

/** A tree of items that hold their children under `pages`. */
export interface Tree<Item> {
  readonly pages: Item[];
  /** Items that couldn't be read; their children take their place. The index counts in depth-first order. */
  readonly skipped?: readonly Unreadable[];
}

interface TreeOnTheWire<Item> {
  readonly pages: readonly Item[];
}

/** The schema of a tree, with that of its items. */
export type TreeSchema<Item extends z.ZodType> = z.ZodType<Tree<z.output<Item>>, TreeOnTheWire<z.input<Item>>> & {
  readonly item: Item;
};

/**
 * The envelope of a whole tree, parsed item by item, so that it may be deeper than the call stack. Trees are large, so
 * the schema of a single item is compiled; such a schema can't be recursive, and compiling takes some milliseconds on
 * first use.
 */
export function treeOf<Item extends z.ZodObject>(item: Item): TreeSchema<Item> {
  const envelope = z.looseObject({ pages: z.array(z.unknown()) });
  let single: Single | undefined;
  const schema = envelope.transform((tree) => {
    single ??= z.compile(item.extend({ pages: z.array(z.unknown()).nullish() })) as unknown as Single;
    return { ...tree, ...readable(single, tree.pages) };
  });
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
  const open: Level[] = [{ values, at: 0, into: pages }];
  let index = 0;
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    if (level.at === level.values.length) {
      open.pop();
      continue;
    }
    const value = level.values[level.at++];
    const parsed = single.safeParse(value);
    if (parsed.success) level.into.push(parsed.data);
    else skipped.push({ index, reason: z.prettifyError(parsed.error) });
    index += 1;
    const below = (value as { pages?: unknown } | null | undefined)?.pages;
    if (!Array.isArray(below)) continue;
    const into: unknown[] = parsed.success ? (parsed.data.pages = []) : level.into;
    open.push({ values: below, at: 0, into });
  }
  return { pages, ...(skipped.length > 0 && { skipped }) };
}
