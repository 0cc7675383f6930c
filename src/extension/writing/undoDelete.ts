import type { PageChange } from '../../model/changes.ts';
import { pagesIn, slugIn } from '../../model/pagePlaces.ts';
import type { PageNode, PageTree } from '../../model/pageTree.ts';
import { isReadable } from '../../model/readable.ts';
import type { PageEdit } from '../../store/changeRequestEdits.ts';
import type { PageActParts } from './pageActParts.ts';
import { send, type PageDesk } from './pageDesk.ts';

/** Pages as they are before they are deleted. */
export interface DeletedPages {
  /** Pages that main doesn't have: reverting can't bring them back. */
  readonly added: readonly PageNode[];
  /** Brings all of them back as the change request had them. Undefined where that isn't possible. */
  readonly restore: (() => Promise<void>) | undefined;
}

/** Remembers pages, in the order of the tree, before they are deleted. */
export async function rememberPages(
  parts: PageActParts,
  desk: PageDesk,
  tree: PageTree,
  nodes: readonly PageNode[],
): Promise<DeletedPages> {
  const { content, edits, space, number } = desk;
  const { pages, isComparable } = await content.changes(space, number);
  const changes = new Map(pages.map((change) => [change.id, change]));
  const added = nodes.filter(({ id }) => changes.has(id) && changes.get(id)?.before === undefined);
  // A server that compares nothing doesn't tell what reverting loses, and only documents can be inserted.
  if (!isComparable || added.some((node) => !isDocument(node))) return { added, restore: undefined };
  const texts = new Map<string, string>();
  for (const { id } of nodes.filter((node) => isDocument(node) && hasOtherText(changes.get(node.id)))) {
    texts.set(id, (await edits.page({ space, number, page: id })).text);
  }

  async function restore(): Promise<void> {
    /** An inserted page gets another id. */
    const ids = new Map<string, string>();
    const placeOf = (node: PageNode) => ({
      into: node.parent && (ids.get(node.parent.id) ?? node.parent.id),
      at: pagesIn(tree, node.parent?.id).findIndex(({ id }) => id === node.id),
    });
    const kept = nodes.filter((node) => !added.includes(node));
    if (kept.length > 0) await send(parts, desk, ...kept.map(({ id }): PageEdit => ({ kind: 'revert', page: id })));
    for (const node of added) {
      const text = texts.get(node.id);
      const { inserted } = await send(parts, desk, { kind: 'insert', title: node.title, text, ...placeOf(node) });
      ids.set(node.id, inserted[0] ?? node.id);
    }
    const changed = kept.flatMap((node): PageEdit[] => {
      const change = changes.get(node.id);
      if (!change) return [];
      const text = texts.get(node.id);
      return [
        ...(text === undefined ? [] : [{ kind: 'write', page: node.id, text } as const]),
        ...(change.isMoved || change.isReordered ? [{ kind: 'move', page: node.id, ...placeOf(node) } as const] : []),
        ...(isCalledOtherwise(change)
          ? [{ kind: 'rename', page: node.id, title: node.page.title ?? undefined, slug: slugIn(node) } as const]
          : []),
      ];
    });
    if (changed.length > 0) await send(parts, desk, ...changed);
  }

  return { added, restore };
}

function isDocument(node: PageNode): boolean {
  return isReadable(node) && (node.page.type ?? 'document') === 'document';
}

function hasOtherText(change: PageChange | undefined): boolean {
  return change !== undefined && (!change.before || change.text !== 'same');
}

function isCalledOtherwise({ isRenamed, fields }: PageChange): boolean {
  return isRenamed || fields.some(({ name }) => name === 'title' || name === 'slug');
}
