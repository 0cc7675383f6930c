import type { Services } from '../../services/services.ts';

export interface CommentParts extends Services {
  /** Whether to ask now and then what is new; tests ask themselves. */
  readonly polls: boolean;
}

/** What menus and the documents of VS Code's boxes for comments know ours by. */
export const controllerId = 'docsPlatform.comments';
