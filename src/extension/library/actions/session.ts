import { run } from '../../ground/contributions/run.ts';
import type { Library, Place } from '../../../store/library/library.ts';
import type { LibraryActions } from '../../../store/libraryActions/libraryActions.ts';
import type { Account } from '../../ground/services/accounts.ts';
import { activeAccount } from '../../ground/prompts/activeAccount.ts';
import { showStatus } from '../../ground/messages/show.ts';
import type { Uses } from '../../ground/services/services.ts';

/** What these commands work with, all of one account. */
export interface Session {
  readonly account: Account;
  readonly library: Library;
  readonly actions: LibraryActions;
}

/** Undefined if nobody is signed in. Ways to sign in are then offered. */
export async function sessionOf(parts: Uses<'accounts' | 'prompts' | 'stores'>): Promise<Session | undefined> {
  const account = await activeAccount(parts);
  return account && sessionIn(parts, account);
}

export async function sessionIn({ stores }: Uses<'stores'>, account: Account): Promise<Session> {
  const [library, actions] = await Promise.all([stores(account).library(), stores(account).libraryActions()]);
  return { account, library, actions };
}

/** Shows the affected item in the Library. */
export async function reveal(place: Place | undefined): Promise<void> {
  if (place) await run('library.reveal', place);
}

/** Shows a short message in the status bar. */
export function say(message: string): void {
  showStatus(message, 5000);
}
