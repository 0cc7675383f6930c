import type { PlatformContract } from '../../../contract/contract.ts';
import { spaceFor } from '../shared/access.ts';
import { changeRequestFor } from '../shared/access.ts';
import { changesOf } from '../../pages/changes.ts';
import { conflictReplies } from '../../pages/conflicts.ts';
import { listFiles, onePage } from '../spaces/content.ts';
import { updateContent } from './contentUpdates.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { revisionReply, treeReply, type Content, type Shaping } from '../shared/contentReplies.ts';
import { changeRequestReply } from '../shared/replies.ts';
import { revisionAt, viewOf } from '../../pages/revisions.ts';
import type { ChangeRequestRow, RevisionRow } from '../../database/rows.ts';

/** The content of a change request's head. */
export const changeRequestContent: GroupHandlers<PlatformContract['changeRequestContent']> = {
  revision: (call) => {
    const { content, revision } = headFor(call, call.parameters, call.query);
    return revisionReply(content, revision);
  },
  pages: (call) => ({ pages: treeReply(headFor(call, call.parameters, call.query).content) }),
  page: (call) => onePage(headFor(call, call.parameters, call.query).content, call.parameters.pageId, call.query),
  files: (call) => listFiles(headFor(call, call.parameters, call.query).content, call.query),

  changes: (call) => {
    const { content, changeRequest } = headFor(call, call.parameters, {});
    const all = changesOf(call.database, content.view, changeRequest);
    const shown = all.slice(0, call.query.limit ?? 10);
    const isMerged = changeRequest.status === 'merged';
    return {
      changes: shown,
      more: all.length - shown.length,
      conflicts: conflictReplies(call.database, changeRequest.id),
      ...(isMerged && { mergedFrom: changeRequestReply(call.database, call.addresses, changeRequest, content.space) }),
    };
  },

  update: updateContent,
};

interface Head {
  readonly content: Content;
  readonly changeRequest: ChangeRequestRow;
  readonly revision: RevisionRow;
}

function headFor(context: Context, parameters: { spaceId: string; changeRequestId: string }, shaping: Shaping): Head {
  const { database, documents, addresses } = context;
  const { space } = spaceFor(context, parameters.spaceId, 'view');
  const { changeRequest } = changeRequestFor(context, parameters, space);
  const revision = revisionAt(database, changeRequest.head);
  return {
    content: { database, documents, addresses, space, view: viewOf(space, revision), shaping },
    changeRequest,
    revision,
  };
}
