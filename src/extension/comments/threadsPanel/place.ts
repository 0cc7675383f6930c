import { commentsKey, type CommentsPlace } from '../../../model/comments/place.ts';

/** What a panel shows. The webview stores it, so that it can be shown again after a reload. */
export interface PanelPlace extends CommentsPlace {
  /** The account's key. */
  readonly account: string;
  /** The title of the tab. */
  readonly title: string;
}

export function keyOf(place: PanelPlace): string {
  return JSON.stringify([place.account, commentsKey(place)]);
}

/** The stored state may be anything. */
export function placeOf(stored: unknown): PanelPlace | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { account, space, changeRequest, title } = stored as Record<string, unknown>;
  if (typeof account !== 'string' || typeof space !== 'string' || typeof title !== 'string') return undefined;
  if (changeRequest !== undefined && typeof changeRequest !== 'string') return undefined;
  return { account, space, title, ...(changeRequest !== undefined && { changeRequest }) };
}
