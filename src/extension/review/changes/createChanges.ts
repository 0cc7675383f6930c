import * as vscode from 'vscode';
import type { Account } from '../../ground/services/accounts.ts';
import { createBesideDocuments, otherChangesUri } from '../../ground/changeRequests/besideDocuments.ts';
import { createChangeDecorations } from '../../ground/changeRequests/changeDecorations.ts';
import type { ChangesAt, ChangeRows } from '../../ground/changeRequests/changeRows.ts';
import type { ChangesContext } from './context.ts';
import { createChangeRows, type ChangedRows } from './createRows.ts';
import { followConflicts } from '../../ground/changeRequests/followConflicts.ts';
import { followOpenDiffs } from './openDiffs.ts';
import { followViewedPage } from './viewedContext.ts';
import type { Services } from '../../ground/services/services.ts';

/** The implementation behind `changesFeature`, loaded on first use. */
export interface Changes extends vscode.Disposable {
  readonly rows: ChangeRows & { reload(row: unknown): void };
  /** What its commands use. */
  readonly parts: ChangesContext;
  /** For a document that isn't a page: the empty side of a diff, or a description of something that isn't text. */
  statOf(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
}

export function createChanges(
  given: Services,
  events: {
    readonly changedRows: ChangedRows;
    readonly changedDocument: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  },
): Changes {
  const conflicts = followConflicts(given, (at) => {
    const { account, space, number } = at;
    events.changedRows.fire({ account: account.key, space, number });
    showAgain(at).catch((error: unknown) => given.edge.note('Conflicts', error));
  });
  const conflictsOf = ({ account, space, changeRequest }: ChangesAt) =>
    conflicts.cached(account.key, space, changeRequest.number);
  const decorations = createChangeDecorations(conflictsOf);
  const rows = createChangeRows({ ...given, decorations, conflicts, changed: events.changedRows });
  const diffs = followOpenDiffs({ ...given, decorations }, (at) =>
    events.changedDocument.fire([{ type: vscode.FileChangeType.Changed, uri: otherChangesUri(at) }]),
  );
  const registration = vscode.window.registerFileDecorationProvider(decorations);
  const beside = createBesideDocuments(given);
  const viewed = followViewedPage(given);
  const following = events.changedRows.event(viewed.show);
  const parts: ChangesContext = { ...given, decorations, opened: (opened) => diffs.opened(opened) };

  /** Shows the decorations again, with the current conflicts. */
  async function showAgain({ account, space, number }: { account: Account; space: string; number: number }) {
    const set = (await given.stores(account).contents()).cachedChanges(space, number);
    if (set) decorations.show({ account, space, changeRequest: set.changeRequest }, set);
  }

  return {
    rows,
    parts,
    statOf: async (uri) => (await beside(uri)).stat,
    readFile: async (uri) => (await beside(uri)).bytes,
    dispose() {
      for (const each of [registration, diffs, rows, conflicts, decorations, viewed, following]) each.dispose();
    },
  };
}
