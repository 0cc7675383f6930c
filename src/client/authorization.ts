import { ApiError, type ApiErrorDetails } from '../model/shared/failure.ts';
import { isToken } from './token.ts';

/** Gives the token of an account, undefined when there is none. */
export type TokenSource = () => Promise<string | undefined>;

/** The token, known to be fit for a header; else an ApiError `signedOut` that does not quote it. */
export async function usableToken(source: TokenSource, details: ApiErrorDetails = {}): Promise<string | undefined> {
  const token = await source().catch(() => {
    throw new ApiError('signedOut', 'The token could not be read from the secret storage. Sign in again.', details);
  });
  // A header value that is none would be quoted in the error of whoever sets the header.
  if (token === undefined || isToken(token)) return token;
  throw new ApiError('signedOut', 'The stored token cannot be used. Sign in again with another token.', details);
}
