import type { PlatformContract } from '../../../contract/contract.ts';
import { absent } from '../shared/notFound.ts';
import { spaceFor } from '../shared/access.ts';
import { onePage } from './content.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { revisionReply, treeReply, type Content, type Shaping } from '../shared/contentReplies.ts';
import { revisionOf, viewOf } from '../../pages/revisions.ts';
import type { RevisionRow } from '../../database/rows.ts';

/** Content at any revision of a space or of its change requests. */
export const revisions: GroupHandlers<PlatformContract['revisions']> = {
  get: (call) => {
    const { content, revision } = contentAt(call, call.parameters, call.query);
    return revisionReply(content, revision);
  },
  pages: (call) => ({ pages: treeReply(contentAt(call, call.parameters, call.query).content) }),
  page: (call) => onePage(contentAt(call, call.parameters, call.query).content, call.parameters.pageId, call.query),
};

function contentAt(
  context: Context,
  { spaceId, revisionId }: { spaceId: string; revisionId: string },
  shaping: Shaping,
): { content: Content; revision: RevisionRow } {
  const { database, documents, addresses } = context;
  const { space } = spaceFor(context, spaceId, 'view');
  const revision = revisionOf(database, space.id, revisionId);
  if (!revision) throw absent(context, 'Revision', revisionId, space.organization_id);
  return { content: { database, documents, addresses, space, view: viewOf(space, revision), shaping }, revision };
}
