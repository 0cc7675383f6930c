import * as vscode from 'vscode';
import { withoutIcons } from '../words/plainText.ts';
import type { Accounts } from '../services/accounts.ts';
import { markOtherAccounts } from './otherAccounts.ts';
import type { Reachability } from '../services/reachability.ts';

/**
 * Shows the active account in the status bar and marks documents of other accounts. Loaded once there is an account.
 */
export function showAccounts(accounts: Accounts, reachability: Reachability): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('docsPlatform.account', vscode.StatusBarAlignment.Right, 50);
  item.name = vscode.l10n.t('Docs Platform Account');

  function update(): void {
    const { active } = accounts;
    if (!active) return item.hide();
    const { key, label } = active;
    const isUnreachable = reachability.unreachable(key) !== undefined;
    item.text = `$(${isUnreachable ? 'debug-disconnect' : 'book'}) ${withoutIcons(label)}`;
    item.command = isUnreachable ? 'docsPlatform.retryConnection' : 'docsPlatform.switchAccount';
    item.backgroundColor = isUnreachable ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.tooltip = isUnreachable
      ? vscode.l10n.t("Docs Platform: can't reach the server of {0}. Click to retry.", label)
      : vscode.l10n.t('Docs Platform: {0}. Click to switch accounts.', label);
    item.accessibilityInformation = {
      label: isUnreachable
        ? vscode.l10n.t("Docs Platform account: {0}, can't reach the server", label)
        : vscode.l10n.t('Docs Platform account: {0}', label),
    };
    item.show();
  }

  update();
  return vscode.Disposable.from(
    item,
    accounts.onDidChange(update),
    reachability.onDidChange(update),
    markOtherAccounts(accounts),
  );
}
