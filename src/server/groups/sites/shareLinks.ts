import type { PlatformContract } from '../../../contract/contract.ts';
import { absentToDelete } from '../shared/notFound.ts';
import type { Database } from '../../database/database.ts';
import type { GroupHandlers } from '../../http/handler.ts';
import { newId } from '../../../formats/ids.ts';
import { pageOfRows } from '../shared/rowPages.ts';
import { shareLinkOf, siteToChange } from '../shared/siteAccess.ts';
import { shareLinkReply } from './replies.ts';
import type { ShareLinkRow } from '../../database/siteRows.ts';

/** Section 4.13. The URLs are secrets: only those who manage the site see them. */
export const shareLinks: GroupHandlers<PlatformContract['shareLinks']> = {
  list: (call) => {
    const { database, query } = call;
    const seen = siteToChange(call);
    return pageOfRows(
      database,
      query,
      {
        from: 'FROM share_links WHERE site_id = ?',
        values: [seen.site.id],
        by: { created_at: 'number', id: 'string' },
      },
      (row: ShareLinkRow) => shareLinkReply(call, seen, row),
    );
  },

  create: (call) => {
    const seen = siteToChange(call);
    const row = addShareLink(call.database, { site: seen.site.id, name: call.body.name, createdAt: call.now });
    return shareLinkReply(call, seen, row);
  },

  delete: (call) => {
    const { site } = siteToChange(call);
    const deleted = call.database.run(
      'DELETE FROM share_links WHERE id = ? AND site_id = ?',
      call.parameters.shareLinkId,
      site.id,
    );
    if (deleted === 0) return absentToDelete(call, 'Share link', call.parameters.shareLinkId, site.organization_id);
  },

  update: (call) => {
    const { database, body } = call;
    const seen = siteToChange(call);
    const link = shareLinkOf(call, seen.site, call.parameters.shareLinkId);
    database.run(
      'UPDATE share_links SET name = ?, active = ? WHERE id = ?',
      body.name ?? link.name,
      Number(body.active ?? link.active),
      link.id,
    );
    return shareLinkReply(call, seen, shareLinkOf(call, seen.site, link.id));
  },
};

/** Creates a link with an unguessable key. */
export function addShareLink(
  database: Database,
  link: { id?: string; site: string; name: string; active?: boolean | undefined; createdAt: number },
): ShareLinkRow {
  const row = database.get<ShareLinkRow>(
    'INSERT INTO share_links (id, site_id, key, name, active, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING *',
    link.id ?? newId(),
    link.site,
    newId(),
    link.name,
    link.active === false ? 0 : 1,
    link.createdAt,
  );
  if (!row) throw new Error('The share link was not stored');
  return row;
}
