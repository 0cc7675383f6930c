import { isLoopback } from './hosts.ts';

const example = 'for example https://docs.example.com';

/**
 * Reads a server address as people type it. Drops surrounding whitespace and a trailing `/` or `/v1`, keeps a path
 * prefix, and adds `https` (`http` for this computer) if there is no scheme. A problem is a message for users that says
 * what to do.
 */
export function parseBase(text: string): { readonly base: string } | { readonly problem: string } {
  const typed = text.trim();
  if (typed === '') return { problem: `Enter the address of the server, ${example}.` };
  // The URL parser would silently drop line breaks and tabs.
  if (/[\s\p{Cc}]/u.test(typed)) {
    return { problem: 'The address has a space or a line break in it. Enter the address alone.' };
  }
  const url = urlOf(typed);
  if (url === undefined) return { problem: `This is not an address. Enter one like in a browser, ${example}.` };
  const problem = problemWith(url);
  return problem === undefined ? { base: `${url.origin}${withoutVersion(url.pathname)}` } : { problem };
}

function problemWith(url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return `The address must start with https://, ${example}.`;
  }
  if (url.username !== '' || url.password !== '') {
    return 'Remove the user name and password from the address. You are asked for a token next.';
  }
  if (url.search !== '') return 'Remove the question mark and everything after it from the address.';
  if (url.hash !== '') return 'Remove the # and everything after it from the address.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'The address must start with https://: over http:// others could read your token. Only a server on this computer may use http://.';
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
