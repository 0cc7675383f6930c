import type * as z from 'zod';
import type { CommentsQuery, CommentUpdate, NewComment } from '../../../contract/comments/comments.ts';
import { absent, absentToDelete } from '../shared/notFound.ts';
import { may } from '../shared/access.ts';
import { commentShapes, type CommentFormat } from './shapes.ts';
import { previewOf, targetedPage } from './targets.ts';
import { countOf } from '../../database/counts.ts';
import { isKeyOf, keyOf, limitOf, pageOf } from '../../http/cursors.ts';
import type { Value } from '../../database/database.ts';
import type { CommentsAccess } from './access.ts';
import { newId } from '../../../formats/ids.ts';
import { forbidden, invalid } from '../../http/problems.ts';
import { react } from './reactions.ts';
import type { CommentRow } from '../../database/rows.ts';

// Sections 4.2 and 4.3: the common part of comments of spaces and of change requests.

type Query = z.output<typeof CommentsQuery>;

/** The comments that match the filter, newest first by default. */
export function listComments(comments: CommentsAccess, query: Query) {
  const { database } = comments.context;
  const limit = limitOf(query);
  // One query per author, and then merged: every query reads only the rows that its index finds.
  const filters = query.authors
    ? [...new Set(query.authors)].map((author) => filterOf(comments, query, author))
    : [filterOf(comments, query)];
  const rows = filters.flatMap((filter) => commentsOf(comments, query, filter, limit + 1));
  if (filters.length > 1) rows.sort(query.order === 'asc' ? byAge : (one, other) => byAge(other, one));
  const { comment } = commentShapes(comments, query.format);
  const counts = filters.map(({ where, values }) => countOf(database, `FROM comments WHERE ${where}`, ...values));
  const count = counts.reduce((sum, each) => (sum === undefined || each === undefined ? undefined : sum + each), 0);
  return pageOf(rows.slice(0, limit + 1), limit, (row) => [row.posted_at, row.number], comment, count);
}

export function createComment(comments: CommentsAccess, body: z.output<typeof NewComment>) {
  const page = body.page === undefined ? undefined : targetedPage(comments, body.page);
  if (body.page !== undefined && !page) throw invalid('body.page', 'is not a page here');
  const preview = page && body.node !== undefined ? previewOf(comments, page, body.node) : undefined;
  const id = addComment(comments, { markdown: body.body.markdown, page: page?.id, node: body.node, preview });
  return getComment(comments, id, 'markdown');
}

/** Stores a comment of the caller, and returns its id. */
export function addComment(
  { context, space, changeRequest }: CommentsAccess,
  comment: {
    readonly markdown: string;
    readonly page?: string | undefined;
    readonly node?: string | undefined;
    readonly preview?: string | undefined;
    readonly review?: string | undefined;
  },
): string {
  const id = newId();
  context.database.run(
    `INSERT INTO comments (id, space_id, change_request_id, page_id, node, preview, review_id, revision, posted_by, posted_at, markdown)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    space.id,
    changeRequest?.id ?? null,
    comment.page ?? null,
    comment.node ?? null,
    comment.preview ?? null,
    comment.review ?? null,
    changeRequest?.head ?? space.head,
    context.caller.id,
    context.now,
    comment.markdown,
  );
  return id;
}

export function getComment(comments: CommentsAccess, id: string, format: CommentFormat) {
  return commentShapes(comments, format).comment(commentFor(comments, id));
}

/** Everyone who can comment can react and resolve; only the author can change the text. */
export function updateComment(comments: CommentsAccess, id: string, body: z.output<typeof CommentUpdate>) {
  const { context } = comments;
  const { database, caller, now } = context;
  const comment = commentFor(comments, id);
  if (body.body) {
    checkAuthor(comments, comment);
    database.run('UPDATE comments SET markdown = ?, edited_at = ? WHERE id = ?', body.body.markdown, now, id);
  }
  if (body.resolved === true && comment.status !== 'resolved') {
    database.run(
      `UPDATE comments SET status = 'resolved', resolved_at = ?, resolved_by = ? WHERE id = ?`,
      now,
      caller.id,
      id,
    );
  }
  if (body.resolved === false) {
    database.run(`UPDATE comments SET status = 'open', resolved_at = NULL, resolved_by = NULL WHERE id = ?`, id);
  }
  react(context, { comment: id, reply: '' }, body);
  return getComment(comments, id, 'markdown');
}

export function deleteComment(comments: CommentsAccess, id: string) {
  const comment = foundComment(comments, id);
  if (!comment) return absentToDelete(comments.context, 'Comment', id, comments.space.organization_id);
  checkRemover(comments, comment);
  comments.context.database.run('DELETE FROM comments WHERE id = ?', id);
  return undefined;
}

/** The comment, if it belongs to this place. */
export function commentFor(comments: CommentsAccess, id: string): CommentRow {
  const comment = foundComment(comments, id);
  if (!comment) throw absent(comments.context, 'Comment', id, comments.space.organization_id);
  return comment;
}

export function checkAuthor({ context }: CommentsAccess, row: { readonly posted_by: string }): void {
  if (row.posted_by !== context.caller.id) throw forbidden('Only the author can edit this text');
}

export function checkRemover({ context, level }: CommentsAccess, row: { readonly posted_by: string }): void {
  if (row.posted_by === context.caller.id || may(level, 'admin')) return;
  throw forbidden('Only the author or an admin can delete this');
}

export function foundComment({ context, space, changeRequest }: CommentsAccess, id: string): CommentRow | undefined {
  return context.database.get<CommentRow>(
    'SELECT * FROM comments WHERE id = ? AND space_id = ? AND change_request_id IS ?',
    id,
    space.id,
    changeRequest?.id ?? null,
  );
}

interface Filter {
  readonly where: string;
  readonly values: readonly Value[];
}

function filterOf({ space, changeRequest }: CommentsAccess, query: Query, author?: string): Filter {
  const conditions = ['space_id = ?'];
  const values: Value[] = [space.id];
  const add = (condition: string, ...given: Value[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (changeRequest) add('change_request_id = ?', changeRequest.id);
  else add('change_request_id IS NULL');
  if (query.status !== undefined && query.status !== 'all') add('status = ?', query.status);
  if (query.targetPage !== undefined) add('page_id = ?', query.targetPage);
  if (author !== undefined) add('posted_by = ?', author);
  return { where: conditions.join(' AND '), values };
}

function commentsOf({ context }: CommentsAccess, query: Query, { where, values }: Filter, most: number): CommentRow[] {
  const descends = query.order !== 'asc';
  const direction = descends ? 'DESC' : 'ASC';
  const first: [number, number] = descends ? [Number.MAX_SAFE_INTEGER, 0] : [Number.MIN_SAFE_INTEGER, 0];
  const after = keyOf(query, isKeyOf<[number, number]>('number', 'number')) ?? first;
  return context.database.all<CommentRow>(
    `SELECT * FROM comments WHERE ${where} AND (posted_at, number) ${descends ? '<' : '>'} (?, ?)
     ORDER BY posted_at ${direction}, number ${direction} LIMIT ?`,
    ...values,
    ...after,
    most,
  );
}

function byAge(one: CommentRow, other: CommentRow): number {
  return one.posted_at - other.posted_at || one.number - other.number;
}
