/**
 * Why a call failed, decided once, here:
 * - `signedOut` the token is missing, wrong or expired (401)
 * - `forbidden` the account may not do this (403)
 * - `missing` it does not exist, or not any more (404, 410)
 * - `conflict` it does not go with the present state (409, 412)
 * - `invalid` the request breaks a limit (400, 422), or would: then nothing was sent
 * - `throttled` too many requests (429); `retryAt` says when it may be tried again
 * - `unsupported` this server does not have the endpoint (405, 501, or learned before)
 * - `unavailable` no connection, no answer in time, or the server failed (5xx)
 * - `unreadable` what came back is not what the API document describes (HTML, redirect, broken JSON, wrong shape)
 * - `cancelled` by the caller
 */
export type ApiErrorKind =
  | 'signedOut'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'invalid'
  | 'throttled'
  | 'unsupported'
  | 'unavailable'
  | 'unreadable'
  | 'cancelled';

export interface ApiErrorDetails {
  /** HTTP status of the reply, for the log only. */
  readonly status?: number;
  /** `METHOD /path` of the endpoint with its parameters unfilled. */
  readonly endpoint?: string;
  /** When a throttled call may be tried again, in ms since the epoch. */
  readonly retryAt?: number;
  /** True when the request may have reached the server although no answer came: look before trying again. */
  readonly mayHaveHappened?: boolean;
  /** True when the reply has another form than this API's: something else may have answered. */
  readonly isForeign?: boolean;
  readonly cause?: unknown;
}

/** A failed call. `message` is a sentence for people; it holds no token, no address with a query, no body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly details: ApiErrorDetails;

  constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.details = details;
  }
}

/** The error as an ApiError; undefined for a bug, which no caller handles. */
export function failureOf(error: unknown): ApiError | undefined {
  return error instanceof ApiError ? error : undefined;
}

export function isKind(error: unknown, ...kinds: readonly ApiErrorKind[]): error is ApiError {
  return error instanceof ApiError && kinds.includes(error.kind);
}

/** Whether the server may have done what failed: no answer came. */
export function mayHaveHappened(error: unknown): boolean {
  return failureOf(error)?.details.mayHaveHappened === true;
}

/** The rejection of a call that its caller has cancelled. */
export function cancellation(details: ApiErrorDetails = {}): ApiError {
  return new ApiError('cancelled', 'Cancelled.', details);
}

/** The same failure in other words. */
export function reworded(failure: ApiError, message: string): ApiError {
  return new ApiError(failure.kind, message, { ...failure.details, cause: failure });
}
