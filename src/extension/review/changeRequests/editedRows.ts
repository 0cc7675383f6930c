import * as vscode from 'vscode';
import { isPending } from '../../../model/changeRequests/reviewState.ts';
import type { ChangeRequestRow, Row } from '../../ground/changeRequests/rows.ts';
import { editAddressOf, openUris } from '../../ground/places/pageUri.ts';
import type { Uses } from '../../ground/services/services.ts';
import type { TreeHost } from '../../ground/trees/create.ts';

/** The change requests with an open editable page, in the order of their tabs. They are at the top of the view. */
export interface EditedRows extends vscode.Disposable {
  rows(): Promise<ChangeRequestRow[]>;
  /** How many pages one of them changes, once known. */
  pagesOf(row: ChangeRequestRow): number | undefined;
}

export function createEditedRows(
  { account, changed, stores }: TreeHost<Row> & Uses<'stores'>,
  noted: (error: unknown) => undefined,
): EditedRows {
  let shown: readonly string[] = [];
  /** By the key of a row. A count is shown until there is the one of the next revision. */
  const counts = new Map<string, { readonly revision: string; readonly pages: number | undefined }>();
  const following = vscode.window.tabGroups.onDidChangeTabs(() => {
    if ([...places().keys()].join() !== shown.join()) changed(undefined);
  });

  function places(): ReadonlyMap<string, { readonly space: string; readonly number: number }> {
    const open = openUris().flatMap((uri) => editAddressOf(uri) ?? []);
    return new Map(
      open
        .filter((address) => address.account === account.key)
        .map(({ space, version: { number } }) => [`${space}/${number}`, { space, number }]),
    );
  }

  async function rowOf({ space: id, number }: { space: string; number: number }): Promise<ChangeRequestRow[]> {
    const [library, contents] = await Promise.all([stores(account).library(), stores(account).contents()]);
    const [space, changeRequest] = await Promise.all([library.space(id), contents.changeRequest(id, number)]);
    if (!isPending(changeRequest)) return [];
    const key = `edited/${encodeURIComponent(id)}/${number}`;
    const row: ChangeRequestRow = { kind: 'changeRequest', key, space, changeRequest, reasons: [] };
    const before = counts.get(key);
    if (before?.revision !== changeRequest.revision) {
      const counting = { revision: changeRequest.revision, pages: before?.pages };
      counts.set(key, counting);
      contents.changes(id, number).then(({ pages, isComparable }) => {
        // Another revision may have been counted in the meantime.
        if (counts.get(key) !== counting) return;
        counts.set(key, { ...counting, pages: isComparable ? pages.length : undefined });
        changed(row);
      }, noted);
    }
    return [row];
  }

  return {
    async rows() {
      const open = places();
      shown = [...open.keys()];
      const rows = await Promise.all([...open.values()].map((place) => rowOf(place).catch(noted)));
      return rows.flatMap((row) => row ?? []);
    },
    pagesOf: (row) => counts.get(row.key)?.pages,
    dispose: () => void following.dispose(),
  };
}
