import { Hono } from 'hono/quick';
import type { Contract, Endpoint } from '../contract/endpoint.ts';
import { addressesAt } from './addresses.ts';
import { isDatabaseFailure, type Database } from './database.ts';
import { decodedBody, decodedQuery } from './decoding.ts';
import { download, downloadAsset } from './downloads.ts';
import { Created, Empty, type Call, type Handlers } from './handler.ts';
import { errorBody, Problem } from './problems.ts';
import { rateLimiter } from './rateLimit.ts';
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
  const app = new Hono();
  const methods = new Map<string, Set<string>>();

  app.use(async (context, next) => {
    const token = tokenOf(context.req.raw);
    const allowance = allow(token ?? '');
    await (allowance.exceeded ? refuse(429, 'Too many requests') : next());
    for (const [name, value] of Object.entries(allowance.headers)) context.res.headers.set(name, value);

    async function refuse(status: number, message: string): Promise<void> {
      context.res = json(status, errorBody(status, message));
    }
  });

  app.get('/downloads/:space/:file/:blob', (context) => download(database, tokens, new URL(context.req.url), now()));
  app.get('/downloads/:asset', (context) => downloadAsset(database, tokens, new URL(context.req.url), now()));

  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.optional && routing.specOnly) continue;
      const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
      const handler = handlers[group]?.[name] as unknown as AnyHandler;
      methods.set(path, (methods.get(path) ?? new Set()).add(endpoint.method));
      app.on(endpoint.method, path, (context) => answer(endpoint, handler, context.req.raw, context.req.param()));
    }
  }
  for (const [path, known] of methods) {
    app.all(path, () => {
      const allowed = [...known].join(', ');
      return json(405, errorBody(405, `Only ${allowed} here`), { Allow: allowed });
    });
  }

  app.notFound(() => json(404, errorBody(404, 'Not found')));
  app.onError((error) => {
    const { status, message } = explained(error);
    return json(status, errorBody(status, message));
  });

  async function answer(
    endpoint: Endpoint,
    handler: AnyHandler,
    request: Request,
    parameters: object,
  ): Promise<Response> {
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
    if (reply instanceof Empty) return new Response(null, { status: reply.status });
    if (reply instanceof Created) return json(201, reply.reply);
    return endpoint.reply ? json(endpoint.status, reply) : new Response(null, { status: endpoint.status });
  }

  return async (request) => app.fetch(request);
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

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });
}
