import * as vscode from 'vscode';
import { withoutIcons } from '../ground/words/plainText.ts';
import type { Accounts } from '../ground/services/accounts.ts';
import { markOtherAccounts } from './otherAccounts.ts';
import type { Reachability } from '../ground/services/reachability.ts';
import { refusedTokens } from '../ground/services/refusedTokens.ts';

/** How the status bar shows an account. */
interface AccountState {
  readonly icon: string;
  readonly command: string | vscode.Command;
  readonly isFault?: boolean;
  readonly tooltip: string;
  /** For screen readers. */
  readonly spoken: string;
}

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
    const { icon, command, isFault = true, tooltip, spoken } = stateOf(key, label);
    item.text = `$(${icon}) ${withoutIcons(label)}`;
    item.command = command;
    item.backgroundColor = isFault ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken };
    item.show();
  }

  function stateOf(key: string, label: string): AccountState {
    if (reachability.unreachable(key)) {
      return {
        icon: 'debug-disconnect',
        command: 'docsPlatform.retryConnection',
        tooltip: vscode.l10n.t("Docs Platform: can't reach the server of {0}. Click to retry.", label),
        spoken: vscode.l10n.t("Docs Platform account: {0}, can't reach the server", label),
      };
    }
    if (refusedTokens.has(key)) {
      return {
        icon: 'key',
        command: { command: 'docsPlatform.replaceToken', title: vscode.l10n.t('Replace Token…'), arguments: [key] },
        tooltip: vscode.l10n.t(
          'Docs Platform: the server no longer accepts the token of {0}. Click to replace it.',
          label,
        ),
        spoken: vscode.l10n.t('Docs Platform account: {0}, the server no longer accepts its token', label),
      };
    }
    return {
      icon: 'book',
      command: 'docsPlatform.switchAccount',
      isFault: false,
      tooltip: vscode.l10n.t('Docs Platform: {0}. Click to switch accounts.', label),
      spoken: vscode.l10n.t('Docs Platform account: {0}', label),
    };
  }

  update();
  return vscode.Disposable.from(
    item,
    accounts.onDidChange(update),
    reachability.onDidChange(update),
    refusedTokens.onDidChange(update),
    markOtherAccounts(accounts),
  );
}
