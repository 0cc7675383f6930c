import * as vscode from 'vscode';
import type { Accounts } from '../../ground/services/accounts.ts';
import { onceFocused } from '../../ground/services/onceFocused.ts';

/** How long the badge waits so that the user's own requests go first, in ms. */
const patience = 2000;

/** Counts the badge of each account that is shown, even while the view is hidden. */
export function countSoon(accounts: Accounts, count: () => void): vscode.Disposable {
  let waiting: vscode.Disposable | undefined;
  const wait = (): void => {
    waiting?.dispose();
    waiting = accounts.active && onceFocused(patience, count);
  };
  const following = accounts.onDidChange(({ activeChanged, changed }) => {
    if (activeChanged || changed.some(({ key }) => key === accounts.active?.key)) wait();
  });
  wait();
  return new vscode.Disposable(() => {
    waiting?.dispose();
    following.dispose();
  });
}
