import { pageAtPath } from '../../formats/import/folderPlan.ts';
import { idOf } from '../../formats/ids.ts';
import type { ChangeRequestRow, SpaceRow } from '../database/rows.ts';
import { hour, spaceId, userId, type Seeding } from './seeding.ts';
import type { SampleComment } from './workspace.ts';

/** Adds a comment of the sample with its replies and reactions. `key` makes its id unique. */
export function seedComment(
  { database, plans, now }: Seeding,
  comment: SampleComment,
  place: { space: string; changeRequest?: ChangeRequestRow | undefined; key: string },
): void {
  const id = idOf(`sample comment ${place.key}`);
  const plan = plans.get(place.space);
  const page = comment.page !== undefined && plan ? pageAtPath(plan, comment.page) : undefined;
  const head = database.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', spaceId(place.space))?.head ?? 0;
  const postedAt = now - comment.hoursAgo * hour;
  const reaction = (reply: string, { emoji, users }: SampleComment['reactions'][number], at: number) => {
    for (const user of users) {
      database.run(
        'INSERT INTO reactions (comment_id, reply_id, emoji, user_id, reacted_at) VALUES (?, ?, ?, ?, ?)',
        id,
        reply,
        emoji,
        userId(user),
        at + hour,
      );
    }
  };

  database.run(
    `INSERT INTO comments (id, space_id, change_request_id, page_id, node, preview, revision, posted_by, posted_at, markdown, status,
       resolved_at, resolved_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    spaceId(place.space),
    place.changeRequest?.id ?? null,
    page?.id ?? null,
    comment.quote === undefined ? null : idOf(`sample node ${place.key}`),
    comment.quote ?? null,
    place.changeRequest?.head ?? head,
    userId(comment.by),
    postedAt,
    comment.body,
    comment.resolvedBy === undefined ? 'open' : 'resolved',
    comment.resolvedBy === undefined ? null : postedAt + hour,
    comment.resolvedBy === undefined ? null : userId(comment.resolvedBy),
  );
  for (const each of comment.reactions) reaction('', each, postedAt);
  for (const [index, reply] of comment.replies.entries()) {
    const replyId = idOf(`sample reply ${place.key} ${index}`);
    const at = now - reply.hoursAgo * hour;
    database.run(
      'INSERT INTO replies (id, comment_id, posted_by, posted_at, markdown) VALUES (?, ?, ?, ?, ?)',
      replyId,
      id,
      userId(reply.by),
      at,
      reply.body,
    );
    for (const each of reply.reactions) reaction(replyId, each, at);
  }
}
