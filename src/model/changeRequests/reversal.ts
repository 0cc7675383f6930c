import { isSame } from '../shared/same.ts';
import { pageChanges, type PageChange } from './changes.ts';
import { mergeValues } from '../merge/texts.ts';
import { lineageOf, type PageNode, type PageTree } from '../pages/tree.ts';
import { isReadable } from '../pages/readable.ts';

/** The pages of a space after a merge, before it, and now. */
export interface MergedTrees {
  readonly merged: PageTree;
  readonly before: PageTree;
  readonly now: PageTree;
}

/**
 * The edits that undo a merge, in this order: inserts and moves by depth, then deletes, then renames. Later changes of
 * others stay.
 */
export interface PageReversal {
  /** By depth in the tree, from the top, because deeper pages can be placed in the ones above. */
  readonly placed: readonly { readonly inserts: readonly ReinsertedPage[]; readonly moves: readonly PagePlace[] }[];
  /** Without pages that are deleted along with an ancestor. */
  readonly deletes: readonly string[];
  readonly renames: readonly { readonly page: string; readonly title?: string; readonly slug?: string }[];
  /** Ids of pages whose text the merge changed, or may have changed. */
  readonly texts: readonly string[];
  readonly skipped: readonly SkippedPage[];
}

export interface PagePlace {
  /** The page's former id. */
  readonly page: string;
  /** The parent page, possibly one that is inserted too; undefined for the top of the space. */
  readonly into: string | undefined;
  /** Index among its siblings, from 0. */
  readonly at: number;
}

export interface ReinsertedPage extends PagePlace {
  readonly title: string;
  /** Undefined if the slug made of the title is right. */
  readonly slug: string | undefined;
}

/** A page that keeps its current state, at least in part. */
export interface SkippedPage {
  readonly page: string;
  readonly title: string;
  /**
   * It was changed in the same places since, or deleted; other pages are below it; or the API can't make the necessary
   * change.
   */
  readonly why: 'changed' | 'deleted' | 'subpages' | 'unsupported';
}

