import * as vscode from 'vscode';
import { run } from '../contributions/run.ts';
import type { Space } from '../../../contract/spaces/spaces.ts';
import { isLocked } from '../../../model/library/lockedSpace.ts';
import { unlockFirstText } from '../words/lockedSpace.ts';
import type { Account } from '../services/accounts.ts';
import type { Uses } from '../services/services.ts';

/**
 * Whether the content of a space can be changed. If not, explains why, and offers to unlock the space if the user may
 * do that. The question is modal, because texts that the caller has read must not change before it is answered.
 */
export async function ensureUnlocked(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  account: Account,
  spaceId: string,
): Promise<boolean> {
  return askToUnlock(parts, account, spaceId, { modal: true });
}

/** Explains in a notification that the space is locked, and offers to unlock it if the user may do that. */
export async function explainLock(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  account: Account,
  spaceId: string,
): Promise<void> {
  await askToUnlock(parts, account, spaceId, { modal: false });
}

/** Whether the space is known to be locked. If that can't be checked, the platform refuses what is sent. */
export async function isLockedInCache({ stores }: Uses<'stores'>, account: Account, spaceId: string): Promise<boolean> {
  return (await lockedSpace({ stores }, account, spaceId)) !== undefined;
}

async function askToUnlock(
  parts: Uses<'accounts' | 'prompts' | 'stores'>,
  account: Account,
  spaceId: string,
  { modal }: { readonly modal: boolean },
): Promise<boolean> {
  const { accounts, prompts } = parts;
  const space = await lockedSpace(parts, account, spaceId);
  if (!space) return true;
  const unlock = vscode.l10n.t('Unlock Space');
  const mayUnlock = space.permissions?.['admin'] !== false;
  const answer = await prompts.choose({
    message: unlockFirstText(),
    severity: 'warning',
    modal,
    actions: mayUnlock ? [unlock] : [],
  });
  if (answer !== unlock) return false;
  // The command uses the active account.
  if (accounts.active?.key !== account.key) await accounts.activate(account.key);
  await run('space.unlock', { kind: 'space', key: spaceId, space });
  return !(await isLockedInCache(parts, account, spaceId));
}

async function lockedSpace({ stores }: Uses<'stores'>, account: Account, spaceId: string): Promise<Space | undefined> {
  const library = await stores(account).library();
  const space = await library.space(spaceId).catch(() => undefined);
  return space && isLocked(space) ? space : undefined;
}
