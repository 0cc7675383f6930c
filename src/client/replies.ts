import type { Endpoint } from '../contract/shared/endpoint.ts';
import { readTolerantly } from '../contract/shared/tolerantly.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from '../model/shared/failure.ts';
import type { Reason, Violation } from '../model/shared/reasons.ts';
import { nameOf } from './apiOf.ts';
import type { Reply } from './network/exchange.ts';
import { missingResource } from './missingResource.ts';
import { quotedWords } from './quotedWords.ts';
import { retryAtOf } from './network/retryAt.ts';
import { masked, type Secrets } from './secrets.ts';
import { violationOf } from './violations.ts';

/** The request, as named in errors. */
export interface Subject {
  /** `METHOD /path/{id}` of an endpoint. */
  readonly name: string;
  readonly method: string;
  /** Servers that lack the endpoint may answer in any form. */
  readonly optional?: boolean;
}

/**
 * Returns the parsed reply of an endpoint with the fields that couldn't be read, or throws the corresponding ApiError.
 * Secrets are kept out of every message.
 */
export function parseReply(
  endpoint: Endpoint,
  reply: Reply,
  secrets: Secrets,
  now: number,
): { readonly value: unknown; readonly dropped: readonly string[] } {
  const subject = { name: nameOf(endpoint), method: endpoint.method, optional: endpoint.optional };
  if (reply.status < 200 || reply.status > 299) throw errorOf(subject, reply, secrets, now);
  if (endpoint.reply === undefined) {
    if (isWebPage(reply) || !isEmptyOrData(reply)) throw unreadable(subject, reply, { code: 'webPageReply' });
    return { value: undefined, dropped: [] };
  }
  const parsed = parseSafely(endpoint.reply, jsonOf(subject, reply));
  if (parsed.success) return { value: parsed.data, dropped: parsed.dropped };
  throw unreadable(
    subject,
    reply,
    { code: 'unexpectedReply', violation: safely(parsed.violation, secrets) },
    { isForeign: true },
  );
}

/** The error kind for a status. Redirects and other unexpected statuses are `unreadable`. */
export function kindOfStatus(status: number): ApiErrorKind {
  switch (status) {
    case 401:
      return 'signedOut';
    case 402:
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'missing';
    case 409:
    case 412:
      return 'conflict';
    case 429:
      return 'throttled';
    case 405:
    case 501:
      return 'unsupported';
    case 407:
    case 408:
    case 425:
      return 'unavailable';
    default:
      if (status >= 500) return 'unavailable';
      return status >= 400 ? 'invalid' : 'unreadable';
  }
}

/** The target of a redirect: only the origin, because the rest may contain secrets. */
function redirectionOf(reply: Reply): string | undefined {
  const location = reply.headers.get('location') ?? '';
  return URL.parse(location)?.origin;
}

/** The error for an unsuccessful reply. */
export function errorOf(subject: Subject, reply: Reply, secrets: Secrets, now: number): ApiError {
  const { status } = reply;
  if (status < 400) {
    return unreadable(subject, reply, { code: 'redirected', origin: redirectionOf(reply) });
  }
  // The API's own errors are JSON: a web page for an address that it should know comes from something else. What it says
  // is missing would even count as deleted.
  const isExpected = subject.optional && subject.method !== 'DELETE';
  if (!isExpected && [400, 401, 403, 404, 410].includes(status) && isWebPage(reply))
    return unreadable(subject, reply, { code: 'webPageReply' });

  const kind = kindOfStatus(status);
  const retryAt = retryAtOf(status, reply.headers, now);
  const happened = subject.method !== 'GET' && (status === 408 || (status >= 500 && status !== 501 && status !== 503));
  const details: ApiErrorDetails = {
    status,
    endpoint: subject.name,
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(happened ? { mayHaveHappened: true } : {}),
    ...(errorIn(reply) ? {} : { isForeign: true }),
  };
  return new ApiError(
    kind,
    reasonFor(kind, subject, reply, secrets, retryAt === undefined ? undefined : retryAt - now),
    details,
  );
}

