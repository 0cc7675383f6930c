/** Some of a long list, to be taken at once. */
export interface Portion<Item> {
  /** The folder that they all stand in; `''` when that is the whole space. */
  readonly folder: string;
  /** Where the folder has more than fit: which of its items these are, from 1, both included. */
  readonly range?: readonly [first: number, last: number];
  readonly items: readonly Item[];
}

/**
 * The items by folder, in portions of at most so many: a folder that holds more is told by the folders in it, and what stands in it
 * directly by ranges. Each item is in one of them.
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

/** The items in their order, so many at once. */
export function portionsByRange<Item>(items: readonly Item[], atMost: number): Portion<Item>[] {
  if (items.length <= atMost) return items.length > 0 ? [{ folder: '', items }] : [];
  return Array.from({ length: Math.ceil(items.length / atMost) }, (_, index) => {
    const some = items.slice(index * atMost, (index + 1) * atMost);
    const first = index * atMost + 1;
    return { folder: '', range: [first, first + some.length - 1], items: some };
  });
}
