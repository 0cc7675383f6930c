import { lookup } from 'node:dns';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebDocument } from '../../formats/webDocument.ts';
import { WebError, type WebLimits } from './web.ts';

export interface Fetching extends WebLimits {
  /** Whether connections to this IP address are allowed. */
  readonly isReachable: (address: string) => boolean;
  /** Time limit for everything including redirects, in ms. */
  readonly time: number;
}

const mostRedirects = 5;

/**
 * Reads a document over http or https. Every address on the way is checked when connecting, so that neither a redirect
 * nor a changed DNS entry leads elsewhere. Throws a WebError, or the signal's reason.
 */
export async function fetchDocument(url: string, fetching: Fetching, signal: AbortSignal): Promise<WebDocument> {
  const timeout = AbortSignal.timeout(fetching.time);
  try {
    return await follow(url, fetching, AbortSignal.any([signal, timeout]));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new WebError(`takes more than ${fetching.time / 1000} seconds`, true);
    if (error instanceof WebError) throw error;
    throw new WebError(`can't be reached: ${reasonOf(error)}`);
  }
}

async function follow(start: string, fetching: Fetching, signal: AbortSignal): Promise<WebDocument> {
  let url = start;
  for (let count = 0; count <= mostRedirects; count += 1) {
    const reply = await replyOf(checked(url, fetching), fetching, signal);
    const { statusCode = 0, headers } = reply;
    if (statusCode === 200) return await documentOf(reply, url, fetching, signal);
    reply.destroy();
    const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
    if (!isRedirect || headers.location === undefined) throw new WebError(`answers with ${statusCode}`);
    if (!URL.canParse(headers.location, url)) throw new WebError('redirects to an invalid URL');
    url = new URL(headers.location, url).href;
  }
  throw new WebError(`redirects more than ${mostRedirects} times`);
}

/** A host that is an IP address is never looked up, so it is checked here. */
function checked(address: string, { isReachable }: Fetching): URL {
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new WebError('is not an http or https URL');
  if (url.username !== '' || url.password !== '') throw new WebError('contains a user name or password');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isReachable(host)) throw notPublic(url.hostname);
  return url;
}

function replyOf(url: URL, fetching: Fetching, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const headers = { 'User-Agent': 'docs-platform', Accept: '*/*', 'Accept-Encoding': 'identity' };
  return new Promise((resolve, reject) => {
    // Uses a new connection, because a reused one would not be checked again.
    request(url, { signal, headers, agent: false, lookup: lookupAmong(fetching.isReachable) }, resolve)
      .on('error', reject)
      .end();
  });
}

function lookupAmong(isReachable: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no IP address`), '');
      if (addresses.some(({ address }) => !isReachable(address))) return callback(notPublic(hostname), '');
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

async function documentOf(
  reply: IncomingMessage,
  url: string,
  { bytes: most }: Fetching,
  signal: AbortSignal,
): Promise<WebDocument> {
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = reply.headers;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    if (encoding !== 'identity') throw new WebError(`sends compressed content (${encoding}) that was not requested`);
    for await (const part of reply as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      size += part.length;
      if (size > most) throw new WebError(`is larger than ${Math.round(most / 1_000_000)} MB`);
      parts.push(part);
    }
  } finally {
    reply.destroy();
  }
  const [contentType = ''] = type.split(';');
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1];
  return { bytes: Buffer.concat(parts), url, contentType: contentType.trim().toLowerCase(), charset };
}

function notPublic(host: string): WebError {
  return new WebError(`leads to ${host}, which is not on the public web`);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host is unknown';
    case 'ECONNREFUSED':
      return 'the connection was refused';
    case 'ECONNRESET':
      return 'the connection dropped';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
