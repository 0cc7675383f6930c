import * as vscode from 'vscode';
import { titleText } from '../../model/shared/titleText.ts';
import type { Account } from '../services/accounts.ts';
import { isMissingCode, sentenceOf } from '../messages/errorEdge.ts';
import type { Services } from '../services/services.ts';
import { createAgeLine } from '../trees/ageLine.ts';
import { createTreeView } from '../trees/view.ts';
import type { InboxRow } from './inboxRows.ts';
import type { CommentSession } from './session.ts';

export interface InboxView extends vscode.Disposable {
  readonly provider: Required<
    Pick<vscode.TreeDataProvider<InboxRow>, 'getChildren' | 'getTreeItem' | 'resolveTreeItem'>
  >;
  readonly view: vscode.TreeView<InboxRow>;
  /** Has the view ask again, and tells by the badge how much waits. */
  show(): Promise<void>;
}

/** The Inbox as VS Code knows it; what it shows is loaded when there is an account to show it of. */
export function createInboxView(
  parts: Services & {
    readonly session: () => Promise<CommentSession>;
  },
): InboxView {
  const { accounts, stores, reachability, session, edge } = parts;
  const changed = new vscode.EventEmitter<InboxRow | undefined>();
  const provider: vscode.TreeDataProvider<InboxRow> & InboxView['provider'] = {
    onDidChangeTreeData: changed.event,
    async getChildren(row) {
      if (row) return row.kind === 'group' ? [...row.rows] : [];
      return accounts.active ? rowsOf(accounts.active) : [];
    },
    getTreeItem: async (row) => (await import('./inboxRows.ts')).inboxItem(row, Date.now()),
    async resolveTreeItem(item, row) {
      if (row.kind !== 'news') return item;
      const { newsTooltip } = await import('./inboxRows.ts');
      item.tooltip = newsTooltip(row.news, await titleOfSpace(row).catch(noSpace));
      return item;
    },
  };
  function noSpace(error: unknown): undefined {
    edge.note('Inbox', error);
  }

  async function titleOfSpace({ account: key, news }: Extract<InboxRow, { kind: 'news' }>) {
    const account = key === undefined ? undefined : accounts.byKey(key);
    if (!account) return undefined;
    const library = await stores(account).library();
    const { space: id } = news.place;
    const { title } = library.knownSpaces().find((space) => space.id === id) ?? (await library.space(id));
    return titleText(title);
  }

  const view = createTreeView('docsPlatform.inbox', { treeDataProvider: provider }, edge);
  let loaded: string | undefined;
  const following = vscode.Disposable.from(
    accounts.onDidChange(({ removed }) => {
      if (removed.some(({ key }) => key === loaded)) loaded = undefined;
      ageLine.show([]);
    }),
    view.onDidChangeVisibility(async ({ visible }) => {
      if (!visible || !accounts.active) return;
      try {
        (await (await session()).inbox()).opened();
      } catch (error) {
        edge.note('Inbox', error);
      }
    }),
  );
  /** Without a message VS Code says that there is nothing, as long as it has no rows. */
  let message: string | undefined = vscode.l10n.t('Loading…');
  let unreachable: string | undefined;
  const ageLine = createAgeLine(
    (line) => {
      unreachable = line;
      view.message = line ?? message;
    },
    reachability,
    () => accounts.active?.key,
  );

  function say(next: string | undefined): void {
    message = next;
    view.message = unreachable ?? message;
  }

  async function rowsOf(account: Account): Promise<InboxRow[]> {
    if (loaded !== account.key) say(vscode.l10n.t('Loading…'));
    try {
      const inbox = await (await session()).inbox();
      const rows = await inbox.rows(account);
      loaded = account.key;
      // Without a message VS Code says that there is nothing.
      say(rows.length > 0 || (await inbox.isChecked(account)) ? undefined : vscode.l10n.t('Not checked yet.'));
      return rows;
    } catch (error) {
      say(isMissingCode(error) ? undefined : vscode.l10n.t('The Inbox could not be loaded: {0}', sentenceOf(error)));
      throw error;
    }
  }

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

  return {
    provider,
    view,
    show,
    dispose: () => void vscode.Disposable.from(ageLine, view, changed, following).dispose(),
  };
}
