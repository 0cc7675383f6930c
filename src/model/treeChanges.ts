import type { PageNode, PageTree } from './pageTree.ts';

export interface TreeChanges {
  /** Pages with another text (as far as `updatedAt` tells), title, look or place. */
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  /** The pages whose children are others, stand in another order or look different; undefined stands for the space itself. */
  readonly parents: ReadonlySet<string | undefined>;
}

/** What became different from one revision of a space to another. */
export function treeChanges(before: PageTree, after: PageTree): TreeChanges {
  const parents = new Set<string | undefined>();
  const changed: string[] = [];
  const deleted: string[] = [];
  for (const old of before.byId.values()) {
    const node = after.byId.get(old.id);
    if (node === undefined) deleted.push(old.id);
    else if (isSame(old, node)) continue;
    else changed.push(old.id);
    parents.add(old.parent?.id).add((node ?? old).parent?.id);
  }
  if (!areSameIds(before.roots, after.roots)) parents.add(undefined);
  for (const node of after.byId.values()) {
    const children = before.byId.get(node.id)?.children;
    if (children && !areSameIds(children, node.children)) parents.add(node.id);
    // A row can be opened or not: that is how its parent shows it.
    if (children && (children.length === 0) !== (node.children.length === 0)) parents.add(node.parent?.id);
  }
  return { changed, deleted, parents: new Set([...parents].filter((id) => id === undefined || after.byId.has(id))) };
}

const fields = ['updatedAt', 'type', 'emoji', 'icon', 'hidden', 'href', 'description', 'slug'] as const;

function isSame(one: PageNode, other: PageNode): boolean {
  return (
    one.title === other.title &&
    one.path === other.path &&
    one.parent?.id === other.parent?.id &&
    fields.every((field) => one.page[field] === other.page[field])
  );
}

function areSameIds(some: readonly PageNode[], others: readonly PageNode[]): boolean {
  return some.length === others.length && some.every((node, index) => node.id === others[index]?.id);
}
