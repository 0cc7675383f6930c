import { reasonLine, type Reason } from './reasons.ts';

/**
 * Why a call failed. All layers use these kinds:
 * - `signedOut`: the token is missing, wrong or expired (401)
 * - `forbidden`: the account has no permission (403)
 * - `missing`: the resource doesn't exist, or no longer does (404, 410)
 * - `conflict`: the current state doesn't allow it (409, 412)
 * - `invalid`: the request breaks a limit (400, 422), or would: then nothing was sent
 * - `throttled`: too many requests (429); `retryAt` says when it can be tried again
 * - `unsupported`: this server doesn't have the endpoint (405, 501, or detected before)
 * - `unavailable`: no connection, no answer in time, or the server failed (5xx)
 * - `unreadable`: the reply isn't what the API document describes (HTML, redirect, broken JSON, wrong shape)
 * - `cancelled`: by the caller
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
  /** `METHOD /path` of the endpoint with unfilled parameters. */
  readonly endpoint?: string;
  /** When a throttled call can be tried again, in ms since the epoch. */
  readonly retryAt?: number;
  /**
   * True if the request may have reached the server although no answer came: confirm its outcome before sending it
   * again.
   */
  readonly mayHaveHappened?: boolean;
  /** True if the reply isn't in this API's form: something else may have answered. */
  readonly isForeign?: boolean;
  readonly cause?: unknown;
}

/** An error for the user. The extension words its reason; `message` is for logs and tests. */
export class ReasonedError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, options?: ErrorOptions) {
    super(reasonLine(reason), options);
    this.reason = reason;
  }
}

/** A failed call. */
export class ApiError extends ReasonedError {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly details: ApiErrorDetails;

  constructor(kind: ApiErrorKind, reason: Reason, details: ApiErrorDetails = {}) {
    super(reason, { cause: details.cause });
    this.kind = kind;
    this.details = details;
  }
}

/** Why it failed. An error without a reason says it in its own words. */
export function reasonFor(error: unknown): Reason {
  if (error instanceof ReasonedError) return error.reason;
  return { code: 'other', words: error instanceof Error ? error.message : String(error) };
}

/** The error as an ApiError; undefined for a bug, which callers don't handle. */
export function failureOf(error: unknown): ApiError | undefined {
  return error instanceof ApiError ? error : undefined;
}

export function isKind(error: unknown, ...kinds: readonly ApiErrorKind[]): error is ApiError {
  return error instanceof ApiError && kinds.includes(error.kind);
}

/** For `catch`: the value that stands for errors of these kinds. Others are thrown again. */
export function instead<Value>(value: Value, ...kinds: ApiErrorKind[]): (error: unknown) => Value {
  return (error) => {
    if (isKind(error, ...kinds)) return value;
    throw error;
  };
}

/** Whether the server may have applied the failed request, because no answer came. */
export function mayHaveHappened(error: unknown): boolean {
  return failureOf(error)?.details.mayHaveHappened === true;
}

/** The error of a call that its caller has canceled. */
export function cancellation(details: ApiErrorDetails = {}): ApiError {
  return new ApiError('cancelled', { code: 'cancelled' }, details);
}

/** The same failure for another reason. */
export function reworded(failure: ApiError, reason: Reason): ApiError {
  return new ApiError(failure.kind, reason, { ...failure.details, cause: failure });
}
