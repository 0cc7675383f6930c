import { countOf } from '../../database/counts.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from '../../http/cursors.ts';
import type { Value } from '../../database/database.ts';
import type { CommentsAccess } from './access.ts';
import { memberReplies, type MemberRow } from '../organizations/memberReplies.ts';

/** The members of the organization who wrote a comment or a reply there, by their ids. */
export function listCommenters({ context, space, changeRequest }: CommentsAccess, paging: Paging) {
  const { database } = context;
  const here = `comments.space_id = ?1 AND comments.change_request_id ${changeRequest ? '= ?2' : 'IS NULL'}`;
  const from = `FROM members WHERE organization_id = ?3 AND user_id > ?4 AND (
    EXISTS (SELECT 1 FROM comments WHERE ${here} AND comments.posted_by = user_id)
    OR EXISTS (SELECT 1 FROM replies JOIN comments ON comments.id = comment_id WHERE ${here} AND replies.posted_by = user_id))`;
  const values = (after: string): Value[] => [space.id, changeRequest?.id ?? null, space.organization_id, after];
  const limit = limitOf(paging);
  const [after] = keyOf(paging, isKeyOf<[string]>('string')) ?? [''];
  const rows = database.all<MemberRow>(`SELECT * ${from} ORDER BY user_id LIMIT ?5`, ...values(after), limit + 1);
  const reply = memberReplies(context, space.organization_id);
  return pageOf(rows, limit, (row) => [row.user_id], reply, countOf(database, from, ...values('')));
}
