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
