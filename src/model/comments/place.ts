/** Where comments stand: at a space, or at one of its change requests. */
export interface DiscussionPlace {
  readonly space: string;
  readonly changeRequest?: string | undefined;
}

/** The same for the same place, different for every other. */
export function discussionKey({ space, changeRequest }: DiscussionPlace): string {
  return JSON.stringify(changeRequest === undefined ? [space] : [space, changeRequest]);
}
