import { hasSections, placementOf, withChildren, type PartKind, type SitePart, type SiteTree } from './tree.ts';

/**
 * The target of a move: the parent (undefined for the top) and a neighbor. If `before` no longer exists, `after`
 * decides; without both, the part goes to the end.
 */
export interface Move {
  readonly id: string;
  readonly parent?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A part as named in positions of the API (section 2.1, Position). */
export interface PartName {
  readonly type: PartKind;
  readonly id: string;
}

/** One request of a move. Without neighbors, the item goes to the end. */
export type MoveCall =
  | { readonly call: 'sort' | 'move'; readonly item: PartName; readonly before?: PartName; readonly after?: PartName }
  | { readonly call: 'addToGroup' | 'removeFromGroup'; readonly group: string; readonly section: string };

/** Whether the API can move the part there: sections can enter and leave groups, site spaces stay in their section. */
export function mayStandIn(tree: SiteTree, id: string, parent: string | undefined): boolean {
  const placement = placementOf(tree, id);
  if (!placement) return false;
  if (placement.parent?.id === parent) return true;
  if (placement.part.kind !== 'site-section') return false;
  return parent === undefined ? hasSections(tree) : placementOf(tree, parent)?.part.kind === 'site-section-group';
}

/** All possible places of the part, in reading order, including its current one. */
export function placesFor(tree: SiteTree, id: string): Move[] {
  const placement = placementOf(tree, id);
  if (!placement) return [];
  const among = (parent: string | undefined, siblings: readonly SitePart[]): Move[] => {
    const others = siblings.filter((sibling) => sibling.id !== id);
    return [...others.keys(), others.length].map((index) => ({
      id,
      parent,
      before: others[index]?.id,
      after: others[index - 1]?.id,
    }));
  };
  if (placement.part.kind !== 'site-section') return among(placement.parent?.id, placement.siblings);
  const others = tree.top.filter((part) => part.id !== id);
  return among(undefined, tree.top).flatMap((move, index) => {
    const next = others[index];
    return next?.kind === 'site-section-group' ? [move, ...among(next.id, next.children)] : [move];
  });
}

/** The tree after the move; undefined if the part can't be there. */
export function moved(tree: SiteTree, move: Move): SiteTree | undefined {
  const placement = placementOf(tree, move.id);
  if (!placement || !mayStandIn(tree, move.id, move.parent)) return undefined;
  const { part, parent, siblings } = placement;
  const without = withChildren(
    tree,
    parent?.id,
    siblings.filter((sibling) => sibling !== part),
  );
  const others = childrenOf(without, move.parent);
  return withChildren(without, move.parent, others.toSpliced(indexIn(others, move), 0, part));
}

/** Whether it is already where the move puts it. */
export function isDone(tree: SiteTree, move: Move): boolean {
  const placement = placementOf(tree, move.id);
  if (!placement || placement.parent?.id !== move.parent) return false;
  const others = placement.siblings.filter(({ id }) => id !== move.id);
  return indexIn(others, move) === placement.index;
}

/** The move that puts it back to its current place. */
export function wayBack(tree: SiteTree, id: string): Move | undefined {
  const placement = placementOf(tree, id);
  return (
    placement && {
      id,
      parent: placement.parent?.id,
      before: placement.siblings[placement.index + 1]?.id,
      after: placement.siblings[placement.index - 1]?.id,
    }
  );
}

/**
 * The requests of a move, in order; none if it changes nothing or is impossible. A section that leaves a group for the
 * top is placed after that group; one that enters a group is placed at its end (section 4.10). With `canSort` false,
 * only the deprecated moves are used. They can't put a section next to a group, so the groups are moved around it.
 */
export function callsFor(tree: SiteTree, move: Move, canSort: boolean): MoveCall[] {
  const placement = placementOf(tree, move.id);
  if (!placement || !mayStandIn(tree, move.id, move.parent)) return [];
  const { part, parent } = placement;
  const calls: MoveCall[] = [];
  let present = childrenOf(tree, move.parent);
  if (parent?.id !== move.parent) {
    if (move.parent === undefined) {
      calls.push({ call: 'removeFromGroup', group: parent?.id ?? '', section: part.id });
      present = present.toSpliced(present.findIndex(({ id }) => id === parent?.id) + 1, 0, part);
    } else {
      calls.push({ call: 'addToGroup', group: move.parent, section: part.id });
      present = [...present, part];
    }
  }
  const others = present.filter(({ id }) => id !== part.id);
  const index = indexIn(others, move);
  if (present[index]?.id === part.id) return calls;
  if (canSort) return [...calls, { call: 'sort', item: nameOf(part), ...neighbourAt(others, index) }];
  return [...calls, ...deprecatedMoves(part, present, others, index)];
}

function deprecatedMoves(
  part: SitePart,
  present: readonly SitePart[],
  others: readonly SitePart[],
  index: number,
): MoveCall[] {
  const item = nameOf(part);
  const isAnchor = (other: SitePart | undefined): boolean => part.kind !== 'site-section' || other?.kind === part.kind;
  if (isAnchor(others[index])) return [{ call: 'move', item, ...neighbourAt(others, index) }];
  if (isAnchor(others[index - 1])) return [{ call: 'move', item, ...after(others[index - 1]) }];
  if (index === others.length) return [{ call: 'move', item }];

  const next = others.findIndex((other, at) => at > index && isAnchor(other));
  const end = next < 0 ? others.length : next;
  const previous = others.slice(0, index).findLastIndex(isAnchor);
  const calls: MoveCall[] = [];
  if (previous >= 0 && index - previous < end - index + 1) {
    if (present.indexOf(part) !== previous + 1) calls.push({ call: 'move', item, ...after(others[previous]) });
    for (const group of others.slice(previous + 1, index)) {
      calls.push({ call: 'move', item: nameOf(group), before: item });
    }
    return calls;
  }
  if (present.indexOf(part) !== end) calls.push({ call: 'move', item, ...before(others[end]) });
  let last: SitePart = part;
  for (const group of others.slice(index, end)) {
    calls.push({ call: 'move', item: nameOf(group), after: nameOf(last) });
    last = group;
  }
  return calls;
}

/** The children of a part, or the top without one. */
export function childrenOf(tree: SiteTree, parent: string | undefined): readonly SitePart[] {
  return parent === undefined ? tree.top : (placementOf(tree, parent)?.part.children ?? []);
}

function indexIn(others: readonly SitePart[], move: Move): number {
  const at = (id: string | undefined) => (id === undefined ? -1 : others.findIndex((other) => other.id === id));
  const next = at(move.before);
  if (next >= 0) return next;
  const previous = at(move.after);
  return previous >= 0 ? previous + 1 : others.length;
}

/** The neighbor that defines the index: the item after it, else the one before it. */
function neighbourAt(others: readonly SitePart[], index: number): { before?: PartName; after?: PartName } {
  return index < others.length ? before(others[index]) : after(others.at(-1));
}

function before(part: SitePart | undefined): { before?: PartName } {
  return part ? { before: nameOf(part) } : {};
}

function after(part: SitePart | undefined): { after?: PartName } {
  return part ? { after: nameOf(part) } : {};
}

function nameOf({ kind, id }: SitePart): PartName {
  return { type: kind, id };
}
