import * as vscode from 'vscode';
import { editScheme } from '../../../model/shared/schemes.ts';
import { addressKey, editUriOf } from '../../ground/places/pageUri.ts';
import type { ChangeRequestEdits } from '../../../store/editing/edits.ts';
import { followLatest } from '../../ground/trees/followLatest.ts';
import type { ChangesAt } from '../../ground/changeRequests/changeRows.ts';

/** Which pages have text that their change request doesn't have yet, in drafts or only in editors. */
export interface UnsentMarks extends vscode.Disposable {
  /** Follows the account whose rows are shown. */
  follow(edits: ChangeRequestEdits): void;
  has(at: ChangesAt, page: string, path: string | undefined): boolean;
}

/** Calls `onChange` when the set of marked pages has changed. */
export function createUnsentMarks(onChange: () => void): UnsentMarks {
  const followed = followLatest<ChangeRequestEdits>(({ drafts }) => drafts.onDidChange(onChange));
  let before = fingerprint();
  const following = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => compare(document)),
    vscode.workspace.onDidSaveTextDocument(compare),
    vscode.workspace.onDidCloseTextDocument(compare),
  );

  function compare({ uri }: vscode.TextDocument): void {
    if (uri.scheme !== editScheme) return;
    const now = fingerprint();
    if (now === before) return;
    before = now;
    onChange();
  }

  return {
    follow: (edits) => void followed.use(edits),
    has({ account, space, changeRequest: { number } }, page, path) {
      const isDraft = followed.cached?.drafts
        .cached()
        .some(({ target }) => target.space === space && target.number === number && target.page === page);
      if (isDraft || path === undefined) return isDraft === true;
      const address = { account: account.key, space, version: { kind: 'changeRequest', number }, path } as const;
      return dirtyUris().includes(addressKey(editUriOf(address)));
    },
    dispose() {
      followed.dispose();
      following.dispose();
    },
  };
}

function dirtyUris(): string[] {
  return vscode.workspace.textDocuments
    .filter(({ isDirty, uri }) => isDirty && uri.scheme === editScheme)
    .map(({ uri }) => addressKey(uri));
}

function fingerprint(): string {
  return JSON.stringify(dirtyUris());
}

/** Puts the arrow before the title, because a narrow view cuts off everything after it. */
export function markUnsent(item: vscode.TreeItem): void {
  if (typeof item.label === 'string') item.label = `↑ ${item.label}`;
  const { label = '' } = item.accessibilityInformation ?? {};
  item.accessibilityInformation = { label: [label, vscode.l10n.t('unsent')].filter(Boolean).join(', ') };
}
