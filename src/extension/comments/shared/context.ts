import type { Services } from '../../ground/services/services.ts';

export interface CommentContext extends Services {
  /** Whether to poll for new items; tests check themselves. */
  readonly polls: boolean;
}

/** Identifies our comments in menus and in the documents of VS Code's comment boxes. */
export const controllerId = 'docsPlatform.comments';
