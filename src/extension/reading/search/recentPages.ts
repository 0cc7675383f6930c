import * as vscode from 'vscode';
import type { Account, Accounts } from '../../ground/services/accounts.ts';
import type { ActivePages } from '../../ground/services/activePages.ts';
import type { GlobalState } from '../../ground/services/globalState.ts';

/** A page by its ids, so that it can be found after a rename. */
export interface RecentPage {
  readonly space: string;
  readonly page: string;
}

/** The most recently shown pages, by account, shared by all windows. */
export interface RecentPages extends vscode.Disposable {
  /** The most recent one first. */
  of(account: Account): readonly RecentPage[];
}

const mostStored = 20;

export function rememberRecentPages(parts: {
  readonly accounts: Accounts;
  readonly activePages: ActivePages;
  readonly globalState: GlobalState;
}): RecentPages {
  const { accounts, activePages, globalState } = parts;
  const keyOf = ({ key }: Account): string => `recentPages/${key}`;
  const of = (account: Account): readonly RecentPage[] =>
    (globalState.get(keyOf(account)) as readonly RecentPage[] | undefined) ?? [];

  const following = vscode.Disposable.from(
    activePages.onDidChange(({ account, space, node }) => {
      const known = of(account);
      const others = known.filter((each) => each.space !== space || each.page !== node.id);
      if (others.length < known.length && known[0]?.page === node.id) return;
      void globalState.update(keyOf(account), [{ space, page: node.id }, ...others].slice(0, mostStored));
    }),
    accounts.onDidChange(({ removed }) => {
      for (const account of removed) void globalState.update(keyOf(account), undefined);
    }),
  );
  return { of, dispose: () => void following.dispose() };
}
