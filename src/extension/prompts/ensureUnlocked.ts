import * as vscode from 'vscode';
import { isLocked, unlockFirst } from '../../model/lockedSpace.ts';
import type { Account, Accounts } from '../account/accounts.ts';
import type { Platforms } from '../platforms.ts';
import type { Prompts } from './prompts.ts';

export interface LockParts {
  readonly accounts: Accounts;
  readonly platforms: Pick<Platforms, 'library'>;
  readonly prompts: Prompts;
}

/** Whether the content of a space can be changed. Explains why not, and offers to unlock the space to those who may. */
export async function ensureUnlocked(parts: LockParts, account: Account, spaceId: string): Promise<boolean> {
  const { accounts, platforms, prompts } = parts;
  const library = await platforms.library(account);
  const space = await library.space(spaceId);
  if (!isLocked(space)) return true;
  const unlock = vscode.l10n.t('Unlock Space');
  const mayUnlock = space.permissions?.['admin'] !== false;
  const answer = await prompts.choose({
    message: unlockFirst,
    severity: 'warning',
    actions: mayUnlock ? [unlock] : [],
  });
  if (answer !== unlock) return false;
  // The command acts for the active account.
  if (accounts.active?.key !== account.key) await accounts.activate(account.key);
  await vscode.commands.executeCommand('docsPlatform.space.unlock', { kind: 'space', key: spaceId, space });
  return !isLocked(await library.space(spaceId));
}
