/** A part of a long list, processed at once. */
export interface Portion<Item> {
  /** The folder of all its items; `''` for the whole space. */
  readonly folder: string;
  /** If the folder has more items than fit: which of them these are, counted from 1, inclusive. */
  readonly range?: readonly [first: number, last: number];
  readonly items: readonly Item[];
}

/**
 * The items by folder, in portions of at most `atMost`. A larger folder is divided into its subfolders, and the items
 * directly in it into ranges. Each item is in one portion.
 */
export function portionsByFolder<Item>(
  items: readonly Item[],
  folderOf: (item: Item) => readonly string[],
  atMost: number,
  folder: readonly string[] = [],
): Portion<Item>[] {
  const name = folder.join('/');
  if (items.length <= atMost) return items.length > 0 ? [{ folder: name, items }] : [];
  const below = Map.groupBy(items, (item) => folderOf(item)[folder.length]);
  const direct = below.get(undefined) ?? [];
  below.delete(undefined);
  return [
    ...portionsByRange(direct, atMost).map((portion) => ({ ...portion, folder: name })),
    ...[...below].flatMap(([next, inside]) => portionsByFolder(inside, folderOf, atMost, [...folder, next ?? ''])),
  ];
}

/** The items in their order, `atMost` per portion. */
export function portionsByRange<Item>(items: readonly Item[], atMost: number): Portion<Item>[] {
  if (items.length <= atMost) return items.length > 0 ? [{ folder: '', items }] : [];
  return Array.from({ length: Math.ceil(items.length / atMost) }, (_, index) => {
    const some = items.slice(index * atMost, (index + 1) * atMost);
    const first = index * atMost + 1;
    return { folder: '', range: [first, first + some.length - 1], items: some };
  });
}

/** The items in their order, in portions of at most `most` in size; a larger item is a portion of its own. */
export function portionsBySize<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number): Item[][] {
  const portions: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = portions.at(-1);
    if (last && size <= room) last.push(item);
    else {
      portions.push([item]);
      room = most;
    }
    room -= size;
  }
  return portions;
}
