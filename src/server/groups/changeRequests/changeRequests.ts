import type { PlatformContract } from '../../../contract/contract.ts';
import { changeRequestFor, spaceFor } from '../shared/access.ts';
import { pdfAddress } from './pdf.ts';
import { addChangeRequest } from '../../pages/changeRequestWriter.ts';
import { countOf } from '../../database/counts.ts';
import { isKeyOf, keyOf, limitOf, pageOf } from '../../http/cursors.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { mergeChangeRequest, updateChangeRequest } from '../../pages/merge.ts';
import { organizationChangeRequests } from './inOrganization.ts';
import { conflict } from '../../http/problems.ts';
import { changeRequestReply } from '../shared/replies.ts';
import type { ChangeRequestRow, SpaceRow } from '../../database/rows.ts';
import { activeSpaceFor, unlockedSpaceFor } from '../spaces/spaces.ts';

/** Section 4.7. */
export const changeRequests: GroupHandlers<PlatformContract['changeRequests']> = {
  /** Newest first, with one status. */
  list: (call) => {
    const { database, query } = call;
    const { space } = spaceFor(call, call.parameters.spaceId, 'view');
    const limit = limitOf(query);
    const [before] = keyOf(query, isKeyOf<[number]>('number')) ?? [Number.MAX_SAFE_INTEGER];
    const by = query.contributor ?? null;
    const filter = `FROM change_requests WHERE space_id = ?1 AND status = ?2 AND (?3 IS NULL OR EXISTS (
      SELECT 1 FROM contributors WHERE change_request_id = change_requests.id AND user_id = ?3))`;
    const status = query.status ?? 'open';
    const rows = database.all<ChangeRequestRow>(
      `SELECT * ${filter} AND number < ?4 ORDER BY number DESC LIMIT ?5`,
      space.id,
      status,
      by,
      before,
      limit + 1,
    );
    const count = countOf(database, filter, space.id, status, by);
    return pageOf(
      rows,
      limit,
      (row) => [row.number],
      (row) => reply(call, row, space),
      count,
    );
  },

  create: (call) => {
    const { database, body, caller, now } = call;
    const { space } = activeSpaceFor(call, call.parameters.spaceId, 'edit');
    const row = addChangeRequest(database, space, {
      subject: body.subject ?? '',
      agentTaskId: body.agentTaskId,
      by: caller.id,
      at: now,
    });
    return reply(call, row, space);
  },

  get: (call) => {
    const { changeRequest, space } = changeRequestFor(
      call,
      call.parameters,
      spaceFor(call, call.parameters.spaceId, 'view').space,
    );
    return reply(call, changeRequest, space);
  },

  update: (call) => {
    const { body, now } = call;
    const { space } = activeSpaceFor(call, call.parameters.spaceId, 'edit');
    const { changeRequest } = changeRequestFor(call, call.parameters, space);
    if (body.status !== undefined && changeRequest.status === 'merged') {
      throw conflict("A merged change request can't be changed");
    }
    call.database.run(
      'UPDATE change_requests SET subject = ?, status = ?, updated_at = ? WHERE id = ?',
      body.subject ?? changeRequest.subject,
      body.status ?? changeRequest.status,
      now,
      changeRequest.id,
    );
    return again(call, changeRequest, space);
  },

  merge: (call) => {
    const { changeRequest } = changeRequestToRevise('merge', call);
    if (changeRequest.status === 'merged') throw conflict('The change request is already merged');
    const { revision, hadConflicts } = mergeChangeRequest(call.database, changeRequest.id, call.caller.id, call.now);
    return { revision, result: hadConflicts ? 'conflicts' : 'merge' };
  },

  pull: (call) => {
    const { changeRequest } = changeRequestToRevise('edit', call);
    if (changeRequest.status === 'merged') throw conflict("A merged change request can't be changed");
    const { revision, hadConflicts } = updateChangeRequest(call.database, changeRequest.id, call.caller.id, call.now);
    return { revision, result: hadConflicts ? 'conflicts' : 'update' };
  },

  pdf: (call) => {
    const { space } = spaceFor(call, call.parameters.spaceId, 'view');
    const { changeRequest } = changeRequestFor(call, call.parameters, space);
    return { url: pdfAddress(call, space, changeRequest, call.query) };
  },

  ofOrganization: organizationChangeRequests,
};

/** The change request for a call that changes its content, or its space's content. */
function changeRequestToRevise(
  level: 'edit' | 'merge',
  call: Context & { readonly parameters: { readonly spaceId: string; readonly changeRequestId: string } },
) {
  return changeRequestFor(call, call.parameters, unlockedSpaceFor(call, call.parameters.spaceId, level).space);
}

function again(call: Context, { id }: ChangeRequestRow, space: SpaceRow) {
  return reply(call, changeRequestFor(call, { changeRequestId: id }, space).changeRequest, space);
}

function reply({ database, addresses }: Context, row: ChangeRequestRow, space: SpaceRow) {
  return changeRequestReply(database, addresses, row, space);
}
