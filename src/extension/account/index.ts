import * as vscode from 'vscode';
import type { CommandTable } from '../commands/commandTable.ts';
import { laterCommands } from '../commands/laterCommands.ts';
import { withoutIcons } from '../prompts/plainText.ts';
import type { Account, Accounts } from './accounts.ts';
import type { AccountParts } from './accountParts.ts';
import { registerAuthentication } from './authentication.ts';
import type { Entered } from './signIn.ts';

/** Signing in and out, several accounts, the sample workspace: in the palette, the status bar and the Accounts menu. */
export function accountFeature(parts: AccountParts): { commands: CommandTable; register(): vscode.Disposable } {
  const { accounts, platforms } = parts;
  const entered: Entered = {};

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
      ['signIn', 'signOut', 'replaceToken', 'switchAccount', 'openSample', 'resetSample'],
      async () => (await import('./commands.ts')).accountCommands(parts, { signIn, signOut }),
    ),
    register: () => vscode.Disposable.from(registerAuthentication(accounts, { signIn, signOut }), showState(accounts)),
  };
}

/** One status bar item, and the context keys that menus and welcome views go by. */
function showState(accounts: Accounts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('docsPlatform.account', vscode.StatusBarAlignment.Right, 50);
  item.name = vscode.l10n.t('Docs Platform Account');
  item.command = 'docsPlatform.switchAccount';
  update();
  const following = accounts.onDidChange(update);
  return vscode.Disposable.from(item, following);

  function update(): void {
    const active = accounts.active;
    void vscode.commands.executeCommand('setContext', 'docsPlatform.account', active?.kind ?? 'none');
    const signedIn = accounts.all().some(({ kind }) => kind === 'server');
    void vscode.commands.executeCommand('setContext', 'docsPlatform.signedIn', signedIn);
    if (!active) return item.hide();
    item.text = `$(book) ${withoutIcons(active.label)}`;
    item.tooltip = vscode.l10n.t('Docs Platform: {0}. Click to switch accounts.', active.label);
    item.accessibilityInformation = { label: vscode.l10n.t('Docs Platform account: {0}', active.label) };
    item.show();
  }
}
