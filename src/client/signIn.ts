import { ApiError, failureOf, isKind } from '../model/shared/failure.ts';
import type { Api } from './api.ts';

/** Who a token belongs to, as far as the server tells. */
export interface Identity {
  readonly userId?: string | undefined;
  readonly displayName?: string | undefined;
}

/**
 * Whether a server of this API answers a call without a token. Rejects with a sentence that says what to do when none does, or
 * when that cannot be told.
 */
export async function probe(api: Pick<Api, 'organizations'>, signal: AbortSignal): Promise<void> {
  try {
    await list(api, signal);
  } catch (error) {
    if (!isKind(error, 'signedOut', 'forbidden')) throw ofAnother(error);
  }
}

/** Asks the server whom the token of the calls belongs to. */
export async function identify(api: Pick<Api, 'organizations' | 'users'>, signal: AbortSignal): Promise<Identity> {
  try {
    return await whoAmI(api, signal);
  } catch (error) {
    throw doubted(error) ?? ofAnother(error);
  }
}

async function whoAmI(api: Pick<Api, 'organizations' | 'users'>, signal: AbortSignal): Promise<Identity> {
  try {
    const { id, displayName, email } = await api.users.me({}, { signal });
    return { userId: id, displayName: displayName ?? email ?? undefined };
  } catch (error) {
    if (!isKind(error, 'missing', 'unsupported')) throw error;
    // A server that does not tell who one is can still tell whether the token is good.
    await list(api, signal);
    return {};
  }
}

async function list(api: Pick<Api, 'organizations'>, signal: AbortSignal): Promise<void> {
  const { items, skipped } = await api.organizations.list({ limit: 1 }, { signal });
  if (items.length === 0 && skipped) throw noPlatform();
}

/** What a docs platform would not have answered is told as what it means for the address. */
function ofAnother(error: unknown): unknown {
  const isOdd = isKind(error, 'unreadable') && failureOf(error)?.details.isForeign;
  const isUnknown = isKind(error, 'missing', 'unsupported', 'invalid', 'conflict');
  return isOdd || isUnknown ? noPlatform(error) : error;
}

/** Shown in the box where the token was typed. Many servers refuse a token: one with an error of another form may be no docs platform. */
function doubted(error: unknown): ApiError | undefined {
  const failure = failureOf(error);
  if (failure?.kind !== 'signedOut' && failure?.kind !== 'forbidden') return undefined;
  const message =
    failure.kind === 'signedOut'
      ? 'The server refused this token. It may be mistyped, expired or revoked. Paste it again, or create a new one.'
      : failure.message;
  const doubt = failure.details.isForeign ? ' It may also be no docs platform: check its address.' : '';
  return new ApiError(failure.kind, `${message}${doubt}`, failure.details);
}

function noPlatform(cause?: unknown): ApiError {
  return new ApiError(
    'unreadable',
    'There is no docs platform at this address. Check it, also what stands behind the host.',
    { cause },
  );
}
