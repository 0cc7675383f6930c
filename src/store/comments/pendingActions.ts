import type { Comment, CommentReply } from '../../contract/comments/comments.ts';

/** A user's action that the server hasn't confirmed yet, and its effect on the shown comments. */
export interface PendingAction {
  readonly thread: string;
  /** Returns the changed thread, or undefined to remove it. */
  readonly comment?: (comment: Comment) => Comment | undefined;
  readonly replies?: (replies: readonly CommentReply[]) => readonly CommentReply[];
  /** The thread that it creates. */
  readonly made?: Comment;
  /** Ids of the posts that are pending because of it. */
  readonly pending: readonly string[];
}

type Posted = Comment | CommentReply;

/** The post with or without the user's reaction. `currentUserId` is an id even if the user is unknown. */
export function withReaction<Post extends Posted>(
  post: Post,
  emoji: string,
  isOn: boolean,
  currentUserId: string,
): Post {
  const reactions = post.reactions ?? [];
  const others = (users: (typeof reactions)[number]['users']) =>
    (users ?? []).filter(({ user }) => user?.id !== currentUserId);
  const isThere = reactions.some((each) => each.emoji === emoji);
  const listed = isThere || !isOn ? reactions : [...reactions, { emoji, count: 0, users: [] }];
  const changed = listed.map((each) => {
    if (each.emoji !== emoji) return each;
    const users = others(each.users);
    const wasOn = users.length < (each.users?.length ?? 0);
    const count = (each.count ?? each.users?.length ?? 0) - (wasOn ? 1 : 0);
    return isOn
      ? { ...each, count: count + 1, users: [...users, { user: { id: currentUserId } }] }
      : { ...each, count, users };
  });
  return { ...post, reactions: changed.filter(({ count }) => (count ?? 1) > 0) };
}

export function withBody<Post extends Posted>(post: Post, markdown: string): Post {
  return { ...post, body: { markdown } };
}

export function withResolution(comment: Comment, isResolved: boolean, currentUserId: string, at: number): Comment {
  const { resolvedAt: _at, resolvedBy: _by, ...rest } = comment;
  if (!isResolved) return { ...rest, status: 'open' };
  return {
    ...rest,
    status: 'resolved',
    resolvedAt: new Date(at).toISOString(),
    resolvedBy: { id: currentUserId, displayName: 'You' },
  };
}
