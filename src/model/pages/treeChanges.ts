import type { PageNode, PageTree } from './tree.ts';

export interface TreeChanges {
  /** Pages with another text (as far as `updatedAt` shows), title, look or place. */
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

/**
 * The differences between two trees of a space. If they are of different revisions, a page without the time of its last
 * update counts as changed, because its text may differ.
 */
export function treeChanges(before: PageTree, after: PageTree, isOtherRevision: boolean): TreeChanges {
  const changed: string[] = [];
  const deleted: string[] = [];
  for (const old of before.byId.values()) {
    const node = after.byId.get(old.id);
    if (node === undefined) deleted.push(old.id);
    else if (!isSame(old, node) || (isOtherRevision && !(old.page.updatedAt && node.page.updatedAt))) {
      changed.push(old.id);
    }
  }
  return { changed, deleted };
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
