import { spaceFor, type Level } from './access.ts';
import { changeRequestFor } from './changeRequests.ts';
import type { Context } from './handler.ts';
import type { ChangeRequestRow, SpaceRow } from './rows.ts';
import { activeSpaceFor } from './spaces.ts';

/** Where comments stand: with a space or with one of its change requests; and how high the caller stands there. */
export interface Discussion {
  readonly context: Context;
  readonly space: SpaceRow;
  readonly changeRequest: ChangeRequestRow | undefined;
  readonly level: Level;
}

interface Place {
  readonly spaceId: string;
  readonly changeRequestId?: string | undefined;
}

/** The discussion, for somebody who reads it. */
export function discussionToRead(context: Context, place: Place): Discussion {
  return discussionOf(context, place, spaceFor(context, place.spaceId, 'view'));
}

/** The discussion, for somebody who takes part in it. */
export function discussionToWrite(context: Context, place: Place): Discussion {
  return discussionOf(context, place, activeSpaceFor(context, place.spaceId, 'comment'));
}

function discussionOf(
  context: Context,
  { changeRequestId }: Place,
  { space, level }: { space: SpaceRow; level: Level },
): Discussion {
  const changeRequest =
    changeRequestId === undefined ? undefined : changeRequestFor(context, { changeRequestId }, space).changeRequest;
  return { context, space, changeRequest, level };
}
