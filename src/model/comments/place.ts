/** What comments belong to: a space, or one of its change requests. */
export interface DiscussionPlace {
  readonly space: string;
  readonly changeRequest?: string | undefined;
}

/** Equal for the same place only. */
export function discussionKey({ space, changeRequest }: DiscussionPlace): string {
  return JSON.stringify(changeRequest === undefined ? [space] : [space, changeRequest]);
}
