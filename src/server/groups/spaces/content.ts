import type { PlatformContract } from '../../../contract/contract.ts';
import { spaceFor } from '../shared/access.ts';
import { isKeyOf, keyOf, limitOf, pageOf, type Paging } from '../../http/cursors.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { fileBacklinks, pageLinkReport } from './linkReports.ts';
import {
  fileReply,
  pageReply,
  revisionReply,
  shownPageAt,
  treeReply,
  type Content,
  type Shaping,
  type TextFormat,
} from '../shared/contentReplies.ts';
import { missing } from '../../http/problems.ts';
import { countFiles, fileAt, filesAt, mainView, pageAtPath, revisionAt } from '../../pages/revisions.ts';
import { searchSpace } from './search.ts';
import { importFromWeb } from './webImport.ts';

/** Section 4.6. */
export const content: GroupHandlers<PlatformContract['content']> = {
  search: (call) => searchSpace(call, spaceFor(call, call.parameters.spaceId, 'view').space, call.query),

  revision: (call) => {
    const content = contentFor(call, call.parameters.spaceId, call.query);
    return revisionReply(content, revisionAt(call.database, content.space.head));
  },

  import: importFromWeb,

  pages: (call) => ({ pages: treeReply(contentFor(call, call.parameters.spaceId, call.query)) }),

  files: (call) => listFiles(contentFor(call, call.parameters.spaceId, call.query), call.query),

  file: (call) => {
    const { space, file } = fileFor(call, call.parameters, call.query);
    return fileReply(call.addresses, space, file, call.query);
  },

  fileBacklinks: (call) => {
    const { space, file } = fileFor(call, call.parameters, {});
    return fileBacklinks(call, space, file, call.query);
  },

  page: (call) => {
    const content = contentFor(call, call.parameters.spaceId, call.query);
    return onePage(content, call.parameters.pageId, call.query);
  },

  pageAtPath: (call) => {
    const content = contentFor(call, call.parameters.spaceId, call.query);
    const page = pageAtPath(call.database, content.view, call.parameters.pagePath);
    return onePage(content, page?.id, call.query);
  },

  pageLinks: (call) => {
    const { content, page } = pageFor(call, call.parameters, {});
    return pageLinkReport(call, content.space, page, call.query);
  },
};

/**
 * One page of any content, with its text if requested. `evaluated` makes no difference: this server has no variables,
 * and computed content is stored as text.
 */
export function onePage(content: Content, id: string | undefined, { format }: { format?: TextFormat }) {
  const page = id === undefined ? undefined : shownPageAt(content, id);
  if (!page) throw missing('Page');
  return pageReply(content, page, format);
}

/** Files by name. */
export function listFiles({ database, addresses, space, view, shaping }: Content, paging: Paging) {
  const limit = limitOf(paging);
  const rows = filesAt(database, view, keyOf(paging, isKeyOf<[string, string]>('string', 'string')), limit + 1);
  const item = (file: (typeof rows)[number]) => fileReply(addresses, space, file, shaping);
  return pageOf(rows, limit, (file) => [file.name, file.id], item, countFiles(database, view));
}

function contentFor(context: Context, spaceId: string, shaping: Shaping): Content {
  const { space } = spaceFor(context, spaceId, 'view');
  const { database, documents, addresses } = context;
  return { database, documents, addresses, space, view: mainView(space), shaping };
}

function pageFor(context: Context, { spaceId, pageId }: { spaceId: string; pageId: string }, shaping: Shaping) {
  const content = contentFor(context, spaceId, shaping);
  const page = shownPageAt(content, pageId);
  if (!page) throw missing('Page');
  return { content, page };
}

function fileFor(context: Context, { spaceId, fileId }: { spaceId: string; fileId: string }, shaping: Shaping) {
  const { space, view } = contentFor(context, spaceId, shaping);
  const file = fileAt(context.database, view, fileId);
  if (!file) throw missing('File');
  return { space, file };
}
