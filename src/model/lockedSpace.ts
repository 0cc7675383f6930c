/** What both sides say of a space whose edit mode is `locked`. */
export const lockedSentence = 'The space is locked, so nobody can change its content.';
export const unlockFirst = `${lockedSentence} Unlock the space first.`;

interface Lockable {
  readonly editMode?: string | null | undefined;
  readonly permissions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Whether nobody can change the content of the space. A server that still permits edits to a locked space is believed. */
export function isLocked({ editMode, permissions }: Lockable): boolean {
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
