import { errorBody } from './problems.ts';
import { rateLimiter } from './rateLimit.ts';
import { failure, json, type Headers } from './responses.ts';
import type { Tokens } from '../database/tokens.ts';

/** The caller, and the headers of every reply: the date and the rate limit. */
export interface Visit {
  /** Undefined without a token, or with an unknown one. */
  readonly user: string | undefined;
  readonly hasToken: boolean;
  readonly headers: Headers;
}

/** Builds an error reply to a request that isn't handled. */
export type Refuse = (request: Request, status: number, message: string) => Promise<Response>;

export interface Admission {
  /** Handles requests of callers that have calls left. */
  readonly handle: (request: Request) => Promise<Response>;
  /** It counts as a call. */
  readonly refuse: Refuse;
}

/**
 * Calls are counted per user; those with unknown tokens together, so that inventing tokens neither helps nor costs
 * memory.
 */
export function admission(
  tokens: Tokens,
  { rateLimit, now }: { readonly rateLimit: number; readonly now: () => number },
  answer: (request: Request, visit: Visit) => Promise<Response>,
): Admission {
  const allow = rateLimiter(rateLimit, now);
  const admit = (request: Request, answering: (visit: Visit, exceeded: boolean) => Response | Promise<Response>) => {
    const token = tokenOf(request);
    let user: string | undefined;
    try {
      user = token === undefined ? undefined : tokens.owner(token);
    } catch (error) {
      return failure(error, allow(nobody).headers);
    }
    const { exceeded, headers } = allow(user ?? nobody);
    return answering({ user, hasToken: token !== undefined, headers }, exceeded);
  };
  return {
    handle: async (request) =>
      admit(request, (visit, exceeded) =>
        exceeded ? json(429, errorBody(429, 'Too many requests'), visit.headers) : answer(request, visit),
      ),
    refuse: async (request, status, message) =>
      admit(request, ({ headers }) => json(status, errorBody(status, message), headers)),
  };
}

const nobody = '';

function tokenOf(request: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}
