import { ApiError, failureOf, type ApiErrorKind } from '../model/shared/failure.ts';
import type { Reason } from '../model/shared/reasons.ts';
import { usableToken, type TokenSource } from './authorization.ts';
import { exchange, type Reply } from './network/exchange.ts';
import { isLoopback, isPrivate } from './network/hosts.ts';
import type { Ledger, LedgerEntry, Outcome } from './ledger.ts';
import type { Platform } from './network/platform.ts';
import { errorOf, isHtml, kindOfStatus } from './replies.ts';
import { newTrace } from './network/trace.ts';

export interface DownloadOptions {
  /** From `parseBase`. */
  readonly base: string;
  /** Serves addresses below `base`. */
  readonly platform: Platform;
  /** Serves all other addresses; `platform` by default. */
  readonly elsewhere?: Platform | undefined;
  readonly token: TokenSource;
  /** See `ExchangeOptions`. */
  readonly timeout?: number | undefined;
  /** Receives each request. */
  readonly ledger?: Pick<Ledger, 'add'> | undefined;
}

export interface DownloadLimits {
  readonly signal?: AbortSignal | undefined;
  /** In bytes; 25 MB by default. */
  readonly limit?: number | undefined;
  /** Called with the bytes received so far. */
  readonly onProgress?: ((received: number) => void) | undefined;
  /** True if the file may be a web page. Otherwise, one is refused, because something else may have sent it. */
  readonly mayBeWebPage?: boolean | undefined;
}

/** Returns the bytes behind the `downloadURL` of a file; rejects with an ApiError. */
export type Download = (url: string, limits?: DownloadLimits) => Promise<Uint8Array>;

const mostRedirects = 5;

/**
 * Fetches file bytes. The token is sent only to addresses below the server's own, and a request with it follows no
 * redirect. Other hosts are requested over https (a server on this computer may name others there), but a public server
 * can't direct requests into this computer or a private network.
 */
export function createDownload(options: DownloadOptions): Download {
  const { platform, elsewhere = platform, timeout = 30_000, ledger } = options;
  const base = new URL(options.base);

  async function withToken(url: URL, limits: DownloadLimits): Promise<Uint8Array> {
    const token = await usableToken(options.token, { endpoint });
    const headers = new Headers({ accept: '*/*' });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const reply = await ask(platform, url, headers, limits);
    if (isSuccess(reply)) return reply.bytes;
    throw errorOf({ name: endpoint, method: 'GET' }, reply, { token }, Date.now());
  }

  async function withoutToken(first: URL, limits: DownloadLimits): Promise<Uint8Array> {
    let from = base;
    let url = first;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const problem = problemWith(url, from);
      if (problem !== undefined) throw failed('unreadable', problem);
      const reply = await ask(elsewhere, url, new Headers({ accept: '*/*' }), limits);
      if (isSuccess(reply)) return reply.bytes;
      if (reply.status >= 400) throw refusedElsewhere(reply);
      from = url;
      url = addressOf(reply.headers.get('location') ?? '', url);
    }
    throw failed('unreadable', { code: 'fileRedirectsForever' });
  }

  function problemWith(url: URL, from: URL): Reason | undefined {
    if (isPrivate(url.hostname) && !isPrivate(from.hostname)) {
      return { code: 'fileInPrivateNetwork' };
    }
    const local = url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(base.hostname);
    if (url.protocol === 'https:' || (local && from.protocol === 'http:')) return undefined;
    return { code: 'fileNotHttps' };
  }

  async function ask(to: Platform, url: URL, headers: Headers, limits: DownloadLimits): Promise<Reply> {
    const { limit = 25 * 1024 * 1024, mayBeWebPage = false } = limits;
    const trace = newTrace();
    const at = Date.now();
    const record = (outcome: Outcome, reply?: Reply, reason?: LedgerEntry['reason']): void =>
      ledger?.add({
        at,
        endpoint,
        outcome,
        reason,
        took: Date.now() - at,
        ...(reply && { status: reply.status, size: reply.bytes.byteLength }),
        ...trace,
      });
    let reply: Reply;
    try {
      reply = await exchange(to, url.href, { method: 'GET', headers }, { ...limits, timeout, limit, endpoint, trace });
    } catch (error) {
      const failure = failureOf(error);
      record(failure?.kind ?? 'failed', undefined, failure?.reason.code);
      throw error;
    }
    const isWrong = isSuccess(reply) && !mayBeWebPage && reply.bytes.byteLength > 0 && isHtml(reply.headers);
    record(isWrong ? 'unreadable' : reply.status < 400 ? 'ok' : kindOfStatus(reply.status), reply);
    if (isWrong) throw failed('unreadable', { code: 'webPageReply' }, reply);
    return reply;
  }

  return async (text, limits = {}) => {
    const url = addressOf(text, base);
    return isBelow(base, url) ? withToken(url, limits) : withoutToken(url, limits);
  };
}

const endpoint = 'GET file';

function addressOf(text: string, from: URL): URL {
  const url = URL.parse(text, from.href);
  if (text === '' || url === null || url.username !== '' || url.password !== '') {
    throw failed('unreadable', { code: 'fileWithoutAddress' });
  }
  return url;
}

/**
 * Other paths of the origin may belong to other servers. The URL parser resolves the dot segments that it sees, but a
 * server in between may see more: it may decode once more, drop text after a semicolon, or merge slashes first. If an
 * address leads out of the base in any of these ways, it gets no token, wherever it ends.
 */
function isBelow(base: URL, { origin, pathname }: URL): boolean {
  if (origin !== base.origin || !pathname.startsWith(`${base.pathname.replace(/\/$/, '')}/`)) return false;
  let path = pathname;
  for (let decodings = 0; decodings < 5; decodings += 1) {
    const decoded = path.replace(/%[\da-f]{2}/gi, (hex) => String.fromCharCode(Number.parseInt(hex.slice(1), 16)));
    if (decoded === path) return !path.split(/[/\\]/).some((segment) => /^\.\.?(?:;|$)/.test(segment));
    path = decoded;
  }
  return false;
}

function isSuccess(reply: Reply): boolean {
  return reply.status >= 200 && reply.status < 300;
}

/** A refusal by another server says nothing about the account. */
function refusedElsewhere(reply: Reply): ApiError {
  const kind = kindOfStatus(reply.status);
  switch (kind) {
    case 'signedOut':
    case 'forbidden':
      return failed('forbidden', { code: 'fileRefused' }, reply);
    case 'missing':
      return failed('missing', { code: 'fileGone' }, reply);
    default:
      return failed('unavailable', { code: 'fileServerFailed' }, reply);
  }
}

function failed(kind: ApiErrorKind, reason: Reason, reply?: Reply): ApiError {
  return new ApiError(kind, reason, { endpoint, ...(reply === undefined ? {} : { status: reply.status }) });
}
