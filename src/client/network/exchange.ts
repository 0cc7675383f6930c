import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, cancellation, type ApiErrorDetails } from '../../model/shared/failure.ts';
import type { Platform } from './platform.ts';
import { isBroken, mostRepeats, pauseAfterBreak } from './repeating.ts';
import { startTimeLimit } from './timeLimit.ts';
import { follow, newTrace, type Trace } from './trace.ts';

/** A complete reply. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * In ms: how long to wait for the reply to begin, without logins to proxies, and then for each further chunk. After
   * twice this time, the whole reply must have arrived, unless it comes faster than `leastRate`.
   */
  readonly timeout: number;
  /** Largest reply, in bytes after decompression. */
  readonly limit: number;
  /** Called with the bytes received so far. */
  readonly onProgress?: ((received: number) => void) | undefined;
  /** The endpoint's name, for errors. */
  readonly endpoint?: string | undefined;
  /** Receives what happens to the request. */
  readonly trace?: Trace | undefined;
}

/**
 * In bytes per ms (8 KB per second): a large reply may take its time on a slow connection, but a slower one is given
 * up.
 */
const leastRate = 8;

/**
 * Sends a request and reads the reply, whatever its status. A read whose reply breaks off is repeated. Rejects with an
 * ApiError: `cancelled` at once when the signal aborts, `unavailable` if no complete reply came in time, `unreadable` if
 * it is longer than the limit.
 */
export async function exchange(
  platform: Platform,
  url: string,
  init: { readonly method: string; readonly headers: Headers; readonly body?: string | undefined },
  options: ExchangeOptions,
): Promise<Reply> {
  const details: ApiErrorDetails = {
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(init.method === 'GET' ? {} : { mayHaveHappened: true }),
  };
  if (options.signal?.aborted) throw cancellation(options.endpoint === undefined ? {} : { endpoint: options.endpoint });

  const stop = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as ApiError));
  });
  stopped.catch(() => undefined);
  const cancel = () => stop.abort(cancellation(details));
  options.signal?.addEventListener('abort', cancel);
  const timeLimit = startTimeLimit(options.timeout, () => stop.abort(tooSlow(options.timeout, details)));

  try {
    const request = new Request(url, {
      method: init.method,
      headers: init.headers,
      body: init.body ?? null,
      signal: stop.signal,
    });
    const { trace = newTrace() } = options;
    follow(request, trace);
    for (;;) {
      const response = await firstOf(platform(request), stopped);
      timeLimit.restart();
      const begun = performance.now();
      try {
        const bytes = await read(response, stopped, options.limit, details, (length) => {
          timeLimit.restart();
          if (performance.now() - begun > 2 * options.timeout + length / leastRate) throw dripping(details);
          options.onProgress?.(length);
        });
        return { status: response.status, headers: response.headers, bytes };
      } catch (error) {
        const isFinal = init.method !== 'GET' || trace.repeats >= mostRepeats || !isBroken(error);
        if (isFinal || stop.signal.aborted) throw error;
        await pause(pauseAfterBreak(trace.repeats), undefined, { signal: stop.signal });
        timeLimit.restart();
        trace.repeats += 1;
      }
    }
  } catch (error) {
    throw stop.signal.aborted ? (stop.signal.reason as ApiError) : withDetails(error, details);
  } finally {
    timeLimit.end();
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** The response, unless stopped before; then a response that still arrives is discarded. */
async function firstOf(response: Promise<Response>, stopped: Promise<never>): Promise<Response> {
  try {
    return await Promise.race([response, stopped]);
  } catch (error) {
    response.then((late) => late.body?.cancel()).catch(() => undefined);
    throw error;
  }
}

async function read(
  response: Response,
  stopped: Promise<never>,
  limit: number,
  details: ApiErrorDetails,
  onPiece: (length: number) => void,
): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const piece = await Promise.race([reader.read(), stopped]);
      if (piece.done) return Buffer.concat(pieces, length);
      length += piece.value.byteLength;
      onPiece(length);
      if (length > limit) throw tooLong(limit, { ...details, status: response.status });
      pieces.push(piece.value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Turns the error of a platform into an ApiError that names the endpoint. Unknown errors aren't quoted, because they
 * may quote the reply.
 */
function withDetails(error: unknown, details: ApiErrorDetails): ApiError {
  if (!(error instanceof ApiError)) {
    return new ApiError('unavailable', { code: 'noReply' }, details);
  }
  return new ApiError(error.kind, error.reason, { ...details, ...error.details });
}

function tooSlow(timeout: number, details: ApiErrorDetails): ApiError {
  const seconds = Math.max(1, Math.round(timeout / 1000));
  return new ApiError('unavailable', { code: 'timeout', seconds }, details);
}

function dripping(details: ApiErrorDetails): ApiError {
  return new ApiError('unavailable', { code: 'tooSlow', rate: leastRate }, details);
}

function tooLong(limit: number, details: ApiErrorDetails): ApiError {
  const megabytes = Math.round((limit / 1024 / 1024) * 10) / 10;
  return new ApiError('unreadable', { code: 'replyTooLarge', megabytes }, details);
}
