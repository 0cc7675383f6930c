import { ApiError, failureOf, isKind } from '../model/shared/failure.ts';
import type { Reason } from '../model/shared/reasons.ts';
import type { Api } from './api.ts';

/** The owner of a token, as far as the server says. */
export interface Identity {
  readonly userId?: string | undefined;
  readonly displayName?: string | undefined;
}

/**
 * Checks that a server of this API answers a call without a token. Rejects with an ApiError if none answers or it can't be determined.
 */
export async function probe(api: Pick<Api, 'organizations'>, signal: AbortSignal): Promise<void> {
  try {
    await list(api, signal);
  } catch (error) {
    if (!isKind(error, 'signedOut', 'forbidden')) throw ofAnother(error);
  }
}

/** Asks the server for the owner of the token. */
export async function identify(api: Pick<Api, 'organizations' | 'users'>, signal: AbortSignal): Promise<Identity> {
  try {
    return await currentUserId(api, signal);
  } catch (error) {
    throw doubted(error) ?? ofAnother(error);
  }
}

async function currentUserId(api: Pick<Api, 'organizations' | 'users'>, signal: AbortSignal): Promise<Identity> {
  try {
    const { id, displayName, email } = await api.users.me({}, { signal });
    return { userId: id, displayName: displayName ?? email ?? undefined };
  } catch (error) {
    if (!isKind(error, 'missing', 'unsupported')) throw error;
    // A server that doesn't say who the user is can still check the token.
    await list(api, signal);
    return {};
  }
}

async function list(api: Pick<Api, 'organizations'>, signal: AbortSignal): Promise<void> {
  const { items, skipped } = await api.organizations.list({ limit: 1 }, { signal });
  if (items.length === 0 && skipped) throw noPlatform();
}

/** Explains an error that no docs platform would have returned as a problem with the address. */
function ofAnother(error: unknown): unknown {
  const isOdd = isKind(error, 'unreadable') && failureOf(error)?.details.isForeign;
  const isUnknown = isKind(error, 'missing', 'unsupported', 'invalid', 'conflict');
  return isOdd || isUnknown ? noPlatform(error) : error;
}

/**
 * Shown in the input box of the token. Many servers refuse a token; if the error has another form, the server may not
 * be a docs platform.
 */
function doubted(error: unknown): ApiError | undefined {
  const failure = failureOf(error);
  if (failure?.kind !== 'signedOut' && failure?.kind !== 'forbidden') return undefined;
  const reason: Reason = failure.kind === 'signedOut' ? { code: 'typedTokenRefused' } : failure.reason;
  const doubted: Reason = failure.details.isForeign ? { code: 'maybeNotDocsPlatform', cause: reason } : reason;
  return new ApiError(failure.kind, doubted, failure.details);
}

function noPlatform(cause?: unknown): ApiError {
  return new ApiError('unreadable', { code: 'notDocsPlatform' }, { cause });
}
