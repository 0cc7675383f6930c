import type { Context } from '../../http/handler.ts';

interface Reacting {
  readonly addedReactions?: readonly string[] | undefined;
  readonly removedReactions?: readonly string[] | undefined;
}

/** Sets the caller's reactions to a comment or reply. A reaction that is both added and removed is removed. */
export function react(
  { database, caller, now }: Context,
  to: { readonly comment: string; readonly reply: string },
  { addedReactions = [], removedReactions = [] }: Reacting,
): void {
  for (const emoji of addedReactions) {
    database.run(
      'INSERT OR IGNORE INTO reactions (comment_id, reply_id, emoji, user_id, reacted_at) VALUES (?, ?, ?, ?, ?)',
      to.comment,
      to.reply,
      emoji,
      caller.id,
      now,
    );
  }
  for (const emoji of removedReactions) {
    database.run(
      'DELETE FROM reactions WHERE comment_id = ? AND reply_id = ? AND emoji = ? AND user_id = ?',
      to.comment,
      to.reply,
      emoji,
      caller.id,
    );
  }
}
