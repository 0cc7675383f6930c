import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import { disposeIfUsed, onFirstUse } from '../commands/onFirstUse.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import type { Account, Accounts } from './accounts.ts';
import type { AccountParts } from './accountParts.ts';
import type { Reachability } from './reachability.ts';
import { registerAuthentication } from './authentication.ts';
import type { Entered } from './signIn.ts';

/** Signing in and out, several accounts, the sample workspace: in the palette, the status bar and the Accounts menu. */
export function accountFeature(parts: AccountParts): { commands: CommandTable; register(): vscode.Disposable } {
  const { accounts, platforms, edge } = parts;
  const entered: Entered = {};

  const marks = onFirstUse(async () => (await import('./otherAccounts.ts')).markOtherAccounts(accounts));

  function followAccounts(): vscode.Disposable {
    const update = (): void => {
      if (accounts.all().length > 1) marks().catch((error: unknown) => edge.note('Other accounts', error));
    };
    update();
    return vscode.Disposable.from(accounts.onDidChange(update), { dispose: () => disposeIfUsed(marks) });
  }

  async function signIn(): Promise<Account | undefined> {
    return (await import('./signIn.ts')).signIn(parts, entered);
  }

  async function signOut(account: Account): Promise<void> {
    await accounts.remove(account.key);
    if (account.kind === 'server') await platforms.forget(account.key);
  }

  return {
    commands: laterCommands(
      'docsPlatform',
      ['signIn', 'signOut', 'replaceToken', 'switchAccount', 'retryConnection', 'openSample', 'resetSample'],
      async () => (await import('./commands.ts')).accountCommands(parts, { signIn, signOut }),
    ),
    register: () =>
      vscode.Disposable.from(
        registerAuthentication(accounts, { signIn, signOut }),
        showState(accounts, platforms.reachability),
        followAccounts(),
      ),
  };
}

/** One status bar item, and the context keys that menus and welcome views go by. */
function showState(accounts: Accounts, reachability: Reachability): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('docsPlatform.account', vscode.StatusBarAlignment.Right, 50);
  item.name = vscode.l10n.t('Docs Platform Account');
  update();
  return vscode.Disposable.from(item, accounts.onDidChange(update), reachability.onDidChange(update));

  function update(): void {
    const active = accounts.active;
    void vscode.commands.executeCommand('setContext', 'docsPlatform.account', active?.kind ?? 'none');
    const signedIn = accounts.all().some(({ kind }) => kind === 'server');
    void vscode.commands.executeCommand('setContext', 'docsPlatform.signedIn', signedIn);
    const isUnreachable = active !== undefined && reachability.unreachable(active.key) !== undefined;
    void vscode.commands.executeCommand('setContext', 'docsPlatform.isUnreachable', isUnreachable);
    if (!active) return item.hide();
    const { label } = active;
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
}
