interface Lockable {
  readonly editMode?: string | null | undefined;
  readonly permissions?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Whether nobody can change the content of the space. If the server still permits edits in a locked space, that counts.
 * If it returns no permissions, the edit is tried: some servers lock direct edits only, and accept change requests.
 */
export function isLocked({ editMode, permissions }: Lockable): boolean {
  return editMode === 'locked' && permissions?.['edit'] === false;
}

/** Whether a lock explains that the server refused a change of the content. */
export function explainsRefusal({ editMode, permissions }: Lockable): boolean {
  return editMode === 'locked' && permissions?.['edit'] !== true;
}

/**
 * Whether someone can create change requests in the space and describe them, as far as known. That requires permission
 * to edit, which no reply shows while the space is locked: then everyone with permission to comment can try.
 */
export function mayPropose(space: Lockable): boolean {
  const { permissions } = space;
  return permissions?.['edit'] !== false || (isLocked(space) && permissions['comment'] !== false);
}
