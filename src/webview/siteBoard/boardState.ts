import { moved, type Move } from '../../model/sites/moves.ts';
import { fieldsOf, type PartField } from '../../model/sites/limits.ts';
import type { SitePart, SiteTree } from '../../model/sites/tree.ts';
import type { Board } from '../../protocol/siteBoard.ts';

export type Fields = { readonly [Field in PartField]?: string | undefined };

export interface Editing {
  readonly id: string;
  /** As typed. */
  readonly fields: Fields;
  /** As they were when the editor was opened: what differs was typed here, all else belongs to others. */
  readonly before: Fields;
  readonly problems: Fields;
  /** Why it was not taken. */
  readonly refusal?: string | undefined;
  readonly isSending: boolean;
}

export interface BoardState {
  board: Board | undefined;
  /** Why there is no board; of a site that is gone there will be none. */
  failure: { readonly message: string; readonly isGone: boolean } | undefined;
  /** What the keyboard holds, and where it would be dropped. */
  grabbed: Move | undefined;
  editing: Editing | undefined;
  /** What was refused last. */
  notice: string | undefined;
}

export function boardState(): BoardState {
  return { board: undefined, failure: undefined, grabbed: undefined, editing: undefined, notice: undefined };
}

/** With what the keyboard holds where it would be dropped. */
export function shownTree({ board, grabbed }: BoardState): SiteTree {
  const tree = board?.tree ?? { top: [] };
  return (grabbed && moved(tree, grabbed)) ?? tree;
}

/** What was typed since the editor was opened. */
export function typedIn({ fields, before }: Pick<Editing, 'fields' | 'before'>): PartField[] {
  return (Object.keys(fields) as PartField[]).filter((field) => (fields[field] ?? '') !== (before[field] ?? ''));
}

/** What of it is to be sent: what others have changed meanwhile is not put back. */
export function changesOf(editing: Pick<Editing, 'fields' | 'before'>, part: SitePart): PartField[] {
  const typed = typedIn(editing);
  return fieldsOf(part.kind).filter(
    (field) => typed.includes(field) && (editing.fields[field] ?? '') !== (part[field] ?? ''),
  );
}
