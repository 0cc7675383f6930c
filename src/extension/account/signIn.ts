import * as vscode from 'vscode';
import type { Account } from '../ground/services/accounts.ts';
import type { Uses } from '../ground/services/services.ts';

/** The address that was checked and works, as the user typed it. It is held until the account exists. */
export interface Entered {
  address?: string | undefined;
}

const back = 'back';

/**
 * Asks for the server's address and the token, checks both against the server, and only then stores them. `host` is
 * what the box begins with.
 */
export async function signIn(
  parts: Uses<'accounts' | 'prompts' | 'servers'>,
  entered: Entered,
  host?: unknown,
): Promise<Account | undefined> {
  if (typeof host === 'string') entered.address = host;
  for (;;) {
    const base = await askForServer(parts, entered);
    if (base === undefined) return undefined;
    const account = await askForToken(parts, base);
    if (account === back) continue;
    if (account) entered.address = undefined;
    return account;
  }
}

/** Asks for another token for an account. A token of another user creates another account. */
export async function replaceToken(
  parts: Uses<'accounts' | 'prompts' | 'servers'>,
  account: Account,
): Promise<Account | undefined> {
  const replaced = await askForToken(parts, account.base, account);
  return replaced === back ? undefined : replaced;
}

async function askForServer(
  { servers, prompts }: Uses<'prompts' | 'servers'>,
  entered: Entered,
): Promise<string | undefined> {
  const configured = vscode.workspace.getConfiguration('docsPlatform').inspect<string>('serverAddress');
  return prompts.ask({
    title: vscode.l10n.t('Sign In to a Docs Platform'),
    step: { number: 1, of: 2 },
    prompt: vscode.l10n.t('Server URL. Your token is requested in the next step and sent only to this server.'),
    placeholder: 'https://docs.example.com',
    value: entered.address ?? configured?.globalValue ?? configured?.defaultValue ?? '',
    async removes(text) {
      const parsed = await servers.parseBase(text);
      return 'problem' in parsed && parsed.problem.code === 'baseLikeToken' ? parsed.problem : undefined;
    },
    async accept(text, signal) {
      const parsed = await servers.parseBase(text);
      if ('problem' in parsed) return parsed;
      await servers.probe(parsed.base, signal);
      entered.address = text;
      return { value: parsed.base };
    },
  });
}

async function askForToken(
  { accounts, servers, prompts }: Uses<'accounts' | 'prompts' | 'servers'>,
  base: string,
  replaces?: Account,
): Promise<Account | typeof back | undefined> {
  const found = await prompts.ask<{ readonly account: Account; readonly token: string } | typeof back>({
    title: replaces
      ? vscode.l10n.t('Replace Token for {0}', replaces.label)
      : vscode.l10n.t('Sign In to {0}', new URL(base).host),
    ...(replaces ? {} : { step: { number: 2, of: 2 }, back }),
    prompt: vscode.l10n.t("API token. It is stored only in VS Code's secret storage."),
    password: true,
    async accept(text, signal) {
      const parsed = await servers.parseToken(text);
      if ('problem' in parsed) return parsed;
      const identity = await servers.identify(base, parsed.token, signal);
      // A server that doesn't report the current user can't show that the token belongs to someone else.
      const isSame = replaces !== undefined && identity.userId === undefined;
      const account = isSame ? replaces : await servers.accountOf(base, identity);
      return { value: { account, token: parsed.token } };
    },
  });
  if (!found || found === back) return found;
  const { account, token } = found;
  const isThere = account.key === replaces?.key && accounts.byKey(account.key) !== undefined;
  await (isThere ? accounts.replaceToken(account, token) : accounts.add(account, token));
  return account;
}
