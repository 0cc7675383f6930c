import { digest } from './digest.ts';
import { segmentOf } from './segment.ts';

/** Where a page, a file or a directory of a space stands, as an editor addresses it. `path` is empty for the space itself. */
export interface PageAddress {
  /** As `accountKey` gives it. */
  readonly account: string;
  readonly space: string;
  /** Segments joined by `/`, as in `PageNode.path`. */
  readonly path: string;
}

/** The parts of a URI that we use, unescaped: there is never a query, since relative links would inherit it. */
export interface UriParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

export const scheme = 'docs-platform';

/** `docs-platform://<account>/<space id>/<path>`; ids keep their case, so they stand in the path. */
export function uriOf({ account, space, path }: PageAddress): UriParts & { readonly scheme: typeof scheme } {
  const segment = space.replace(unusual, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { scheme, authority: account, path: path ? `/${segment}/${path}` : `/${segment}` };
}

/** The inverse of `uriOf`; undefined for what it never gives. */
export function addressOf(uri: UriParts): PageAddress | undefined {
  if (uri.scheme !== scheme || !uri.authority || !uri.path.startsWith('/')) return undefined;
  const [segment = '', ...segments] = uri.path.replace(/\/$/, '').slice(1).split('/');
  if (!segment || segment.startsWith('.') || segments.some((each) => each === '' || each === '.' || each === '..')) {
    return undefined;
  }
  const space = segment.replace(escaped, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
  return { account: uri.authority.toLowerCase(), space, path: segments.join('/') };
}

const unusual = /[^A-Za-z0-9_-]/g;
const escaped = /~([0-9a-f]{4})/g;

/**
 * The account of a user (when the server tells) at a server, as the authority of a URI: lower-case, the host readable, and
 * different for every pair. Also good as the name of a file.
 */
export function accountKey(base: string, userId: string | undefined): string {
  const host = segmentOf(URL.canParse(base) ? new URL(base).host : base).replace(/[^A-Za-z0-9.-]+/g, '-');
  return `${host.slice(0, 40) || 'account'}-${digest(JSON.stringify([base, userId ?? null]))}`.toLowerCase();
}
