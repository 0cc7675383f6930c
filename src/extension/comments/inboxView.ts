import * as vscode from 'vscode';
import type { Accounts } from '../account/accounts.ts';
import type { InboxRow } from './inboxRows.ts';
import type { CommentSession } from './session.ts';

export interface InboxView extends vscode.Disposable {
  readonly provider: Required<Pick<vscode.TreeDataProvider<InboxRow>, 'getChildren' | 'getTreeItem'>>;
  /** Has the view ask again, and tells by the badge how much waits. */
  show(): Promise<void>;
}

/** The Inbox as VS Code knows it; what it shows is loaded when there is an account to show it of. */
export function createInboxView(parts: {
  readonly accounts: Accounts;
  readonly session: () => Promise<CommentSession>;
}): InboxView {
  const { accounts, session } = parts;
  const changed = new vscode.EventEmitter<InboxRow | undefined>();
  const provider: vscode.TreeDataProvider<InboxRow> & InboxView['provider'] = {
    onDidChangeTreeData: changed.event,
    async getChildren(row) {
      if (row) return row.kind === 'group' ? [...row.rows] : [];
      if (!accounts.active) return [];
      return (await (await session()).inbox()).rows(accounts.active);
    },
    getTreeItem: async (row) => (await import('./inboxRows.ts')).inboxItem(row, Date.now()),
  };
  const view = vscode.window.createTreeView('docsPlatform.inbox', { treeDataProvider: provider });

  async function show(): Promise<void> {
    changed.fire(undefined);
    const account = accounts.active;
    const count = account ? await (await (await session()).inbox()).waiting(account) : 0;
    view.badge =
      count > 0
        ? {
            value: count,
            tooltip:
              count === 1 ? vscode.l10n.t('1 comment waits on you') : vscode.l10n.t('{0} comments wait on you', count),
          }
        : undefined;
  }

  return { provider, show, dispose: () => void vscode.Disposable.from(view, changed).dispose() };
}
