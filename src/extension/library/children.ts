import * as vscode from 'vscode';
import { isLibraryRow } from '../ground/places/libraryRows.ts';
import { sentenceOf } from '../ground/messages/sentence.ts';
import { onDidChangeOpenWith } from '../ground/services/openWith.ts';
import type { Services } from '../ground/services/services.ts';
import type { Library, Place } from '../../store/library/library.ts';
import type { AccountRows, TreeHost } from '../ground/trees/create.ts';
import { followLatest } from '../ground/trees/followLatest.ts';
import { itemOf } from './items.ts';
import type { Row } from './rows.ts';
import { wordsOf } from '../ground/words/reason.ts';

export interface LibraryRowsContext extends TreeHost<Row> {
  readonly stores: Services['stores'];
  /** Called before the library is first asked for rows. */
  readonly onLoaded: () => void;
}

/** The rows of one account's library. */
export function createLibraryRows(parts: LibraryRowsContext): AccountRows<Row> {
  const { stores, account, held, changed, isShown, onLoaded } = parts;
  const followed = followLatest<Library>((library) => {
    onLoaded();
    return library.onDidChange((change) => {
      if (change.kind !== 'children') return;
      const place = change.place && held.get(change.place.key);
      if (!place && change.place) return;
      // VS Code doesn't request the rows below a collapsed row, so its age line is removed here.
      if (!library.cachedChildren(change.place)?.failure) held.noteAge(place, undefined);
      changed(place);
    });
  });

  const choosing = onDidChangeOpenWith(() => changed(undefined));

  return {
    async children(parent) {
      if (parent && !isLibraryRow(parent)) return [];
      const library = followed.use(await stores(account).library());
      if (!isShown()) return [];
      const children = await library.children(parent);
      held.noteAge(parent, children);
      const note = (text: string): Row => ({ kind: 'note', parent, failed: false, text });
      const rows: Row[] = [...children.places];
      if (children.hasMore) rows.push({ kind: 'more', parent });
      if (children.incomplete) rows.push(note(wordsOf(children.incomplete)));
      return rows.length > 0 ? rows : [note(emptyText(parent))];
    },
    failed: (parent, error) => ({
      kind: 'note',
      parent: parent && isLibraryRow(parent) ? parent : undefined,
      failed: true,
      text: sentenceOf(error),
    }),
    item: (row) => itemOf(row, account.key),
    retry: async (isStale) => {
      if (isStale) await followed.cached?.refresh();
    },
    dispose() {
      followed.dispose();
      choosing.dispose();
    },
  };
}

/** The text below a row without children. */
function emptyText(parent: Place | undefined): string {
  switch (parent?.kind) {
    case undefined:
      return vscode.l10n.t("This account doesn't belong to any organizations yet.");
    case 'organization':
      return vscode.l10n.t('No collections or spaces yet.');
    case 'collection':
      return vscode.l10n.t('No spaces in this collection.');
    case 'files':
      return vscode.l10n.t('No files yet.');
    case 'space':
    case 'page':
    case 'file':
      return vscode.l10n.t('No pages yet.');
  }
}
