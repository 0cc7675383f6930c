import type { Comment } from '../../contract/comments/comments.ts';
import type { CommentsPlace } from '../../model/comments/place.ts';
import type { CurrentUserId, Thread } from '../../model/comments/threads.ts';
import type { ApiError } from '../../model/shared/failure.ts';
import { createLanes, type Lane } from '../shared/lane.ts';
import type { Turns } from '../shared/pagedList.ts';
import type { SendOnce } from '../shared/sendOnce.ts';
import { createCommentCache, type CommentCache } from './cache.ts';
import type { CommentCalls } from './calls.ts';
import type { PendingAction } from './pendingActions.ts';
import type { CommentsChange } from './threads.ts';

export interface CommentsContext {
  readonly place: CommentsPlace;
  readonly calls: CommentCalls;
  readonly now: () => number;
  readonly turns: Turns;
  readonly sendOnce: SendOnce;
  readonly currentUserId: () => Promise<CurrentUserId>;
  readonly cachedCurrentUser: () => CurrentUserId;
  readonly onChange: (threads: readonly string[], sent?: CommentsChange['sent']) => void;
}

/** The comments of one space or change request: as last received, and the user's pending actions. */
export interface CommentsState extends CommentsContext {
  readonly cache: CommentCache;
  readonly pendingActions: PendingAction[];
  /** Orders the actions on a thread. */
  readonly laneOf: (thread: string) => Lane;
  /** Ids of the pages whose threads are cached. */
  readonly pages: Set<string>;
  /** The list of all threads, as far as it was requested; undefined before. */
  whole: Whole | undefined;
  failure: ApiError | undefined;
  /** Created on demand from cache and pending actions. */
  shown: readonly Thread[] | undefined;
  readonly threadOfComment: WeakMap<Comment, { readonly currentUserId: CurrentUserId; readonly thread: Thread }>;
}

interface Whole {
  readonly asOf: number;
  /** Number of pages of the list. */
  readonly pages: number;
  readonly cursors: readonly string[];
  readonly hasMore: boolean;
}

export function createState(parts: CommentsContext): CommentsState {
  return {
    ...parts,
    cache: createCommentCache(parts.turns),
    pendingActions: [],
    laneOf: createLanes(),
    pages: new Set(),
    whole: undefined,
    failure: undefined,
    shown: undefined,
    threadOfComment: new WeakMap(),
  };
}

/** The user's id, or a stand-in if the server doesn't say who the user is. */
export function ownId({ cachedCurrentUser }: CommentsState): string {
  return cachedCurrentUser() ?? '(me)';
}

export function notify(state: CommentsState, threads: readonly string[], sent?: CommentsChange['sent']): void {
  if (threads.length === 0) return;
  state.shown = undefined;
  state.onChange(threads, sent);
}
