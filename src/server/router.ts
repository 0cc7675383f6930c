import { Hono, type Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { addressesAt } from './addresses.ts';
import { isDatabaseFailure, type Database } from './database.ts';
import { decodedBody, decodedQuery } from './decoding.ts';
import { download, downloadAsset } from './downloads.ts';
import { Created, Empty, type Call, type Handlers } from './handler.ts';
import { errorBody, Problem } from './problems.ts';
import { rateLimiter, type Allowance } from './rateLimit.ts';
import type { Tokens } from './tokens.ts';

export interface Routing {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly now: () => number;
  /** Base of absolute addresses; that of the request without it. */
  readonly origin?: string | undefined;
  readonly appUrl?: string | undefined;
  /** Leaves out the endpoints marked optional. */
  readonly specOnly: boolean;
  /** Calls per caller and minute. */
  readonly rateLimit: number;
}

type AnyHandler = (call: Call<Endpoint>) => unknown;

/** The contract as a server: routes, decoding, errors and limits follow from its data. It never rejects. */
export function router<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  routing: Routing,
): (request: Request) => Promise<Response> {
  const { database, tokens, now, appUrl } = routing;
  const allow = rateLimiter(routing.rateLimit, now);
  // Ready at once, where the default one would first make an expression of some 150 paths.
  const app = new Hono<{ Bindings: Allowance['headers'] }>({ router: new TrieRouter() });
  const methods = new Map<string, Set<string>>();

  for (const [path, give] of Object.entries({ '/:space/:file/:blob': download, '/:asset': downloadAsset })) {
    app.get(`/downloads${path}`, ({ req, env }) => {
      const response = give(database, tokens, new URL(req.url), now());
      for (const [name, value] of Object.entries(env)) response.headers.set(name, value);
      return response;
    });
  }

  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.optional && routing.specOnly) continue;
      const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
      const handler = handlers[group]?.[name] as unknown as AnyHandler;
      methods.set(path, (methods.get(path) ?? new Set()).add(endpoint.method));
      app.on(endpoint.method, path, (context) => answer(endpoint, handler, context));
    }
  }
  const paths = new TrieRouter<string>();
  for (const [path, known] of methods) paths.add('ALL', path, [...known].join(', '));

  app.notFound((context) => {
    const allowed = paths.match('ALL', context.req.path)[0][0]?.[0];
    if (allowed === undefined) return json(404, errorBody(404, 'Not found'), context.env);
    return json(405, errorBody(405, `Only ${allowed} here`), { ...context.env, Allow: allowed });
  });
  app.onError((error, context) => {
    const { status, message } = explained(error);
    return json(status, errorBody(status, message), context.env);
  });

  async function answer(
    endpoint: Endpoint,
    handler: AnyHandler,
    { req, env: headers }: Context<{ Bindings: Allowance['headers'] }>,
  ): Promise<Response> {
    const request = req.raw;
    const parameters = req.param();
    const caller = callerOf(tokens, request);
    const url = new URL(request.url);
    const query = decodedQuery(endpoint, url.searchParams);
    const body = await decodedBody(endpoint, request);
    const at = now();
    const addresses = addressesAt(routing.origin ?? url.origin, appUrl, tokens, at);
    const visitorClaims = (organization: string) => tokens.claims(caller.id, organization, at);
    const call = { database, caller, addresses, now: at, visitorClaims, parameters, query, body } as Call<Endpoint>;
    const work = () => handler(call);
    const reply = endpoint.method === 'GET' ? database.read(work) : database.write(work);
    if (reply instanceof Empty) return new Response(null, { status: reply.status, headers });
    if (reply instanceof Created) return json(201, reply.reply, headers);
    return endpoint.reply
      ? json(endpoint.status, reply, headers)
      : new Response(null, { status: endpoint.status, headers });
  }

  // Around the routes and not among them: a route that stands alone is answered without ado.
  return async (request) => {
    const { exceeded, headers } = allow(tokenOf(request) ?? '');
    return exceeded ? json(429, errorBody(429, 'Too many requests'), headers) : app.fetch(request, headers);
  };
}

function callerOf(tokens: Tokens, request: Request): { id: string } {
  const token = tokenOf(request);
  const id = token === undefined ? undefined : tokens.owner(token);
  if (id === undefined)
    throw new Problem(401, token === undefined ? 'A bearer token is required' : 'The token is wrong or has expired');
  return { id };
}

function tokenOf(request: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/** A problem says what it is. What remains is ours: a disk or lock that fails us, or a mistake, neither the caller's fault. */
function explained(error: unknown): { status: number; message: string } {
  if (error instanceof Problem) return error;
  if (error instanceof RangeError) return { status: 422, message: 'body: is nested too deeply' };
  if (isDatabaseFailure(error)) return { status: 503, message: 'The data cannot be reached now. Try again later.' };
  console.error(error);
  return { status: 500, message: 'Something went wrong in the platform' };
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}
