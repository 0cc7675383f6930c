import type { Database } from '../../database/database.ts';

/** An item of a collection, or directly of the organization. */
interface Placement {
  readonly id: string;
  readonly rank: string;
  readonly parent_id: string | null;
}

/**
 * Sort keys for the collections and spaces of an organization in reading order: the content of a collection follows it,
 * before its next sibling.
 */
export function treeOrder(database: Database, organizationId: string): (item: Placement) => string {
  const rows = database.all<Placement>(
    'SELECT id, rank, parent_id FROM collections WHERE organization_id = ?',
    organizationId,
  );
  const collections = new Map(rows.map((row) => [row.id, row]));
  const known = new Map<string, string>();

  // Space and slash sort before all characters of ranks and ids.
  const keyOf = (item: Placement): string => `${within(item.parent_id)}/${item.rank} ${item.id}`;

  function within(parent: string | null): string {
    const collection = parent === null ? undefined : collections.get(parent);
    if (!collection) return '';
    let key = known.get(collection.id);
    if (key === undefined) known.set(collection.id, (key = keyOf(collection)));
    return key;
  }

  return keyOf;
}

/** Items after a key, with their keys, in order. */
export function inTreeOrder<Item extends Placement>(
  items: readonly Item[],
  key: (item: Item) => string,
  after = '',
): { item: Item; key: string }[] {
  return items
    .map((item) => ({ item, key: key(item) }))
    .filter((each) => each.key > after)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}
