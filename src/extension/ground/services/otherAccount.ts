import * as vscode from 'vscode';
import type { Account, Accounts } from './accounts.ts';
import { usedAccounts } from './usedAccounts.ts';

let accounts: Pick<Accounts, 'active' | 'byKey'> | undefined;

/** Whose active account needs no name in questions. */
export function nameOtherAccounts(all: Pick<Accounts, 'active' | 'byKey'>): void {
  accounts = all;
}

/** Says that the running action acts for an account. */
export function usesAccount(key: string): void {
  usedAccounts.storage?.getStore()?.add(key);
}

/** Runs what a user does to an account without a command, such as a save or an action in a webview. */
export function inAccount<Result>(key: string | undefined, action: () => Result): Result {
  return runUsing(new Set(key === undefined ? [] : [key]), action);
}

/** The same accounts for what VS Code runs outside of the action, such as the listeners of an input box. */
export function sameAccounts(): <Result>(action: () => Result) => Result {
  const keys = usedAccounts.storage?.getStore();
  return (action) => (keys ? runUsing(keys, action) : action());
}

// Unit tests ask without an activation.
function runUsing<Result>(keys: Set<string>, action: () => Result): Result {
  return usedAccounts.storage ? usedAccounts.storage.run(keys, action) : action();
}

/** The account that the running action acts for, if that is certain and isn't the active one. */
function otherAccount(): Account | undefined {
  const [key, ...others] = usedAccounts.storage?.getStore() ?? [];
  if (key === undefined || others.length > 0 || key === accounts?.active?.key) return undefined;
  return accounts?.byKey(key);
}

/** The title of a question, with the account if that isn't the active one. */
export function titleWithAccount(title: string | undefined): string | undefined {
  return [title, otherAccount()?.label].filter(Boolean).join(' · ') || undefined;
}

/** Names the account that a question is about if it isn't the active one. */
export function otherAccountInWords(): string | undefined {
  const account = otherAccount();
  return account && vscode.l10n.t('This is about another account: {0}.', account.label);
}
