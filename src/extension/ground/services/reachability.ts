import * as vscode from 'vscode';
import { onceFocused } from './onceFocused.ts';
import type { Account, Accounts } from './accounts.ts';

/** Whether the accounts' servers can be reached: one state per account, which all views and the status bar show. */
export interface Reachability {
  /**
   * Set while an account's server can't be reached. `lastAnswer` is in ms since the epoch; undefined if it never
   * answered.
   */
  unreachable(accountKey: string): { readonly lastAnswer: number | undefined } | undefined;
  /** Fires the key of an account whose server can't be reached any longer, or answers again. */
  readonly onDidChange: vscode.Event<string>;
  /** Fires the key of an account whose server answers again, so that views can load what they couldn't. */
  readonly onDidRecover: vscode.Event<string>;
}

export interface FollowedReachability extends Reachability, vscode.Disposable {
  lost(account: Account, lastAnswer: number | undefined): void;
  found(account: Account): void;
  recovered(account: Account): void;
}

/**
 * While the active account's server can't be reached and the window has the focus, `ask` sends it one request every
 * half minute.
 */
export function createReachability(
  accounts: Pick<Accounts, 'active' | 'byKey' | 'onDidChange'>,
  ask: (account: Account) => Promise<unknown>,
  /** Between two retries, in ms. */
  pause = 30_000,
): FollowedReachability {
  const unreachable = new Map<string, { readonly lastAnswer: number | undefined }>();
  const changed = new vscode.EventEmitter<string>();
  const recovering = new vscode.EventEmitter<string>();
  let retrying: vscode.Disposable | undefined;
  let isOver = false;

  function retryLater(): void {
    retrying?.dispose();
    const { active } = accounts;
    if (isOver || !active || !unreachable.has(active.key)) return;
    retrying = onceFocused(pause, () => void ask(active).then(retryLater, retryLater));
  }

  const following = accounts.onDidChange(({ removed }) => {
    for (const { key } of removed) unreachable.delete(key);
    retryLater();
  });

  return {
    unreachable: (key) => unreachable.get(key),
    onDidChange: changed.event,
    onDidRecover: recovering.event,
    lost({ key }, lastAnswer) {
      // A request may still fail after its account was signed out.
      if (!accounts.byKey(key)) return;
      unreachable.set(key, { lastAnswer });
      changed.fire(key);
      retryLater();
    },
    found({ key }) {
      unreachable.delete(key);
      changed.fire(key);
      retryLater();
    },
    recovered: ({ key }) => recovering.fire(key),
    dispose() {
      isOver = true;
      retrying?.dispose();
      vscode.Disposable.from(following, changed, recovering).dispose();
    },
  };
}