/** Compares three-way: whatever nobody has changed since the merge becomes what it was before. */
export function reversalOf({ merged, before, now }: MergedTrees): PageReversal {
  const since = new Map(pageChanges(merged, now).map((change) => [change.id, change]));
  const skipped = new Map<string, SkippedPage>();
  const keep = (id: string, why: SkippedPage['why']) => {
    const node = now.byId.get(id) ?? before.byId.get(id) ?? merged.byId.get(id);
    if (!skipped.has(id)) skipped.set(id, { page: id, title: node?.title ?? '', why });
  };
  const undo = pageChanges(merged, before);
  const added = undo.filter(({ id, after }) => !after && now.byId.has(id)).map(({ id }) => id);
  const removed = undo
    .filter(({ id, before: side }) => !side && !now.byId.has(id))
    .map(({ id }) => before.byId.get(id)!);
  const changed = undo.filter((change) => change.before && change.after);

  const inserted = new Map<string, PageNode>();
  for (const node of removed) {
    // The API only inserts pages with a text.
    if (isReadable(node) && node.page.type === 'document') inserted.set(node.id, node);
    else keep(node.id, 'unsupported');
  }
  const moved = changed.filter((change) => (change.isMoved || change.isReordered) && mayMove(change));
  const places = createPlaces(now, before, new Set(moved.map(({ id }) => id)));
  const placed = byDepth([...inserted.values(), ...moved.map(({ id }) => before.byId.get(id)!)]).map((nodes) => {
    const inserts: ReinsertedPage[] = [];
    const moves: PagePlace[] = [];
    for (const node of nodes) {
      const parent = parentOf(node);
      const place = { page: node.id, into: parent, at: places.put(node.id, parent) };
      if (!inserted.has(node.id)) moves.push(place);
      else inserts.push({ ...place, title: node.page.title ?? '', slug: node.page.slug ?? undefined });
    }
    return { inserts, moves };
  });
  const deletes = deletable(added);
  const renames = changed.flatMap((change) => renameOf(change, new Set(deletes)) ?? []);
  for (const change of changed) checkOthers(change);
  return {
    placed,
    deletes: deletes.filter((id) => !deletes.includes(places.parentOf(id) ?? '')),
    renames,
    texts: changed.filter(hasOtherText).map(({ id }) => id),
    skipped: [...skipped.values()],
  };

  function isThere(id: string): boolean {
    return now.byId.has(id) || inserted.has(id);
  }

  /** For a page that is inserted again, the nearest ancestor that exists. */
  function parentOf(node: PageNode): string | undefined {
    let { parent } = node;
    while (parent && !isThere(parent.id)) parent = parent.parent;
    return parent?.id;
  }

  function mayMove({ id, isMoved }: PageChange): boolean {
    const [was, there, wanted] = [merged, now, before].map(({ byId }) => byId.get(id));
    if (!there) return false;
    const target = wanted?.parent?.id;
    if (isMoved && there.parent?.id === target) return false;
    const isGone = target !== undefined && !isThere(target);
    const above = target === undefined ? undefined : now.byId.get(target);
    const isBelowItself = above !== undefined && lineageOf(above).some((each) => each.id === id);
    // If a parent and a child were swapped, the one above has moved away first.
    const isFreed = above !== undefined && changed.some((change) => change.id === above.id && change.isMoved);
    if (there.parent?.id === was?.parent?.id && !isGone && (!isBelowItself || isFreed)) return true;
    keep(id, 'changed');
    return false;
  }

  /** Pages that nobody has changed since, and that have no page below them that stays. */
  function deletable(ids: readonly string[]): readonly string[] {
    const left = new Set<string>();
    for (const id of ids) {
      const change = since.get(id);
      const isChanged =
        change && (change.text !== 'same' || change.isMoved || change.isRenamed || change.fields.length > 0);
      if (isChanged) keep(id, 'changed');
      else left.add(id);
    }
    // Bottom-up, because a page with a remaining page below it has to stay, too.
    for (let isStable = false; !isStable;) {
      isStable = true;
      for (const id of left) {
        if (places.childrenOf(id).every((child) => left.has(child))) continue;
        left.delete(id);
        keep(id, 'subpages');
        isStable = false;
      }
    }
    return [...left];
  }

  function renameOf({ id }: PageChange, gone: ReadonlySet<string>) {
    const [was, there, wanted] = [merged, now, before].map(({ byId }) => byId.get(id)?.page);
    if (!was || !there || !wanted) return undefined;
    const title = mergeValues(was.title, there.title, wanted.title);
    const slug = mergeValues(was.slug, there.slug, wanted.slug);
    const siblings = places.childrenOf(places.parentOf(id)).filter((each) => each !== id && !gone.has(each));
    const isTaken = slug.value !== there.slug && siblings.some((each) => nodeAt(each)?.page.slug === slug.value);
    if (title.isConflict || slug.isConflict || isTaken) keep(id, 'changed');
    const changes = {
      ...(title.value && title.value !== there.title && { title: title.value }),
      ...(slug.value && slug.value !== there.slug && !isTaken && { slug: slug.value }),
    };
    return Object.keys(changes).length > 0 ? { page: id, ...changes } : undefined;
  }

  function nodeAt(id: string): PageNode | undefined {
    return now.byId.get(id) ?? inserted.get(id);
  }

  /** Only title, slug, place and text can be edited. */
  function checkOthers({ id, fields, text }: PageChange): void {
    const there = now.byId.get(id);
    if (!there) {
      if (fields.length > 0 || text !== 'same') keep(id, 'deleted');
      return;
    }
    const written = new Set<string>(['title', 'slug']);
    const isLeft = fields.some(({ name, after }) => {
      return !written.has(name) && !isSame(there.page[name] ?? undefined, after);
    });
    if (isLeft) keep(id, 'unsupported');
  }

  function hasOtherText({ id, text }: PageChange): boolean {
    const there = now.byId.get(id);
    return text !== 'same' && there?.page.type === 'document' && isReadable(there);
  }
}

function byDepth(nodes: readonly PageNode[]): readonly (readonly PageNode[])[] {
  const groups = Map.groupBy(nodes, (node) => lineageOf(node).length);
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/**
 * Tracks the places of pages while they are put back one after the other. Pages that are still to be moved don't count
 * as neighbors.
 */
function createPlaces(now: PageTree, before: PageTree, toMove: Set<string>) {
  const children = new Map<string | undefined, string[]>([[undefined, now.roots.map(({ id }) => id)]]);
  const parents = new Map<string, string | undefined>();
  for (const node of now.byId.values()) {
    children.set(
      node.id,
      node.children.map(({ id }) => id),
    );
    parents.set(node.id, node.parent?.id);
  }

  function childrenOf(parent: string | undefined): string[] {
    const known = children.get(parent) ?? [];
    children.set(parent, known);
    return known;
  }

  return {
    childrenOf: (parent: string | undefined): readonly string[] => childrenOf(parent),
    parentOf: (page: string) => parents.get(page),
    /** Returns the place after the sibling that it followed, else before the one that followed it, else at the end. */
    put(page: string, parent: string | undefined): number {
      const old = parents.has(page) ? childrenOf(parents.get(page)) : [];
      if (old.includes(page)) old.splice(old.indexOf(page), 1);
      const siblings = childrenOf(parent);
      toMove.delete(page);
      const isNeighbor = (id: string) => siblings.includes(id) && !toMove.has(id);
      const node = before.byId.get(page);
      const former = (node?.parent ? node.parent.children : before.roots).map(({ id }) => id);
      const own = former.indexOf(page);
      const ahead = former.slice(0, own).findLast(isNeighbor);
      const behind = former.slice(own + 1).find(isNeighbor);
      const place =
        ahead !== undefined
          ? siblings.indexOf(ahead) + 1
          : behind !== undefined
            ? siblings.indexOf(behind)
            : siblings.length;
      siblings.splice(place, 0, page);
      parents.set(page, parent);
      return place;
    },
  };
}
