import * as vscode from 'vscode';
import type { Account, Accounts } from '../ground/services/accounts.ts';

const providerId = 'docs-platform';

/**
 * Lists the signed-in accounts in VS Code's Accounts menu. Other extensions can ask for a session, but its
 * `accessToken` is a handle that opens nothing: the token itself never leaves SecretStorage this way.
 */
export function registerAuthentication(
  accounts: Accounts,
  actions: { signIn(): Promise<Account | undefined>; signOut(account: Account): Promise<void> },
): vscode.Disposable {
  const emitter = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const following = accounts.onDidChange((change) => {
    const [added, removed, changed] = [change.added, change.removed, change.changed].map(sessionsOf);
    if (added?.length || removed?.length || changed?.length) emitter.fire({ added, removed, changed });
  });
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: emitter.event,
    getSessions: async (_scopes, options) =>
      sessionsOf(accounts.all()).filter((session) => !options.account || options.account.id === session.account.id),
    async createSession() {
      const account = await actions.signIn();
      if (!account) throw new vscode.CancellationError();
      return sessionOf(account);
    },
    async removeSession(id) {
      const account = accounts.byKey(id);
      if (account) await actions.signOut(account);
    },
  };
  return vscode.Disposable.from(
    vscode.authentication.registerAuthenticationProvider(providerId, 'Docs Platform', provider, {
      supportsMultipleAccounts: true,
    }),
    following,
    emitter,
  );
}

/** The sample workspace needs no account, so it has no session in VS Code either. */
function sessionsOf(accounts: readonly Account[]): vscode.AuthenticationSession[] {
  return accounts.filter(({ kind }) => kind === 'server').map(sessionOf);
}

function sessionOf(account: Account): vscode.AuthenticationSession {
  return {
    id: account.key,
    accessToken: `docs-platform-account:${account.key}`,
    account: { id: account.key, label: account.label },
    scopes: [],
  };
}
