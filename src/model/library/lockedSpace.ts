/** What both sides say of a space whose edit mode is `locked`. */
export const lockedSentence = 'The space is locked, so nobody can change its content.';
export const unlockFirst = `${lockedSentence} Unlock the space first.`;

interface Lockable {
  readonly editMode?: string | null | undefined;
  readonly permissions?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Whether nobody can change the content of the space. A server that still permits edits to a locked space is believed, and one that
 * tells no permissions is asked by trying: some lock direct edits only, and take those of change requests.
 */
export function isLocked({ editMode, permissions }: Lockable): boolean {
  return editMode === 'locked' && permissions?.['edit'] === false;
}

/** Whether a lock explains that the server has refused a change of the content. */
export function explainsRefusal({ editMode, permissions }: Lockable): boolean {
  return editMode === 'locked' && permissions?.['edit'] !== true;
}

/**
 * Whether somebody may start change requests in the space and describe them, as far as is known. That takes the right to edit,
 * which no reply shows while the space is locked: then everybody who may comment can try.
 */
export function mayPropose(space: Lockable): boolean {
  const { permissions } = space;
  return permissions?.['edit'] !== false || (isLocked(space) && permissions['comment'] !== false);
}
