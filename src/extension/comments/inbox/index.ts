import * as vscode from 'vscode';
import { titleText } from '../../../model/shared/titleText.ts';
import type { Uses } from '../../ground/services/services.ts';
import { createTree, type AccountRows, type Tree } from '../../ground/trees/create.ts';
import type { FollowedInbox } from './follow.ts';
import type { InboxRow } from './rows.ts';

export interface InboxView extends vscode.Disposable, Pick<Tree<InboxRow, AccountRows<InboxRow>>, 'view' | 'provider'> {
  /** Refreshes the view and its badge. */
  show(): Promise<void>;
}

/** Registers the Inbox with VS Code. Its content is loaded once there is an account. */
export function createInboxView(
  parts: Uses<'accounts' | 'reachability' | 'stores' | 'edge'> & { readonly followed: () => Promise<FollowedInbox> },
): InboxView {
  const { accounts, reachability, stores, followed, edge } = parts;
  const name = 'Inbox';
  const tree = createTree<InboxRow, AccountRows<InboxRow>>({
    viewId: 'docsPlatform.inbox',
    name,
    accounts,
    reachability,
    edge,
    // Without a message above an empty view, VS Code says that there are no rows.
    waiting: vscode.l10n.t('Loading…'),
    load: async () => {
      const { createInboxRows } = await import('./children.ts');
      return (host) => createInboxRows({ ...host, followed });
    },
    async tooltip(_, row) {
      if (row.kind !== 'news') return undefined;
      const { newsTooltip } = await import('./items.ts');
      const noSpace = (error: unknown): undefined => void edge.note(name, error);
      return newsTooltip(row.news, await titleOfSpace(row).catch(noSpace));
    },
  });
  const { view } = tree;
  const opening = view.onDidChangeVisibility(async ({ visible }) => {
    if (!visible || !accounts.active) return;
    try {
      (await followed()).opened();
    } catch (error) {
      edge.note(name, error);
    }
  });

  async function titleOfSpace({ account: key, news }: Extract<InboxRow, { kind: 'news' }>) {
    const account = key === undefined ? undefined : accounts.byKey(key);
    if (!account) return undefined;
    const library = await stores(account).library();
    const { space: id } = news.place;
    const { title } = library.cachedSpaces().find((space) => space.id === id) ?? (await library.space(id));
    return titleText(title);
  }

  return {
    view,
    provider: tree.provider,
    async show() {
      tree.loadAgain();
      const account = accounts.active;
      view.badge = await badgeOf(account ? await (await followed()).waiting(account) : 0);
    },
    dispose: () => void vscode.Disposable.from(tree, opening).dispose(),
  };
}

async function badgeOf(count: number): Promise<vscode.ViewBadge | undefined> {
  if (count === 0) return undefined;
  const { plural } = await import('../../ground/words/plural.ts');
  const tooltip = plural(vscode.l10n.t('{0} comment needs your attention|{0} comments need your attention'), count);
  return { value: count, tooltip };
}
