import { discussionKey, type DiscussionPlace } from '../../model/comments/place.ts';

/** What a panel shows. The webview stores it, so that it can be shown again after a reload. */
export interface PanelPlace extends DiscussionPlace {
  /** The account's key. */
  readonly account: string;
  /** The title of the tab. */
  readonly title: string;
}

export function keyOf(place: PanelPlace): string {
  return JSON.stringify([place.account, discussionKey(place)]);
}

/** The stored state may be anything. */
export function placeOf(kept: unknown): PanelPlace | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { account, space, changeRequest, title } = kept as Record<string, unknown>;
  if (typeof account !== 'string' || typeof space !== 'string' || typeof title !== 'string') return undefined;
  if (changeRequest !== undefined && typeof changeRequest !== 'string') return undefined;
  return { account, space, title, ...(changeRequest !== undefined && { changeRequest }) };
}
