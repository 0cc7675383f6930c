import type * as vscode from 'vscode';
import type { Api } from '../client/api.ts';
import { parseBase } from '../client/base.ts';
import { createApi } from '../client/createApi.ts';
import type { Ledger } from '../client/ledger.ts';
import type { Platform } from '../client/network/platform.ts';
import { identify, probe, type Identity } from '../client/signIn.ts';
import { parseToken } from '../client/token.ts';
import type { Account, Accounts } from '../extension/ground/services/accounts.ts';
import { accountKey, keyBeside } from '../model/shared/accountKey.ts';
import { titleText } from '../model/shared/titleText.ts';
import type { Servers } from '../extension/ground/services/services.ts';

/** Servers before they have an account. */
export function createServers(
  remote: Platform,
  ledger: Ledger,
  accounts: Pick<Accounts, 'all'>,
  log: vscode.LogOutputChannel,
): Omit<Servers, 'retry'> {
  const anonymous = (base: string, token?: string): Api =>
    createApi({ base, platform: remote, token: async () => token, log: (line) => log.debug(line), ledger });
  return {
    parseBase: async (text) => parseBase(text),
    parseToken: async (text) => parseToken(text),
    probe: (base, signal) => probe(anonymous(base), signal),
    identify: (base, token, signal) => identify(anonymous(base, token), signal),
    accountOf: async (base, identity) => accountOf(base, identity, accounts.all()),
  };
}

/** If the server doesn't report the current user, each sign-in creates an account of its own. */
function accountOf(base: string, { userId, displayName }: Identity, known: readonly Account[]): Account {
  const { host } = new URL(base);
  if (userId !== undefined) {
    const label = [titleText(displayName, ''), host].filter(Boolean).join(' · ');
    return { key: keyBeside(known, base, userId), kind: 'server', base, label, userId };
  }
  let number = 1;
  const key = (): string => accountKey(base, number === 1 ? undefined : `sign-in ${number}`);
  while (known.some((account) => account.key === key())) number++;
  return { key: key(), kind: 'server', base, label: number === 1 ? host : `${host} (${number})` };
}
