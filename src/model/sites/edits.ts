import { moved, type Move } from './moves.ts';
import {
  hasSections,
  placementOf,
  standingsIn,
  withChildren,
  type LinkedSpace,
  type SitePart,
  type SiteTree,
} from './tree.ts';
import type { PartField } from './limits.ts';

/**
 * One edit of a site's structure. `id` is that of the part; an added part has a temporary `id` until the server assigns
 * one.
 */
export type SiteEdit =
  | { readonly kind: 'move'; readonly move: Move }
  /** An empty text removes the field. */
  | { readonly kind: 'change'; readonly id: string; readonly fields: { readonly [Field in PartField]?: string } }
  | { readonly kind: 'link'; readonly id: string; readonly space: LinkedSpace }
  | { readonly kind: 'makeDefault'; readonly id: string }
  | { readonly kind: 'remove'; readonly id: string }
  | {
      readonly kind: 'addSection';
      readonly id: string;
      readonly space: LinkedSpace;
      readonly group?: string | undefined;
    }
  | { readonly kind: 'addGroup'; readonly id: string; readonly title: string }
  | {
      readonly kind: 'addSiteSpace';
      readonly id: string;
      readonly space: LinkedSpace;
      readonly section?: string | undefined;
    };

/**
 * The expected tree after the edit; undefined if its part is missing. The content of a removed group takes its place; a
 * removed default is replaced by the first that remains.
 */
export function edited(tree: SiteTree, edit: SiteEdit): SiteTree | undefined {
  switch (edit.kind) {
    case 'move':
      return moved(tree, edit.move);
    case 'change':
      return replaced(tree, edit.id, (part) => withFields(part, edit.fields));
    case 'link':
      return replaced(tree, edit.id, (part) => ({ ...part, title: edit.space.title, space: edit.space }));
    case 'makeDefault':
      return withDefault(tree, edit.id);
    case 'remove':
      return without(tree, edit.id);
    case 'addSection':
      return withSection(tree, edit);
    case 'addGroup': {
      const group: SitePart = { kind: 'site-section-group', id: edit.id, title: edit.title, children: [] };
      return { top: [...tree.top, group] };
    }
    case 'addSiteSpace': {
      const section = edit.section ?? defaultSection(tree)?.id;
      const into = section === undefined ? tree.top : placementOf(tree, section)?.part.children;
      if (!into || (section === undefined && hasSections(tree))) return undefined;
      const added = { ...siteSpace(edit), ...(into.length === 0 && { isDefault: true as const }) };
      return withChildren(tree, section, [...into, added]);
    }
  }
}

/** Whether the tree is in the state that the edit wants. Added parts can't be distinguished from similar ones. */
export function isMade(tree: SiteTree, edit: SiteEdit): boolean {
  if (edit.kind === 'remove') return placementOf(tree, edit.id) === undefined;
  if (edit.kind === 'addSection' || edit.kind === 'addGroup' || edit.kind === 'addSiteSpace') return false;
  const wanted = edited(tree, edit);
  return wanted !== undefined && inOrder(wanted) === inOrder(tree);
}

/**
 * The id of the added part in the tree after an edit: something new with the requested kind, title or space, at the
 * requested place. Undefined if there is none, and for edits that add nothing.
 */
export function addedId(before: SiteTree, after: SiteTree, edit: SiteEdit): string | undefined {
  if (edit.kind !== 'addSection' && edit.kind !== 'addGroup' && edit.kind !== 'addSiteSpace') return undefined;
  const old = new Set([...standingsIn(before)].map(({ part }) => part.id));
  const shows = (part: SitePart): boolean => 'space' in edit && part.space?.id === edit.space.id && !old.has(part.id);
  return [...standingsIn(after)].find(({ part, parent }) => {
    if (old.has(part.id)) return false;
    switch (edit.kind) {
      case 'addGroup':
        return part.kind === 'site-section-group' && part.title === edit.title;
      case 'addSection':
        return part.kind === 'site-section' && parent?.id === edit.group && part.children.some(shows);
      case 'addSiteSpace':
        return shows(part) && parent?.id === (edit.section ?? defaultSection(before)?.id);
    }
  })?.part.id;
}

