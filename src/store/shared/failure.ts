import type { ApiError, ApiErrorKind } from '../../client/errors.ts';

/** The error as an ApiError; undefined for a bug, which is no state of anything and goes on upwards. */
export function failureOf(error: unknown): ApiError | undefined {
  return error instanceof Error && error.name === 'ApiError' && 'kind' in error ? (error as ApiError) : undefined;
}

export function isKind(error: unknown, ...kinds: readonly ApiErrorKind[]): boolean {
  const failure = failureOf(error);
  return failure !== undefined && kinds.includes(failure.kind);
}

/** Whether what failed may have been done all the same: no answer came. */
export function mayHaveHappened(error: unknown): boolean {
  return failureOf(error)?.details.mayHaveHappened === true;
}

/** What a caller gets who has cancelled, in the form that the client gives it. */
export function cancellation(): ApiError {
  return Object.assign(new Error('Cancelled.'), { name: 'ApiError', kind: 'cancelled', details: {} } as const);
}

/** A refusal of our own, before anything was sent, in the form that the client gives it. */
export function refusal(message: string): ApiError {
  return Object.assign(new Error(message), { name: 'ApiError', kind: 'invalid', details: {} } as const);
}

/** What does not go with the present state, in the form that the client gives it. */
export function conflict(message: string): ApiError {
  return Object.assign(new Error(message), { name: 'ApiError', kind: 'conflict', details: {} } as const);
}

/** The same failure in other words. */
export function reworded(failure: ApiError, message: string): ApiError {
  const { kind, details } = failure;
  return Object.assign(new Error(message, { cause: failure }), { name: 'ApiError', kind, details } as const);
}

/** What a caller gets who asks for something that is known not to be there. */
export function missing(message: string): ApiError {
  return Object.assign(new Error(message), { name: 'ApiError', kind: 'missing', details: {} } as const);
}
