import type { Reason } from '../model/shared/reasons.ts';
import { isLoopback } from './network/hosts.ts';

/**
 * Reads a server address as people type it. Drops surrounding whitespace and a trailing `/` or `/v1`, keeps a path
 * prefix, and adds `https` (`http` for this computer) if there is no scheme.
 */
export function parseBase(text: string): { readonly base: string } | { readonly problem: Reason } {
  const typed = text.trim();
  if (typed === '') return { problem: { code: 'baseEmpty' } };
  if (isTokenLike(typed)) return { problem: { code: 'baseLikeToken' } };
  // The URL parser would silently drop line breaks and tabs.
  if (/[\s\p{Cc}]/u.test(typed)) {
    return { problem: { code: 'baseWithSpaces' } };
  }
  const url = urlOf(typed);
  if (url === undefined) return { problem: { code: 'baseNotAddress' } };
  const problem = problemWith(url);
  if (problem !== undefined) return { problem };
  const base = `${url.origin}${withoutVersion(url.pathname)}`;
  // An empty query or fragment hides it at first.
  return isTokenLike(base) ? { problem: { code: 'baseLikeToken' } } : { base };
}

/**
 * Whether this is rather a token, or no host at all. It is neither looked up nor shown again. A host without a dot needs
 * a scheme or a port.
 */
function isTokenLike(typed: string): boolean {
  if (/^(authorization\s*:|bearer(\s|$))/i.test(typed)) return true;
  if (/[?&#](?:[a-z]+[_-])?(?:token|key|secret|authorization)=/i.test(typed)) return true;
  const [, alone = ''] = /^https?:\/{0,3}([\w+.~-]+)\/*$/i.exec(typed) ?? [];
  if (isRandom(alone)) return true;
  if (/^[a-z][a-z0-9+.-]*:|[\s\p{Cc}@[\]?#]/iu.test(typed)) return false;
  const [host = ''] = typed.replace(/^\/+/, '').split('/', 1);
  if (/:\d+$/.test(host)) return false;
  const labels = host.replace(/\.$/, '').split('.');
  if (labels.length === 1) return !isLoopback(URL.parse(`http://${host}`)?.hostname ?? '');
  return labels.some(isNoLabel) || /^(?!xn--)(?=.*\d).*\D/i.test(labels.at(-1) ?? '');
}

/** Whether the host of a URL is rather a token: `docs-server-production-01` is none, `dp_8q5sxc7k2m4n` is. */
function isRandom(host: string): boolean {
  if (host.includes('.')) return host.split('.').some(isNoLabel) && !/\.[a-z]{2,}$/i.test(host);
  if (host.includes('_')) return host.length >= 12 && /\d/.test(host);
  return host.length >= 24 && /\d[a-z]+\d/i.test(host);
}

/** Whether a part of a host can't be one, or is as random as the parts of a signed token. */
function isNoLabel(label: string): boolean {
  if (label.length > 63 || /[!-,/:-@[-`{-~]/.test(label)) return true;
  return label.length >= 16 && /[a-z]/.test(label) && /[A-Z]/.test(label) && /\d/.test(label);
}

function problemWith(url: URL): Reason | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { code: 'baseNotWeb' };
  }
  if (url.username !== '' || url.password !== '') {
    return { code: 'baseWithUser' };
  }
  if (url.search !== '') return { code: 'baseWithQuery' };
  if (url.hash !== '') return { code: 'baseWithFragment' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { code: 'baseInsecure' };
  }
  return undefined;
}

function urlOf(typed: string): URL | undefined {
  if (/^https?:/i.test(typed) || /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return URL.parse(typed) ?? undefined;
  const hasUser = /^[^/?#]*@/.test(typed);
  // In `localhost:4010`, the part before the colon is a host; in `mailto:somebody`, it is a scheme.
  if (!hasUser && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed)) return URL.parse(typed) ?? undefined;
  const rest = typed.replace(/^\/+/, '');
  const host = URL.parse(`http://${rest}`)?.hostname;
  if (host === undefined) return undefined;
  return URL.parse(`${isLoopback(host) ? 'http' : 'https'}://${rest}`) ?? undefined;
}

function withoutVersion(path: string): string {
  let rest = path;
  for (;;) {
    if (rest.endsWith('/')) rest = rest.slice(0, -1);
    else if (rest.endsWith('/v1')) rest = rest.slice(0, -3);
    else return rest;
  }
}
