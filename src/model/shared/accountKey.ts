import { digest } from './digest.ts';
import { segmentOf } from './segment.ts';

/**
 * The account of a user (when the server tells) at a server, as the authority of a URI: lower-case, the host readable, and
 * different for every pair. Also good as the name of a file.
 */
export function accountKey(base: string, userId: string | undefined): string {
  const host = segmentOf(URL.canParse(base) ? new URL(base).host : base).replace(/[^A-Za-z0-9.-]+/g, '-');
  return `${host.slice(0, 40) || 'account'}-${digest(JSON.stringify([base, userId ?? null]))}`.toLowerCase();
}

/**
 * The key of the account of a user at a server beside those that are known. A digest can be made to match by who chooses what it
 * is of, and a token, texts and drafts lie under the key: another account with the same one is not taken for this one.
 */
export function keyBeside(
  known: readonly { readonly key: string; readonly base: string; readonly userId?: string | undefined }[],
  base: string,
  userId: string,
): string {
  const isTaken = (key: string): boolean =>
    known.some((each) => each.key === key && (each.base !== base || each.userId !== userId));
  let key = accountKey(base, userId);
  for (let number = 2; isTaken(key); number += 1) key = accountKey(base, `${userId} ${number}`);
  return key;
}
