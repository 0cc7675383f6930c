import { moved, type Move } from '../../model/sites/moves.ts';
import { fieldsOf, type PartField } from '../../model/sites/limits.ts';
import type { SitePart, SiteTree } from '../../model/sites/tree.ts';
import type { Board } from '../../protocol/siteBoard.ts';

export type Fields = { readonly [Field in PartField]?: string | undefined };

export interface Editing {
  readonly id: string;
  /** The text as typed. */
  readonly fields: Fields;
  /** The fields when the editor was opened. Differences were typed here; other changes belong to others. */
  readonly before: Fields;
  readonly problems: Fields;
  /** Why the server refused it. */
  readonly refusal?: string | undefined;
  readonly isSending: boolean;
}

export interface BoardState {
  board: Board | undefined;
  /** Why there is no board. If the site is gone, there won't be one. */
  failure: { readonly message: string; readonly isGone: boolean } | undefined;
  /** The part picked up with the keyboard, and where it would be dropped. */
  grabbed: Move | undefined;
  editing: Editing | undefined;
  /** The last refusal. */
  notice: string | undefined;
}

export function boardState(): BoardState {
  return { board: undefined, failure: undefined, grabbed: undefined, editing: undefined, notice: undefined };
}

/** The tree with the picked-up part where it would be dropped. */
export function shownTree({ board, grabbed }: BoardState): SiteTree {
  const tree = board?.tree ?? { top: [] };
  return (grabbed && moved(tree, grabbed)) ?? tree;
}

/** The fields that the user has changed since the editor was opened. */
export function typedIn({ fields, before }: Pick<Editing, 'fields' | 'before'>): PartField[] {
  return (Object.keys(fields) as PartField[]).filter((field) => (fields[field] ?? '') !== (before[field] ?? ''));
}

/** The fields to send. Changes that others have made in the meantime aren't reverted. */
export function changesOf(editing: Pick<Editing, 'fields' | 'before'>, part: SitePart): PartField[] {
  const typed = typedIn(editing);
  return fieldsOf(part.kind).filter(
    (field) => typed.includes(field) && (editing.fields[field] ?? '') !== (part[field] ?? ''),
  );
}
