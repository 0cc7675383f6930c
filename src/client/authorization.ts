import { ApiError, ReasonedError, type ApiErrorDetails } from '../model/shared/failure.ts';
import { isToken } from './token.ts';

/**
 * Returns the token of an account, or undefined if there is none. Rejects with a ReasonedError to say why nothing may be
 * sent.
 */
export type TokenSource = () => Promise<string | undefined>;

/**
 * Returns a token that is valid as a header value; otherwise throws the ApiError `signedOut`, which doesn't quote it.
 */
export async function usableToken(source: TokenSource, details: ApiErrorDetails = {}): Promise<string | undefined> {
  const token = await source().catch((error: unknown) => {
    const reason = error instanceof ReasonedError ? error.reason : { code: 'tokenUnreadable' as const };
    throw new ApiError('signedOut', reason, details);
  });
  // An invalid header value would be quoted in the error thrown when the header is set.
  if (token === undefined || isToken(token)) return token;
  throw new ApiError('signedOut', { code: 'tokenUnusable' }, details);
}
