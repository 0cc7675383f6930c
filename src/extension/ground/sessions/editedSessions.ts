import type { Account } from '../services/accounts.ts';
import { openUris } from '../places/pageUri.ts';
import type { Uses } from '../services/services.ts';
import type { EditSession, OpenPages } from './openPages.ts';
import { sessionAt } from './sessions.ts';

/** The change requests of these accounts that have unsent changes or an open editable page. */
export async function editedSessions(
  parts: Uses<'accounts' | 'stores'>,
  pages: OpenPages,
  accounts: readonly Account[],
): Promise<readonly EditSession[]> {
  const found = await Promise.all(accounts.map((account) => editedIn(parts, account, pages)));
  return found.flat();
}

async function editedIn(
  parts: Uses<'accounts' | 'stores'>,
  account: Account,
  pages: OpenPages,
): Promise<readonly EditSession[]> {
  const { drafts } = await parts.stores(account).edits();
  // VS Code keeps documents for a while after their tab was closed.
  const shown = new Set(openUris().map((uri) => uri.toString()));
  const open = [...pages.values()].filter(
    ({ session, uri }) => session.account.key === account.key && shown.has(uri.toString()),
  );
  const targets = [...(await drafts.all()), ...open].map(({ target }) => target);
  const places = new Map(targets.map(({ space, number }) => [`${space}/${number}`, { space, number }]));
  return Promise.all(
    [...places.values()].map(({ space, number }) =>
      sessionAt(parts, { account: account.key, space, version: { kind: 'changeRequest', number } }),
    ),
  );
}
