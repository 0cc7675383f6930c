import * as vscode from 'vscode';
import { isKind } from '../../../model/shared/failure.ts';
import type { Contents, ChangeSet } from '../../../store/content/content.ts';
import type { Account } from '../../ground/services/accounts.ts';
import type { ErrorEdge } from '../../ground/messages/errorEdge.ts';
import { sentenceOf } from '../../ground/messages/sentence.ts';
import type { Services } from '../../ground/services/services.ts';
import type { ChangeDecorations } from '../../ground/changeRequests/changeDecorations.ts';
import { incompleteText } from '../../ground/changeRequests/changeWords.ts';
import { itemOfChange } from './rowItems.ts';
import type { FollowedConflicts } from '../../ground/changeRequests/followConflicts.ts';
import {
  isChangeRow,
  type ChangesAt,
  type ChangeRow,
  type ChangeRows,
} from '../../ground/changeRequests/changeRows.ts';
import { wordsOf } from '../../ground/words/reason.ts';

/** Fires for the change request whose rows have to be loaded again. */
export type ChangedRows = vscode.EventEmitter<{ account: string; space: string; number: number }>;

export function createChangeRows(parts: {
  readonly stores: Services['stores'];
  readonly edge: ErrorEdge;
  readonly decorations: ChangeDecorations;
  readonly conflicts: FollowedConflicts;
  readonly changed: ChangedRows;
}): ChangeRows & { reload(row: unknown): void } {
  const { stores, edge, decorations, conflicts, changed } = parts;
  const known = new Map<string, Contents>();
  const following = stores.onDidChange('content', (account, change) => {
    if (change.kind === 'pages') return;
    const number = change.kind === 'changed' ? change.after.number : change.number;
    changed.fire({ account: account.key, space: change.space, number });
  });

  async function contentOf(account: Account): Promise<Contents> {
    const content = await stores(account).contents();
    known.set(account.key, content);
    return content;
  }

  function itemOf(row: ChangeRow): vscode.TreeItem {
    if (row.kind === 'changesNote') return itemOfChange(row);
    const { account, space, changeRequest } = row.at;
    const content = known.get(account.key);
    return itemOfChange(row, {
      isViewed: content?.isViewed(space, changeRequest.number, row.change.id) ?? false,
      isInConflict: conflicts
        .cached(account.key, space, changeRequest.number)
        .some(({ page }) => page === row.change.id),
    });
  }

  return {
    onDidChange: changed.event,
    async childrenOf(at) {
      try {
        const content = await contentOf(at.account);
        content.learn(at.space, [at.changeRequest]);
        const [set] = await Promise.all([
          content.changes(at.space, at.changeRequest.number),
          conflicts.loadOne(at.account, at.space, at.changeRequest.number),
        ]);
        decorations.show(at, set);
        return rowsOf(at, set);
      } catch (error) {
        edge.note('Changes', error);
        return [noteOf(at, error)];
      }
    },
    itemOf,
    async check(checked) {
      const byRequest = Map.groupBy(checked.filter(isCheckable), ([{ at }]) =>
        JSON.stringify([at.account.key, at.space, at.changeRequest.number]),
      );
      for (const group of byRequest.values()) {
        const { account, space, changeRequest } = group[0]![0].at;
        const marks = group.map(
          ([row, state]) => [row.change.id, state === vscode.TreeItemCheckboxState.Checked] as const,
        );
        await (await contentOf(account)).setViewed(space, changeRequest.number, new Map(marks));
      }
    },
    reload(row) {
      if (!isChangeRow(row)) return;
      const { account, space, changeRequest } = row.at;
      changed.fire({ account: account.key, space, number: changeRequest.number });
    },
    dispose: () => following.dispose(),
  };
}

type Checkable = readonly [ChangeRow & { kind: 'changedPage' | 'changedFile' }, vscode.TreeItemCheckboxState];

function isCheckable(item: readonly [unknown, vscode.TreeItemCheckboxState]): item is Checkable {
  const [row] = item;
  return isChangeRow(row) && row.kind !== 'changesNote';
}

function rowsOf(at: ChangesAt, { pages, files, incomplete }: ChangeSet): ChangeRow[] {
  const note = (key: string, text: string): ChangeRow => ({ kind: 'changesNote', key, at, text, failed: false });
  const rows: ChangeRow[] = [
    ...pages.map((change) => ({ kind: 'changedPage', key: `page ${change.id}`, at, change }) as const),
    ...files.map((change) => ({ kind: 'changedFile', key: `file ${change.id}`, at, change }) as const),
  ];
  if (incomplete) rows.push(note('incomplete', wordsOf(incomplete)));
  if (rows.length === 0) rows.push(note('empty', vscode.l10n.t('No changes yet.')));
  return rows;
}

function noteOf(at: ChangesAt, error: unknown): ChangeRow {
  if (isKind(error, 'unsupported')) {
    const text = incompleteText();
    return { kind: 'changesNote', key: 'unsupported', at, text, failed: false };
  }
  return { kind: 'changesNote', key: 'failed', at, text: sentenceOf(error), failed: true };
}
