import type { PlatformContract } from '../../../contract/contract.ts';
import { accessTo, may } from '../shared/access.ts';
import { addComment, foundComment } from '../comments/comments.ts';
import { commentShapes } from '../comments/shapes.ts';
import type { Paging } from '../../http/cursors.ts';
import { readableComments, writableComments, type CommentsAccess } from '../comments/access.ts';
import { nothingToDelete, type GroupHandlers } from '../../http/handler.ts';
import { newId } from '../../../formats/ids.ts';
import { conflict, forbidden, invalid } from '../../http/problems.ts';
import { dateTime, userReply } from '../shared/replies.ts';
import { revisionId } from '../../pages/revisions.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import type { ChangeRequestRow, ContributorRow, RequestedReviewerRow, ReviewRow } from '../../database/rows.ts';

/** Reviews of a change request, requested reviewers, and contributors. */
export const changeRequestReviews: GroupHandlers<PlatformContract['changeRequestReviews']> = {
  /** Oldest first. */
  list: (call) => {
    const { database, query } = call;
    const reviewed = reviewedBy(readableComments(call, call.parameters));
    return pageOfRows(
      database,
      query,
      {
        from: 'FROM reviews WHERE change_request_id = ?',
        values: [reviewed.changeRequest.id],
        by: { created_at: 'number', id: 'string' },
      },
      shapeOf(reviewed),
    );
  },

  create: (call) => {
    const { database, body, caller, now } = call;
    const reviewed = reviewedBy(writableComments(call, call.parameters));
    if (!may(reviewed.level, 'review')) throw forbidden('You need review permission for this space');
    checkOpen(reviewed.changeRequest);
    const id = newId();
    const comment = body.comment && addComment(reviewed, { markdown: body.comment.markdown, review: id });
    const row: ReviewRow = {
      id,
      revision: reviewed.changeRequest.head,
      reviewer: caller.id,
      status: body.status,
      comment_id: comment ?? null,
      created_at: now,
    };
    database.run(
      'INSERT INTO reviews (id, change_request_id, revision, reviewer, status, comment_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      reviewed.changeRequest.id,
      row.revision,
      row.reviewer,
      row.status,
      row.comment_id,
      now,
    );
    return shapeOf(reviewed)(row);
  },

  requestedReviewers: (call) => requestedReviewers(reviewedBy(readableComments(call, call.parameters)), call.query),

  requestReviewers: (call) => {
    const { database, body, caller, now } = call;
    const reviewed = reviewedBy(writableComments(call, call.parameters));
    const { space, changeRequest } = reviewed;
    if (!may(reviewed.level, 'edit')) throw forbidden('You need edit permission for this space');
    checkOpen(changeRequest);
    for (const [index, user] of body.users.entries()) {
      const level = accessTo(database, space.organization_id, user)?.ofSpace(space) ?? 0;
      if (!may(level, 'view')) throw invalid(`body.users.${index}`, 'must be someone who can view this space');
      database.run(
        `INSERT OR IGNORE INTO requested_reviewers (change_request_id, user_id, requested_by, revision, created_at)
         VALUES (?, ?, ?, ?, ?)`,
        changeRequest.id,
        user,
        caller.id,
        changeRequest.head,
        now,
      );
    }
    if (body.subject !== undefined) {
      database.run(
        'UPDATE change_requests SET subject = ?, updated_at = ? WHERE id = ?',
        body.subject,
        now,
        changeRequest.id,
      );
    }
    return requestedReviewers(reviewed, {});
  },

  removeRequestedReviewer: (call) => {
    const reviewed = reviewedBy(writableComments(call, call.parameters));
    if (!may(reviewed.level, 'edit')) throw forbidden('You need edit permission for this space');
    const removed = call.database.run(
      'DELETE FROM requested_reviewers WHERE change_request_id = ? AND user_id = ?',
      reviewed.changeRequest.id,
      call.parameters.userId,
    );
    return removed === 0 ? nothingToDelete : undefined;
  },

  /** The authors of the change request and its revisions. */
  contributors: (call) => {
    const { database, addresses, query } = call;
    const { changeRequest } = reviewedBy(readableComments(call, call.parameters));
    const item = (row: ContributorRow) => ({
      user: userReply(database, addresses, row.user_id),
      count: row.count,
      updatedAt: dateTime(row.updated_at),
    });
    const from = 'FROM contributors WHERE change_request_id = ?';
    return pageOfRows(database, query, { from, values: [changeRequest.id], by: { user_id: 'string' } }, item);
  },
};

type Reviewed = CommentsAccess & { readonly changeRequest: ChangeRequestRow };

function reviewedBy(comments: CommentsAccess): Reviewed {
  const { changeRequest } = comments;
  if (!changeRequest) throw new Error('A review belongs to a change request');
  return { ...comments, changeRequest };
}

function checkOpen({ status }: ChangeRequestRow): void {
  if (status === 'merged') throw conflict("A merged change request can't be changed");
}

function shapeOf(reviewed: Reviewed) {
  const { context, changeRequest } = reviewed;
  const { database, addresses } = context;
  const { comment } = commentShapes(reviewed, 'markdown');
  const user = (id: string) => userReply(database, addresses, id);

  return (row: ReviewRow) => {
    const request = database.get<RequestedReviewerRow>(
      'SELECT * FROM requested_reviewers WHERE change_request_id = ? AND user_id = ?',
      changeRequest.id,
      row.reviewer,
    );
    const said = row.comment_id === null ? undefined : foundComment(reviewed, row.comment_id);
    return {
      object: 'change-request-review',
      id: row.id,
      revision: revisionId(database, row.revision),
      reviewer: user(row.reviewer),
      ...(request && { requestedBy: user(request.requested_by) }),
      status: row.status,
      outdated: row.revision !== changeRequest.head,
      ...(said && { comment: comment(said) }),
    };
  };
}

/** By user. */
function requestedReviewers({ context, changeRequest }: Reviewed, paging: Paging) {
  const { database, addresses } = context;
  const item = (row: RequestedReviewerRow) => ({
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: userReply(database, addresses, row.user_id),
    requestedBy: userReply(database, addresses, row.requested_by),
    revision: revisionId(database, row.revision),
    createdAt: dateTime(row.created_at),
  });
  const from = 'FROM requested_reviewers WHERE change_request_id = ?';
  return pageOfRows(database, paging, { from, values: [changeRequest.id], by: { user_id: 'string' } }, item);
}
