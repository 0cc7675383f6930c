import { digest } from './digest.ts';
import { segmentOf } from './segment.ts';

/**
 * The key of a user's account (if the server says who the user is) at a server, for use as the authority of a URI and
 * as a file name: lower case, with a readable host, and different for every pair.
 */
export function accountKey(base: string, userId: string | undefined): string {
  const host = segmentOf(URL.canParse(base) ? new URL(base).host : base).replace(/[^A-Za-z0-9.-]+/g, '-');
  return `${host.slice(0, 40) || 'account'}-${digest(JSON.stringify([base, userId ?? null]))}`.toLowerCase();
}

/** The host in a key, as far as it is legible there: for people, after the account was signed out. */
export function hostOf(key: string): string {
  return key.replace(/-[0-9a-z]{11}$/, '').replace(/-(\d+)$/, ':$1');
}

/**
 * The key of an account, different from those of the known accounts. Whoever chooses the hashed input can produce equal
 * digests, and token, texts and drafts are stored under the key, so another account with the same digest must not share
 * it.
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
