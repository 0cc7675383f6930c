import { may, spaceFor, type Level } from '../shared/access.ts';
import { changeRequestFor } from '../shared/access.ts';
import type { Context } from '../../http/handler.ts';
import { forbidden } from '../../http/problems.ts';
import type { ChangeRequestRow, SpaceRow } from '../../database/rows.ts';
import { activeSpaceFor } from '../spaces/spaces.ts';

/** A space or change request with comments, and the caller's permission level there. */
export interface CommentsAccess {
  readonly context: Context;
  readonly space: SpaceRow;
  readonly changeRequest: ChangeRequestRow | undefined;
  readonly level: Level;
}

interface Place {
  readonly spaceId: string;
  readonly changeRequestId?: string | undefined;
}

/** The place of reviews and reviewers, for a caller who reads them. */
export function readableComments(context: Context, place: Place): CommentsAccess {
  return commentsOf(context, place, spaceFor(context, place.spaceId, 'view'));
}

/** The place of the comments, for a caller who reads them. By section 2.1, comments require the role `comment`. */
export function commentsToRead(context: Context, place: Place): CommentsAccess {
  const found = spaceFor(context, place.spaceId, 'view');
  if (!may(found.level, 'comment')) throw forbidden('You need comment permission for this space');
  return commentsOf(context, place, found);
}

/** The place of the comments, for a caller who writes there. */
export function writableComments(context: Context, place: Place): CommentsAccess {
  return commentsOf(context, place, activeSpaceFor(context, place.spaceId, 'comment'));
}

function commentsOf(
  context: Context,
  { changeRequestId }: Place,
  { space, level }: { space: SpaceRow; level: Level },
): CommentsAccess {
  const changeRequest =
    changeRequestId === undefined ? undefined : changeRequestFor(context, { changeRequestId }, space).changeRequest;
  return { context, space, changeRequest, level };
}
