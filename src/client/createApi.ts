import { contract } from '../contract/contract.ts';
import type { Endpoint } from '../contract/shared/endpoint.ts';
import type { List, Unreadable } from '../contract/shared/list.ts';
import { cancellation, failureOf } from '../model/shared/failure.ts';
import type { Api, CallOptions } from './api.ts';
import { apiOf, nameOf, type AnyInput } from './apiOf.ts';
import { usableToken, type TokenSource } from './authorization.ts';
import { exchange, type Reply } from './exchange.ts';
import type { Platform } from './platform.ts';
import { lineOf, parseReply } from './replies.ts';
import { requestOf, type RequestContext } from './requestOf.ts';
import { secretsOf, type Secrets } from './secrets.ts';
import { createSharing } from './sharing.ts';

export interface ApiOptions {
  /** From `parseBase`: without trailing slash and `/v1`. */
  readonly base: string;
  readonly platform: Platform;
  /** Called for each request; if it returns no token, the request is sent without one. */
  readonly token: TokenSource;
  /**
   * Called with the first unreadable items of a list, and the number of all. `endpoint` is `METHOD /path` with unfilled
   * parameters.
   */
  readonly onSkipped?: ((endpoint: string, first: readonly Unreadable[], count: number) => void) | undefined;
  /** See `ExchangeOptions`. */
  readonly timeout?: number | undefined;
  /** Logs one line per request: endpoint, outcome, duration, size. No ids, no query, no body, no token. */
  readonly log?: ((line: string) => void) | undefined;
  readonly now?: (() => number) | undefined;
}

const longestReply = 64 * 1024 * 1024;
/** Limit of reported unreadable items per list. */
const mostReported = 10;

/**
 * The API as typed calls, each checked before it is sent and parsed when the reply arrives. Calls reject with
 * ApiErrors.
 */
export function createApi(options: ApiOptions): Api {
  const { base, platform, onSkipped, log, timeout = 30_000, now = Date.now } = options;
  const sharing = createSharing(now);

  async function call(endpoint: Endpoint, input: AnyInput, { signal, onReply }: CallOptions): Promise<unknown> {
    const request = requestOf(endpoint, input);
    const details = { endpoint: nameOf(endpoint) };
    if (signal?.aborted) throw cancellation(details);
    const token = await usableToken(options.token, details);
    const secrets = secretsOf(token, input);
    if (endpoint.method === 'GET' && !onReply) {
      const key = [token, request.path, request.query].join('\n');
      return sharing.share(key, signal, (shared) => send(endpoint, request, secrets, { signal: shared }));
    }
    const reply = send(endpoint, request, secrets, { signal, onReply });
    return endpoint.method === 'GET' ? reply : reply.finally(() => sharing.close());
  }

  async function send(
    endpoint: Endpoint,
    request: RequestContext,
    secrets: Secrets,
    { signal, onReply }: CallOptions,
  ): Promise<unknown> {
    const started = now();
    let reply: Reply | undefined;
    let outcome = 'ok';
    try {
      reply = await exchange(
        platform,
        `${base}${request.path}${request.query}`,
        { method: request.method, headers: headersFor(request, secrets.token), body: request.body },
        { signal, timeout, limit: longestReply, endpoint: nameOf(endpoint) },
      );
      onReply?.({ status: reply.status, bytes: reply.bytes.byteLength });
      const value = parseReply(endpoint, reply, secrets, now());
      reportSkipped(endpoint, value, secrets);
      return value;
    } catch (error) {
      outcome = failureOf(error)?.kind ?? 'failed';
      throw error;
    } finally {
      const size = reply === undefined ? '' : ` ${reply.status}, ${reply.bytes.byteLength} bytes,`;
      log?.(`${nameOf(endpoint)}: ${outcome},${size} ${Math.round(now() - started)} ms`);
    }
  }

  function reportSkipped(endpoint: Endpoint, value: unknown, secrets: Secrets): void {
    const skipped = (value as Partial<List<unknown>> | undefined)?.skipped;
    if (onSkipped === undefined || !Array.isArray(skipped) || skipped.length === 0) return;
    const reported = (skipped as readonly Unreadable[]).slice(0, mostReported).map(({ index, reason }) => ({
      index,
      reason: lineOf(reason, secrets),
    }));
    onSkipped(nameOf(endpoint), reported, skipped.length);
  }

  return apiOf(contract, () => (endpoint, input, options) => call(endpoint, input, options));
}

function headersFor(request: RequestContext, token: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  return headers;
}
