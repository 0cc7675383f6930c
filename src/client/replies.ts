import type { Endpoint } from '../contract/shared/endpoint.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from '../model/shared/failure.ts';
import { nameOf } from './apiOf.ts';
import type { Reply } from './exchange.ts';
import { missingResource } from './missingResource.ts';
import { quotedWords } from './quotedWords.ts';
import { retryAtOf } from './retryAt.ts';
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
 * Returns the parsed reply of an endpoint, or throws the corresponding ApiError. Secrets are kept out of every message.
 */
export function parseReply(endpoint: Endpoint, reply: Reply, secrets: Secrets, now: number): unknown {
  const subject = { name: nameOf(endpoint), method: endpoint.method, optional: endpoint.optional };
  if (reply.status < 200 || reply.status > 299) throw errorOf(subject, reply, secrets, now);
  if (endpoint.reply === undefined) return undefined;
  const parsed = parseSafely(endpoint.reply, jsonOf(subject, reply));
  if (parsed.success) return parsed.data;
  throw unreadable(
    subject,
    reply,
    `The server's answer is not of the expected form: ${lineOf(parsed.violation, secrets)}.`,
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
function redirectionOf(reply: Reply): string {
  const location = reply.headers.get('location') ?? '';
  return URL.canParse(location) ? `to ${new URL(location).origin}` : 'elsewhere';
}

/** The error for an unsuccessful reply. */
export function errorOf(subject: Subject, reply: Reply, secrets: Secrets, now: number): ApiError {
  const { status } = reply;
  if (status < 400) {
    const where = redirectionOf(reply);
    const sentence = `The server sends us ${where}, and we do not follow with your token. Check the server address.`;
    return unreadable(subject, reply, sentence);
  }
  // The API's own errors are JSON: a web page for an address that it should know comes from something else.
  if (isWebPage(reply) && !subject.optional && [400, 401, 403, 404, 410].includes(status))
    return unreadable(subject, reply, webPage);

  const kind = kindOfStatus(status);
  const retryAt = kind === 'throttled' ? retryAtOf(reply.headers, now) : undefined;
  const happened = subject.method !== 'GET' && (status === 408 || (status >= 500 && status !== 501 && status !== 503));
  const details: ApiErrorDetails = {
    status,
    endpoint: subject.name,
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(happened ? { mayHaveHappened: true } : {}),
    ...(errorIn(reply) ? {} : { isForeign: true }),
  };
  return new ApiError(kind, sentenceFor(kind, subject, reply, secrets, retryAt, now), details);
}

function sentenceFor(
  kind: ApiErrorKind,
  subject: Subject,
  reply: Reply,
  secrets: Secrets,
  retryAt: number | undefined,
  now: number,
): string {
  const words = quotable(reply, secrets);
  const quote = words === undefined ? '' : ` The server says: “${words}”`;
  switch (kind) {
    case 'signedOut':
      return secrets.token === undefined
        ? 'You are not signed in. Sign in to continue.'
        : 'The server does not accept the token: it may be wrong, expired or revoked. Sign in again with another token.';
    case 'forbidden':
      return `Your account may not do this. Ask an administrator of the organization for the right.${quote}`;
    case 'missing':
      return `This ${missingResource(subject.name) ?? 'address'} does not exist (any more), or your account may not see it.`;
    case 'conflict':
      return `This does not go with the present state on the server. Refresh, then try again.${quote}`;
    case 'throttled':
      return retryAt === undefined
        ? 'Too many requests for now. Try again in a while.'
        : `Too many requests for now. Try again in ${durationOf(retryAt - now)}.`;
    case 'unsupported':
      return 'This server does not offer this.';
    case 'unavailable':
      return reply.status === 407
        ? 'The proxy asks you to sign in. Check the setting http.proxyAuthorization.'
        : `The server has a problem at the moment. Try again later.${quote}`;
    default:
      return `The server did not accept the request.${quote}`;
  }
}

const webPage =
  'The server answered with a web page instead of data. Check the server address: it must be that of the API, and a ' +
  'network that asks for sign-in in a browser may be in the way.';

function jsonOf(subject: Subject, reply: Reply): unknown {
  try {
    return JSON.parse(textOf(reply));
  } catch {
    // The parser's own error quotes the reply.
    if (isWebPage(reply)) throw unreadable(subject, reply, webPage);
    throw unreadable(subject, reply, "The server's answer is broken or cut off. Try again.", { isForeign: true });
  }
}

function parseSafely(
  schema: NonNullable<Endpoint['reply']>,
  value: unknown,
): { readonly success: true; readonly data: unknown } | { readonly success: false; readonly violation: string } {
  try {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed : { success: false, violation: violationOf(parsed.error) };
  } catch {
    return { success: false, violation: 'it is nested too deeply' };
  }
}

function unreadable(
  subject: Subject,
  reply: Reply,
  sentence: string,
  details: Pick<ApiErrorDetails, 'isForeign'> = {},
): ApiError {
  const happened = subject.method !== 'GET' && reply.status < 300;
  return new ApiError('unreadable', sentence, {
    ...details,
    status: reply.status,
    endpoint: subject.name,
    ...(happened ? { mayHaveHappened: true } : {}),
  });
}

function isWebPage(reply: Reply): boolean {
  return /^\s*</.test(textOf(reply, 100));
}

function textOf(reply: Reply, length?: number): string {
  return new TextDecoder().decode(length === undefined ? reply.bytes : reply.bytes.subarray(0, length));
}

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

function durationOf(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds <= 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
