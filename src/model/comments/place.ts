/** What comments belong to: a space, or one of its change requests. */
export interface CommentsPlace {
  readonly space: string;
  readonly changeRequest?: string | undefined;
}

/** Equal for the same place only. */
export function commentsKey({ space, changeRequest }: CommentsPlace): string {
  return JSON.stringify(changeRequest === undefined ? [space] : [space, changeRequest]);
}
