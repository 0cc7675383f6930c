import * as vscode from 'vscode';
import { run } from '../ground/contributions/run.ts';
import type { Prompts } from '../ground/services/prompts.ts';
import type { Account } from '../ground/services/accounts.ts';

const cooldown = 5 * 60_000;
/** How long VS Code shows a message before it hides it, in ms. */
const onScreen = 10_000;

export interface AskAgain {
  /** Called when a server has refused the account's token. */
  readonly refused: (account: Account) => void;
  /** Whether the question has just appeared, so that nothing else needs to report the same problem. */
  readonly isAsking: () => boolean;
}

/**
 * Asks what to do about a token that is no longer accepted: once per account, then not again until the cooldown is
 * over.
 */
export function createAskAgain(prompts: Prompts, now: () => number = Date.now): AskAgain {
  const asked = new Map<string, number>();
  /** When each account's question appeared. */
  const asking = new Map<string, number>();

  return {
    isAsking: () => [...asking.values()].some((since) => now() - since < onScreen),
    refused(account) {
      const last = asked.get(account.key);
      if (asking.has(account.key) || (last !== undefined && now() - last < cooldown)) return;
      asking.set(account.key, now());
      void ask(prompts, account).finally(() => {
        asking.delete(account.key);
        asked.set(account.key, now());
      });
    },
  };
}

async function ask(prompts: Prompts, account: Account): Promise<void> {
  const replace = vscode.l10n.t('Replace Token…');
  const signOut = vscode.l10n.t('Sign Out…');
  const answer = await prompts.choose({
    severity: 'warning',
    message: vscode.l10n.t(
      'The server no longer accepts the token of {0}. It may have expired or been revoked.',
      account.label,
    ),
    actions: [replace, signOut],
  });
  if (answer === replace) await run('replaceToken', account.key);
  if (answer === signOut) await run('signOut', account.key);
}