/** `wait` in ms. */
function reasonFor(
  kind: ApiErrorKind,
  subject: Subject,
  reply: Reply,
  secrets: Secrets,
  wait: number | undefined,
): Reason {
  const words = quotable(reply, secrets);
  switch (kind) {
    case 'signedOut':
      return { code: secrets.token === undefined ? 'notSignedIn' : 'tokenRefused' };
    case 'forbidden':
      return { code: 'forbidden', words };
    case 'missing':
      return { code: 'missing', resource: missingResource(subject.name) };
    case 'conflict':
      return { code: 'conflicting', words };
    case 'throttled':
      return { code: 'throttled', wait: wait === undefined ? undefined : secondsOf(wait) };
    case 'unsupported':
      return { code: 'unsupported' };
    case 'unavailable':
      if (reply.status === 407) return { code: 'proxySignIn' };
      return wait === undefined ? { code: 'serverFailed', words } : { code: 'serverBusy', wait: secondsOf(wait) };
    default:
      return { code: 'refused', words };
  }
}

/** At least one. */
function secondsOf(wait: number): number {
  return Math.max(1, Math.ceil(wait / 1000));
}

function jsonOf(subject: Subject, reply: Reply): unknown {
  try {
    return JSON.parse(textOf(reply));
  } catch {
    // The parser's own error quotes the reply.
    if (isWebPage(reply)) throw unreadable(subject, reply, { code: 'webPageReply' });
    throw unreadable(subject, reply, { code: 'replyCutOff' }, { isForeign: true });
  }
}

function parseSafely(
  schema: NonNullable<Endpoint['reply']>,
  value: unknown,
):
  | { readonly success: true; readonly data: unknown; readonly dropped: readonly string[] }
  | { readonly success: false; readonly violation: Violation } {
  try {
    const parsed = readTolerantly(schema, value);
    return parsed.success ? parsed : { success: false, violation: violationOf(parsed.error) };
  } catch {
    return { success: false, violation: { rule: { is: 'shallow' } } };
  }
}

function unreadable(
  subject: Subject,
  reply: Reply,
  reason: Reason,
  details: Pick<ApiErrorDetails, 'isForeign'> = {},
): ApiError {
  const happened = subject.method !== 'GET' && reply.status < 300;
  return new ApiError('unreadable', reason, {
    ...details,
    status: reply.status,
    endpoint: subject.name,
    ...(happened ? { mayHaveHappened: true } : {}),
  });
}

/** Text that a server calls HTML is JSON after all if it can be read as such. */
function isWebPage({ headers, bytes }: Reply): boolean {
  // Blanks, the NULs of UTF-16, and byte order marks.
  const first = bytes.find((byte) => byte > 0x20 && ![0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte));
  if (first === undefined) return false;
  if (first === codeOfLess) return true;
  return isHtml(headers) && valueIn(bytes) === undefined;
}

/** A success that says nothing is believed; other text, or an error, comes from something between us and the server. */
function isEmptyOrData(reply: Reply): boolean {
  if (reply.bytes.every((byte) => byte <= 0x20)) return true;
  return valueIn(reply.bytes) !== undefined && !errorIn(reply);
}

const codeOfLess = '<'.charCodeAt(0);

/** Whether a reply is declared as HTML. */
export function isHtml(headers: Headers): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '');
}

function valueIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Unlike a TextDecoder, a Buffer keeps a long text out of the heap that is collected most often. */
function textOf({ bytes }: Reply, length = bytes.byteLength): string {
  const start = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', start, length);
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The error in the API's form; undefined if the reply has another form. */
function errorIn(reply: Reply): { readonly message?: unknown } | undefined {
  try {
    const body = JSON.parse(textOf(reply, 64 * 1024)) as { error?: unknown } | null;
    return typeof body?.error === 'object' && body.error !== null ? body.error : undefined;
  } catch {
    return undefined;
  }
}

/** The server's own message, if there is one. */
function quotable(reply: Reply, secrets: Secrets): string | undefined {
  const message = errorIn(reply)?.message;
  if (typeof message !== 'string') return undefined;
  const line = lineOf(message, secrets);
  return line === '' ? undefined : line;
}

/** Turns foreign text into one line of limited length that contains no secrets and is plain text. */
export function lineOf(words: string, secrets: Secrets): string {
  const line = quotedWords(masked(words, secrets));
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** Field names may be the server's. */
function safely({ field, rule }: Violation, secrets: Secrets): Violation {
  return { field: field === undefined ? undefined : lineOf(field, secrets), rule };
}
