import * as vscode from 'vscode';
import { contextKeys } from '../ground/contributions/contextKeys.ts';
import { setContext } from '../ground/contributions/run.ts';
import { registerTextDocuments } from '../ground/messages/fileSystem.ts';
import { laterCommands, type LaterCommands } from '../ground/commands/laterCommands.ts';
import { disposeIfUsed, onFirstUse } from '../ground/commands/onFirstUse.ts';
import type { Account } from '../ground/services/accounts.ts';
import { registerAuthentication } from './authentication.ts';
import type { Entered } from './signIn.ts';
import type { Uses } from '../ground/services/services.ts';

/** Signing in and out, several accounts, the sample workspace: in the palette, the status bar and the Accounts menu. */
export function accountFeature(
  parts: Uses<
    | 'accounts'
    | 'reachability'
    | 'prompts'
    | 'edge'
    | 'stores'
    | 'servers'
    | 'accountData'
    | 'sample'
    | 'globalState'
    | 'recentRequests'
  >,
): { commands: LaterCommands; register(): vscode.Disposable } {
  const { accounts, accountData } = parts;
  const entered: Entered = {};

  async function signIn(host?: unknown): Promise<Account | undefined> {
    return (await import('./signIn.ts')).signIn(parts, entered, host);
  }

  async function signOut(account: Account): Promise<void> {
    await accounts.remove(account.key);
    if (account.kind === 'server') await accountData.forget(account.key);
  }

  return {
    commands: laterCommands([''], async () =>
      (await import('./commands.ts')).accountCommands(parts, { signIn, signOut }),
    ),
    register: () =>
      vscode.Disposable.from(
        registerAuthentication(accounts, { signIn, signOut }),
        showState(parts),
        registerTextDocuments('docs-platform-requests', {
          provideTextDocumentContent: async () => (await import('./recentRequests.ts')).recentRequestsText(parts),
        }),
      ),
  };
}

/** Shows one status bar item and sets the context keys that menus and welcome views use. */
function showState({ accounts, reachability, edge }: Uses<'accounts' | 'reachability' | 'edge'>): vscode.Disposable {
  const shown = onFirstUse(async () => (await import('./statusItem.ts')).showAccounts(accounts, reachability));
  update();
  return vscode.Disposable.from(accounts.onDidChange(update), reachability.onDidChange(update), {
    dispose: () => disposeIfUsed(shown),
  });

  function update(): void {
    const active = accounts.active;
    const signedIn = accounts.all().some(({ kind }) => kind === 'server');
    const isUnreachable = active !== undefined && reachability.unreachable(active.key) !== undefined;
    void setContext(contextKeys.account, active?.kind ?? 'none');
    void setContext(contextKeys.signedIn, signedIn);
    void setContext(contextKeys.isUnreachable, isUnreachable);
    if (active) shown().catch((error: unknown) => edge.note('Account', error));
  }
}
