import { contract } from '../contract/contract.ts';
import type { Endpoint } from '../contract/shared/endpoint.ts';
import type { List, Unreadable } from '../contract/shared/list.ts';
import { cancellation, failureOf } from '../model/shared/failure.ts';
import type { Api, CallOptions } from './api.ts';
import { apiOf, nameOf, type AnyInput } from './apiOf.ts';
import { usableToken, type TokenSource } from './authorization.ts';
import { exchange, type Reply } from './network/exchange.ts';
import type { Ledger, LedgerEntry, Outcome } from './ledger.ts';
import type { Platform } from './network/platform.ts';
import { lineOf, parseReply } from './replies.ts';
import { requestOf, type RequestContext } from './requestOf.ts';
import { secretsOf, type Secrets } from './secrets.ts';
import { createSharing } from './sharing.ts';
import { newTrace, type Trace } from './network/trace.ts';

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
  /** Called with the first fields that were dropped because they couldn't be read, and the number of all. */
  readonly onDropped?: ((endpoint: string, first: readonly string[], count: number) => void) | undefined;
  /** See `ExchangeOptions`. */
  readonly timeout?: number | undefined;
  /** Logs one line per request: endpoint, outcome, duration, size. No ids, no query, no body, no token. */
  readonly log?: ((line: string) => void) | undefined;
  /** Receives each request. */
  readonly ledger?: Pick<Ledger, 'add'> | undefined;
  readonly now?: (() => number) | undefined;
}

const longestReply = 64 * 1024 * 1024;
/** Limit of reported unreadable items and fields per reply. */
const mostReported = 10;

/**
 * The API as typed calls, each checked before it is sent and parsed when the reply arrives. Calls reject with
 * ApiErrors.
 */
export function createApi(options: ApiOptions): Api {
  const { base, platform, onSkipped, onDropped, log, ledger, timeout = 30_000, now = Date.now } = options;
  const sharing = createSharing(now);

  async function call(endpoint: Endpoint, input: AnyInput, { signal, onReply }: CallOptions): Promise<unknown> {
    const request = requestOf(endpoint, input);
    const details = { endpoint: nameOf(endpoint) };
    if (signal?.aborted) throw cancellation(details);
    const token = await usableToken(options.token, details);
    const secrets = secretsOf(token, input);
    if (endpoint.method === 'GET' && !onReply) {
      const key = [token, request.path, request.query].join('\n');
      return sharing.share(key, signal, (shared, trace) => send(endpoint, request, secrets, { signal: shared }, trace));
    }
    const reply = send(endpoint, request, secrets, { signal, onReply }, newTrace());
    return endpoint.method === 'GET' ? reply : reply.finally(() => sharing.close());
  }

  async function send(
    endpoint: Endpoint,
    request: RequestContext,
    secrets: Secrets,
    { signal, onReply }: CallOptions,
    trace: Trace,
  ): Promise<unknown> {
    const started = now();
    let reply: Reply | undefined;
    let outcome: Outcome = 'ok';
    let reason: LedgerEntry['reason'];
    try {
      reply = await exchange(
        platform,
        `${base}${request.path}${request.query}`,
        { method: request.method, headers: headersFor(request, secrets.token), body: request.body },
        { signal, timeout, limit: longestReply, endpoint: nameOf(endpoint), trace },
      );
      onReply?.({ status: reply.status, bytes: reply.bytes.byteLength });
      const { value, dropped } = parseReply(endpoint, reply, secrets, now());
      reportSkipped(endpoint, value, secrets);
      reportDropped(endpoint, value, dropped, secrets);
      return value;
    } catch (error) {
      const failure = failureOf(error);
      outcome = failure?.kind ?? 'failed';
      reason = failure?.reason.code;
      throw error;
    } finally {
      const size = reply === undefined ? '' : ` ${reply.status}, ${reply.bytes.byteLength} bytes,`;
      const took = Math.round(now() - started);
      log?.(`${nameOf(endpoint)}: ${outcome},${size} ${took} ms`);
      const received = reply && { status: reply.status, size: reply.bytes.byteLength };
      ledger?.add({ at: started, endpoint: nameOf(endpoint), outcome, reason, took, ...received, ...trace });
    }
  }

  function reportSkipped(endpoint: Endpoint, value: unknown, secrets: Secrets): void {
    const { skipped = [] } = listIn(endpoint, value);
    if (onSkipped === undefined || skipped.length === 0) return;
    const reported = skipped.slice(0, mostReported).map(({ index, reason }) => ({
      index,
      reason: lineOf(reason, secrets),
    }));
    onSkipped(nameOf(endpoint), reported, skipped.length);
  }

  function reportDropped(endpoint: Endpoint, value: unknown, ofWhole: readonly string[], secrets: Secrets): void {
    const list = listIn(endpoint, value);
    const ofItems = (list.dropped ?? []).map(({ index, field }) => `item ${index}: ${field}`);
    const dropped = [...ofWhole, ...ofItems, ...(list.isCut ? ['next.page'] : [])];
    if (onDropped === undefined || dropped.length === 0) return;
    const reported = dropped.slice(0, mostReported).map((field) => lineOf(field, secrets));
    onDropped(nameOf(endpoint), reported, dropped.length);
  }

  return apiOf(contract, () => (endpoint, input, options) => call(endpoint, input, options));
}

/** The list or tree of a reply. Other replies may have fields of the same names, which are the server's. */
function listIn({ reply }: Endpoint, value: unknown): Pick<List<unknown>, 'skipped' | 'dropped' | 'isCut'> {
  return reply !== undefined && 'item' in reply ? (value as List<unknown>) : {};
}

function headersFor(request: RequestContext, token: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  return headers;
}
