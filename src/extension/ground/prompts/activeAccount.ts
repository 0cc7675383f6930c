import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';
import type { Prompts } from '../services/prompts.ts';
import type { Account, Accounts } from '../services/accounts.ts';

/** The account that a command uses. If there is none, offers the two ways to get one. */
export async function activeAccount(parts: { accounts: Accounts; prompts: Prompts }): Promise<Account | undefined> {
  if (parts.accounts.active) return parts.accounts.active;
  const signIn = vscode.l10n.t('Sign In…');
  const openSample = vscode.l10n.t('Open Sample Workspace');
  const answer = await parts.prompts.choose({
    message: vscode.l10n.t('Sign in to your docs platform first, or try the sample workspace.'),
    actions: [signIn, openSample],
  });
  if (answer === signIn) await run('signIn');
  if (answer === openSample) await run('openSample');
  return parts.accounts.active;
}
