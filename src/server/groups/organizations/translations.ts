import type { PlatformContract } from '../../../contract/contract.ts';
import { absent, absentToDelete } from '../shared/notFound.ts';
import { may, organizationFor, type Access } from '../shared/access.ts';
import type { Addresses } from '../../http/addresses.ts';
import type { Context, GroupHandlers } from '../../http/handler.ts';
import { newId } from '../../../formats/ids.ts';
import { forbidden } from '../../http/problems.ts';
import { dateTime } from '../shared/replies.ts';
import { pageOfRows } from '../shared/rowPages.ts';

interface TranslationsRow {
  readonly id: string;
  readonly organization_id: string;
  readonly title: string;
  readonly languages: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Section 4.17. */
export const translations: GroupHandlers<PlatformContract['translations']> = {
  list: (call) => {
    const { database, query } = call;
    const { organization, access } = memberOf(call, call.parameters.organizationId);
    return pageOfRows(
      database,
      query,
      {
        from: 'FROM translations WHERE organization_id = ?',
        values: [organization.id],
        by: { created_at: 'number', id: 'string' },
      },
      (row: TranslationsRow) => reply(call.addresses, row, access),
    );
  },

  create: (call) => {
    const { database, body, now } = call;
    const { organization, access } = organizationFor(call, call.parameters.organizationId, 'create');
    const id = newId();
    database.run(
      `INSERT INTO translations (id, organization_id, title, languages, created_at, updated_at) VALUES (?, ?, ?, '[]', ?, ?)`,
      id,
      organization.id,
      body.title,
      now,
      now,
    );
    return reply(call.addresses, rowOf(call, organization.id, id), access);
  },

  get: (call) => {
    const { organization, access } = memberOf(call, call.parameters.organizationId);
    return reply(call.addresses, rowOf(call, organization.id, call.parameters.translationSettingsId), access);
  },

  update: (call) => {
    const { database, body, now } = call;
    const { organization, access } = organizationFor(call, call.parameters.organizationId, 'create');
    const { id } = rowOf(call, organization.id, call.parameters.translationSettingsId);
    database.run('UPDATE translations SET title = ?, updated_at = ? WHERE id = ?', body.title, now, id);
    return reply(call.addresses, rowOf(call, organization.id, id), access);
  },

  delete: (call) => {
    const { organization } = organizationFor(call, call.parameters.organizationId, 'create');
    const deleted = call.database.run(
      'DELETE FROM translations WHERE id = ? AND organization_id = ?',
      call.parameters.translationSettingsId,
      organization.id,
    );
    if (deleted === 0)
      return absentToDelete(call, 'Translation settings', call.parameters.translationSettingsId, organization.id);
  },
};

function memberOf(call: Context, organizationId: string) {
  const found = organizationFor(call, organizationId);
  if (found.access.isGuest) throw forbidden("Guests can't see translation settings");
  return found;
}

function rowOf(context: Context, organizationId: string, id: string): TranslationsRow {
  const row = context.database.get<TranslationsRow>(
    'SELECT * FROM translations WHERE id = ? AND organization_id = ?',
    id,
    organizationId,
  );
  if (!row) throw absent(context, 'Translation settings', id, organizationId);
  return row;
}

/** Section 2.16. */
function reply(addresses: Addresses, row: TranslationsRow, access: Access) {
  return {
    object: 'translation-settings',
    id: row.id,
    title: row.title,
    languages: JSON.parse(row.languages) as string[],
    createdAt: dateTime(row.created_at),
    updatedAt: dateTime(row.updated_at),
    permissions: { view: true, edit: may(access.level, 'create') },
    urls: { location: addresses.location(`/orgs/${row.organization_id}/translations/${row.id}`) },
  };
}
