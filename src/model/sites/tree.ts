import type { SiteSectionGroup } from '../../contract/sites/siteSectionGroups.ts';
import type { SiteSection } from '../../contract/sites/siteSections.ts';
import type { SiteSpace } from '../../contract/sites/siteSpaces.ts';
import type { SiteStructure, StructureItem } from '../../contract/sites/siteStructure.ts';

export type PartKind = 'site-section-group' | 'site-section' | 'site-space';

/**
 * A part of a site: a group contains sections, a section contains site spaces. Plain data, because it is sent to the
 * board's webview. Values that are empty on the server are absent here.
 */
export interface SitePart {
  readonly kind: PartKind;
  readonly id: string;
  readonly title: string;
  readonly path?: string;
  readonly description?: string;
  /** The expression that decides which visitors see it. */
  readonly condition?: string;
  readonly icon?: string;
  readonly isDefault?: true;
  /** Its URL for visitors. */
  readonly published?: string;
  /** The space of a site space; absent if it no longer exists or the account can't see it. */
  readonly space?: LinkedSpace;
  readonly children: readonly SitePart[];
}

export interface LinkedSpace {
  readonly id: string;
  readonly title: string;
  readonly emoji?: string;
  readonly isDeleted?: true;
}

/** The content of a site, in order: groups and sections at the top, or site spaces. */
export interface SiteTree {
  readonly top: readonly SitePart[];
}

/** The tree of a structure that came in one reply (section 2.7, published site). */
export function siteTreeOf({ structure }: SiteStructure): SiteTree {
  return { top: distinct(structure.map(partOfItem)) };
}

/**
 * The tree made of the three lists (sections 4.9 to 4.11). The list of sections is in reading order and includes those
 * in groups, which shows where a group is. A group without sections keeps its place in `before`, else follows the group
 * before it.
 */
export function siteTreeFromLists(
  lists: {
    readonly sections: readonly SiteSection[];
    readonly groups: readonly SiteSectionGroup[];
    readonly siteSpaces: readonly SiteSpace[];
  },
  before?: SiteTree,
): SiteTree {
  const inSections = Map.groupBy(lists.siteSpaces, ({ section }) => section ?? undefined);
  if (lists.sections.length + lists.groups.length === 0) {
    return { top: distinct((inSections.get(undefined) ?? []).map(siteSpacePart)) };
  }
  const sections = lists.sections.map((section) => ({
    group: section.sectionGroup ?? undefined,
    part: sectionPart({ ...section, siteSpaces: section.siteSpaces ?? inSections.get(section.id) ?? [] }),
  }));
  const groups = new Map(lists.groups.map((group) => [group.id, group]));
  const inGroups = Map.groupBy(sections, ({ group }) => group);
  const groupAt = (id: string): SitePart => {
    const group = groups.get(id) ?? { id, title: id };
    return groupPart(group, inGroups.get(id)?.map(({ part }) => part) ?? []);
  };
  const top = distinct(sections.map(({ group, part }) => (group === undefined ? part : groupAt(group))));
  const order = [...groups.keys()];
  for (const id of order) {
    if (!top.some((part) => part.id === id)) top.splice(placeOf(id, top, order, before), 0, groupAt(id));
  }
  return { top };
}

function placeOf(
  id: string,
  top: readonly SitePart[],
  groups: readonly string[],
  before: SiteTree | undefined,
): number {
  const stood = before?.top.findIndex((part) => part.id === id) ?? -1;
  const above =
    stood < 0 ? groups.slice(0, groups.indexOf(id)) : (before?.top ?? []).slice(0, stood).map((part) => part.id);
  const previous = top.findLastIndex((part) => above.includes(part.id));
  if (previous >= 0 || stood >= 0) return previous + 1;
  const next = top.findIndex((part) => groups.includes(part.id));
  return next < 0 ? top.length : next;
}

/** The place of a part: its parent (undefined at the top), and its siblings. */
export interface Placement {
  readonly part: SitePart;
  readonly parent: SitePart | undefined;
  readonly siblings: readonly SitePart[];
  readonly index: number;
}

export function placementOf(tree: SiteTree, id: string): Placement | undefined {
  for (const placement of standingsIn(tree)) if (placement.part.id === id) return placement;
  return undefined;
}

export function partOf(tree: SiteTree, id: string): SitePart | undefined {
  return placementOf(tree, id)?.part;
}

/** Every part, from top to bottom, each after its parent. */
export function* standingsIn(tree: SiteTree): Generator<Placement, void, undefined> {
  function* below(parent: SitePart | undefined, siblings: readonly SitePart[]): Generator<Placement, void, undefined> {
    for (const [index, part] of siblings.entries()) {
      yield { part, parent, siblings, index };
      yield* below(part, part.children);
    }
  }
  yield* below(undefined, tree.top);
}

/** Whether site spaces are in sections, or would be if there were any. */
export function hasSections({ top }: SiteTree): boolean {
  return top.some(({ kind }) => kind !== 'site-space');
}

/** The same tree with other children at the top, or in one of its parts. */
export function withChildren(tree: SiteTree, parent: string | undefined, children: readonly SitePart[]): SiteTree {
  if (parent === undefined) return { top: children };
  const replaced = (parts: readonly SitePart[]): readonly SitePart[] => {
    const next = parts.map((part) => {
      if (part.id === parent) return { ...part, children };
      const below = replaced(part.children);
      return below === part.children ? part : { ...part, children: below };
    });
    return next.every((part, index) => part === parts[index]) ? parts : next;
  };
  return { top: replaced(tree.top) };
}

function partOfItem(item: StructureItem): SitePart {
  if (item.object === 'site-section-group' || item.sections) {
    return groupPart({ ...item, title: item.title ?? '' }, (item.sections ?? []).map(sectionPart));
  }
  if (item.object === 'site-space' || item.space) {
    return siteSpacePart({ ...item, title: item.title ?? '', path: item.path ?? '' });
  }
  return sectionPart({ ...item, title: item.title ?? '', path: item.path ?? '' });
}

function groupPart(group: Resource, sections: readonly SitePart[]): SitePart {
  return { ...shared('site-section-group', group), children: distinct(sections) };
}

function sectionPart(section: SiteSection): SitePart {
  return { ...shared('site-section', section), children: distinct((section.siteSpaces ?? []).map(siteSpacePart)) };
}

function siteSpacePart(siteSpace: SiteSpace): SitePart {
  const { space } = siteSpace;
  return {
    ...shared('site-space', siteSpace),
    ...(space && {
      space: {
        id: space.id,
        title: space.title,
        ...(space.emoji && { emoji: space.emoji }),
        ...(space.deletedAt && { isDeleted: true }),
      },
    }),
    children: [],
  };
}

type Resource = Pick<SitePart, 'id' | 'title'> & { readonly [Field in keyof StructureItem]?: StructureItem[Field] };

function shared(kind: PartKind, resource: Resource): Omit<SitePart, 'children'> {
  const { id, title, path, description, condition, icon } = resource;
  const published = resource.urls?.published;
  return {
    kind,
    id,
    title,
    ...(path && { path }),
    ...(description && { description }),
    ...(condition && { condition }),
    ...(icon && { icon }),
    ...(resource.default && { isDefault: true }),
    ...(published && { published }),
  };
}

function distinct(parts: readonly SitePart[]): SitePart[] {
  return [...new Map(parts.map((part) => [part.id, part])).values()];
}