/** A text for comparison that ignores the order of fields. */
function inOrder(tree: SiteTree): string {
  return JSON.stringify(tree, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** The section for new site spaces by default. It may be in a group. */
export function defaultSection(tree: SiteTree): SitePart | undefined {
  const sections = tree.top.flatMap((part) => (part.kind === 'site-section-group' ? part.children : [part]));
  return sections.find(({ kind, isDefault }) => kind === 'site-section' && isDefault);
}

function replaced(tree: SiteTree, id: string, change: (part: SitePart) => SitePart): SiteTree | undefined {
  const placement = placementOf(tree, id);
  if (!placement) return undefined;
  const { siblings, index, part, parent } = placement;
  return withChildren(tree, parent?.id, siblings.with(index, change(part)));
}

function withFields(part: SitePart, fields: { readonly [Field in PartField]?: string }): SitePart {
  const next: Record<string, unknown> = { ...part };
  for (const [field, text] of Object.entries(fields)) {
    if (text === '') delete next[field];
    else next[field] = text;
  }
  return next as unknown as SitePart;
}

function withDefault(tree: SiteTree, id: string): SiteTree | undefined {
  const placement = placementOf(tree, id);
  if (!placement || placement.part.kind === 'site-section-group') return undefined;
  const mark = (part: SitePart): SitePart => {
    const { isDefault: _, ...plain } = part;
    return part.id === id ? { ...plain, isDefault: true } : part.isDefault ? plain : part;
  };
  if (placement.part.kind === 'site-space') {
    return withChildren(tree, placement.parent?.id, placement.siblings.map(mark));
  }
  const top = tree.top.map((part) =>
    part.kind === 'site-section-group' ? { ...part, children: part.children.map(mark) } : mark(part),
  );
  return { top };
}

function without(tree: SiteTree, id: string): SiteTree | undefined {
  const placement = placementOf(tree, id);
  if (!placement) return undefined;
  const { part, parent, siblings, index } = placement;
  const inPlace = part.kind === 'site-section-group' ? part.children : [];
  const rest = withChildren(tree, parent?.id, siblings.toSpliced(index, 1, ...inPlace));
  if (!part.isDefault) return rest;
  const next =
    part.kind === 'site-section'
      ? rest.top.flatMap((each) => (each.kind === 'site-section-group' ? each.children : [each]))[0]
      : siblings.find((sibling) => sibling !== part);
  return next ? withDefault(rest, next.id) : rest;
}

/** The site spaces at the top of a site without sections are put into a section first. */
function withSection(tree: SiteTree, edit: Extract<SiteEdit, { kind: 'addSection' }>): SiteTree | undefined {
  const { id, space, group } = edit;
  const first: SitePart = { ...siteSpace({ ...edit, id: `${id}/space` }), isDefault: true };
  const section: SitePart = { kind: 'site-section', id, title: space.title, children: [first] };
  if (group !== undefined) {
    const into = placementOf(tree, group)?.part;
    return into?.kind === 'site-section-group' ? withChildren(tree, group, [...into.children, section]) : undefined;
  }
  if (tree.top.length === 0) return { top: [{ ...section, isDefault: true }] };
  if (hasSections(tree)) return { top: [...tree.top, section] };
  const title = (tree.top.find(({ isDefault }) => isDefault) ?? tree.top[0])?.title ?? '';
  const root: SitePart = { kind: 'site-section', id: `${id}/root`, title, isDefault: true, children: tree.top };
  return { top: [root, section] };
}

function siteSpace({ id, space }: { readonly id: string; readonly space: LinkedSpace }): SitePart {
  return { kind: 'site-space', id, title: space.title, space, children: [] };
}
