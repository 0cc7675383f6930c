import type { Page } from '../../contract/spaces/content.ts';
import { longestIncreasing } from '../shared/longestIncreasing.ts';
import { lineageOf, type PageNode, type PageTree } from '../pages/tree.ts';
import { isReadable } from '../pages/readable.ts';
import { nameOf } from '../pages/paths.ts';

/** A page that differs between two trees. Applied to the first tree, all changes together give the second. */
export interface PageChange {
  readonly id: string;
  /** Undefined if the page was added. */
  readonly before: PageSide | undefined;
  /** Undefined if the page was removed. */
  readonly after: PageSide | undefined;
  /** Whether the text differs; `perhaps` if the page was updated and it is unknown what changed. */
  readonly text: 'same' | 'other' | 'perhaps';
  /** It has another parent, or moved to or from the top. */
  readonly isMoved: boolean;
  /** It has the same parent as before, but another position among its siblings. */
  readonly isReordered: boolean;
  /** Index among its siblings, from 0; for a removed page, its former index. */
  readonly at: number;
  /** Its name in paths changed. */
  readonly isRenamed: boolean;
  /** Other fields that changed. Empty for a page that was added or removed. */
  readonly fields: readonly FieldChange[];
}

/** A page on one side of the comparison, without its tree. */
export interface PageSide {
  /** The page as received, without its children. */
  readonly page: Page;
  readonly title: string;
  /** See `PageNode.path`. */
  readonly path: string | undefined;
  readonly isReadable: boolean;
  /** The id of its parent page. */
  readonly parent: string | undefined;
  /** The titles of its ancestors, from the top down. */
  readonly above: readonly string[];
}

export interface FieldChange {
  readonly name: FieldName;
  /** The value as received; undefined if absent. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The pages whose text changed, as reported by the server. */
export interface ReportedEdits {
  readonly edited: ReadonlySet<string>;
  /** Whether all of them are reported. */
  readonly isAll: boolean;
}

const nothingReported: ReportedEdits = { edited: new Set(), isAll: false };

/** The fields of a page other than text and place. */
export const fieldNames = [
  'title',
  'type',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'layout',
  'cover',
  'href',
  'target',
  'variables',
  'computed',
] as const satisfies readonly (keyof Page)[];
export type FieldName = (typeof fieldNames)[number];

/**
 * The pages that differ between two trees of a space, in the order of the second; removed pages come after the page
 * that they followed. Which texts changed is derived from the trees (see `reportsTexts`), unless the server reports it in
 * `reported`.
 */
export function pageChanges(base: PageTree, head: PageTree, reported: ReportedEdits = nothingReported): PageChange[] {
  const places = placesIn(head);
  const reordered = reorderedIn(base, head);
  const removed = removedAfter(base, head, reordered);
  const changes: PageChange[] = [...(removed.get(undefined) ?? [])];
  for (const after of head.byId.values()) {
    const before = base.byId.get(after.id);
    const at = places.get(after.id) ?? 0;
    if (!before) changes.push({ ...unchanged, id: after.id, before, after: sideOf(after), text: 'other', at });
    else changes.push(...changesOf(before, after, { at, isReordered: reordered.has(after.id) }, reported));
    changes.push(...(removed.get(after.id) ?? []));
  }
  return changes;
}

export function sideOf(node: PageNode): PageSide {
  const { page, title, path, parent } = node;
  const above = lineageOf(node).slice(0, -1);
  return {
    page,
    title,
    path,
    isReadable: isReadable(node),
    parent: parent?.id,
    above: above.map(({ title }) => title),
  };
}

/**
 * Whether pages of the tree have a field that shows text changes: the document's id, or the time of the last update.
 */
export function reportsTexts({ byId }: PageTree): boolean {
  for (const node of byId.values()) {
    if (isReadable(node) && !node.page.documentId && !node.page.updatedAt) return false;
  }
  return true;
}

const unchanged = { isMoved: false, isReordered: false, isRenamed: false, fields: [] } as const;

function changesOf(
  before: PageNode,
  after: PageNode,
  place: Pick<PageChange, 'at' | 'isReordered'>,
  reported: ReportedEdits,
): PageChange[] {
  const text = textChange(before, after, reported);
  const isMoved = before.parent?.id !== after.parent?.id;
  const isRenamed = nameOf(before.page) !== nameOf(after.page);
  const fields = fieldNames.flatMap((name): FieldChange[] => {
    const [one, other] = [before.page[name] ?? undefined, after.page[name] ?? undefined];
    return isSame(one, other) ? [] : [{ name, before: one, after: other }];
  });
  if (text === 'same' && !isMoved && !place.isReordered && !isRenamed && fields.length === 0) return [];
  const sides = { before: sideOf(before), after: sideOf(after) };
  return [{ ...place, ...sides, id: after.id, text, isMoved, isRenamed, fields }];
}

function textChange(before: PageNode, after: PageNode, { edited, isAll }: ReportedEdits): PageChange['text'] {
  if (edited.has(after.id)) return 'other';
  if (!isReadable(before) && !isReadable(after)) return 'same';
  const [one, other] = [before.page, after.page];
  if (one.documentId && other.documentId && one.documentId !== other.documentId) return 'other';
  if (isAll) return 'same';
  return one.updatedAt !== other.updatedAt ? 'perhaps' : 'same';
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** With sorted keys, and without empty values. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]));
}

/** The smallest set of pages whose moves explain the new order of siblings. */
function reorderedIn(base: PageTree, head: PageTree): ReadonlySet<string> {
  const reordered = new Set<string>();
  const siblings = (ids: readonly PageNode[], parent: string | undefined): void => {
    const stayed = ids.flatMap(({ id }) => {
      const before = base.byId.get(id);
      return before && before.parent?.id === parent ? [before] : [];
    });
    const inOrder = longestIncreasing(stayed.map((node) => places.get(node.id) ?? 0));
    stayed.forEach(({ id }, at) => !inOrder.has(at) && reordered.add(id));
  };
  const places = placesIn(base);
  siblings(head.roots, undefined);
  for (const { id, children } of head.byId.values()) if (children.length > 1) siblings(children, id);
  return reordered;
}

/** The index of each page among its siblings. */
function placesIn({ roots, byId }: PageTree): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const enter = (siblings: readonly PageNode[]): void => siblings.forEach(({ id }, at) => places.set(id, at));
  enter(roots);
  for (const { children } of byId.values()) enter(children);
  return places;
}

/** The removed pages, by the remaining page that they followed in depth-first order. */
function removedAfter(
  base: PageTree,
  head: PageTree,
  reordered: ReadonlySet<string>,
): ReadonlyMap<string | undefined, readonly PageChange[]> {
  const removed = new Map<string | undefined, PageChange[]>();
  const places = placesIn(base);
  let last: string | undefined;
  for (const before of base.byId.values()) {
    const now = head.byId.get(before.id);
    if (now) {
      const hasStayed = now.parent?.id === before.parent?.id && !reordered.has(before.id);
      if (hasStayed) last = before.id;
      continue;
    }
    const at = places.get(before.id) ?? 0;
    const change: PageChange = {
      ...unchanged,
      id: before.id,
      before: sideOf(before),
      after: undefined,
      text: 'other',
      at,
    };
    const behind = removed.get(last);
    if (behind) behind.push(change);
    else removed.set(last, [change]);
  }
  return removed;
}
