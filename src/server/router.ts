import { Hono, type Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Contract, Endpoint } from '../contract/shared/endpoint.ts';
import { addressesAt } from './http/addresses.ts';
import type { Visit } from './http/admission.ts';
import type { Database } from './database/database.ts';
import { decodedBody, decodedQuery } from './http/decoding.ts';
import { download, downloadAsset, downloadPdf } from './downloads.ts';
import { Created, Deferred, Empty, type Call, type Handlers } from './http/handler.ts';
import { errorBody, Problem } from './http/problems.ts';
import { failure, json } from './http/responses.ts';
import type { Tokens } from './database/tokens.ts';
import type { Web } from './http/web.ts';

export interface Routing {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly now: () => number;
  /** Base of absolute URLs; the request's origin if omitted. */
  readonly origin?: string | undefined;
  readonly appUrl?: string | undefined;
  /** Leaves out the endpoints marked optional. */
  readonly specOnly: boolean;
  readonly web: Web;
  readonly importTime: number;
  readonly readSpec: (specId: string) => void;
}

/**
 * In seconds since the epoch. The header needs a date and the document has none, so it is that of this platform's first
 * version.
 */
const deprecatedSince = Date.UTC(2026, 0, 1) / 1000;

type AnyHandler = (call: Call<Endpoint>) => unknown;

/** Builds a server from the contract's data: routes, decoding and errors. Its handler never rejects. */
export function router<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  routing: Routing,
): (request: Request, visit: Visit) => Promise<Response> {
  const { database, tokens, now, appUrl, web, importTime, readSpec } = routing;
  // Ready at once, while the default router would first compile a regular expression of about 150 paths.
  const app = new Hono<{ Bindings: Visit }>({ router: new TrieRouter() });
  const methods = new Map<string, Set<string>>();

  const downloads = {
    '/:space/:file/:blob': download,
    '/:asset': downloadAsset,
    '/pdf/:revision/:page/:scope': downloadPdf,
  };
  for (const [path, give] of Object.entries(downloads)) {
    app.get(`/downloads${path}`, async ({ req, env }) => {
      const response = await give(database, tokens, new URL(req.url), now());
      for (const [name, value] of Object.entries(env.headers)) response.headers.set(name, value);
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
    if (allowed === undefined) return json(404, errorBody(404, 'Not found'), context.env.headers);
    return json(405, errorBody(405, `Only ${allowed} here`), { ...context.env.headers, Allow: allowed });
  });
  app.onError((error, { req, env }) =>
    // The caller has canceled, so nobody waits for the reply.
    req.raw.signal.aborted ? new Response(null, { status: 499 }) : failure(error, env.headers),
  );

  async function answer(
    endpoint: Endpoint,
    handler: AnyHandler,
    context: Context<{ Bindings: Visit }>,
  ): Promise<Response> {
    const { req } = context;
    const request = req.raw;
    const parameters = req.param();
    const url = new URL(request.url);
    const origin = routing.origin ?? url.origin;
    const headers = { ...context.env.headers, ...deprecation(endpoint, origin, parameters) };
    // Error replies contain these headers, too.
    context.env = { ...context.env, headers };
    const caller = callerOf(context.env);
    const query = decodedQuery(endpoint, url.searchParams);
    const body = await decodedBody(endpoint, request);
    const at = now();
    const addresses = addressesAt(origin, appUrl, tokens, at);
    const visitorClaims = (organization: string) => tokens.claims(caller.id, organization, at);
    const call = {
      database,
      caller,
      addresses,
      now: at,
      visitorClaims,
      web,
      importTime,
      readSpec,
      parameters,
      query,
      body,
    } as Call<Endpoint>;
    const work = () => handler(call);
    const first = endpoint.method === 'GET' ? database.read(work) : database.write(work);
    const reply = first instanceof Deferred ? await settled(first, request.signal) : first;
    if (reply instanceof Empty) return new Response(null, { status: reply.status, headers });
    if (reply instanceof Created) return json(201, reply.reply, headers);
    return endpoint.reply
      ? json(endpoint.status, reply, headers)
      : new Response(null, { status: endpoint.status, headers });
  }

  /** RFC 9745, with the successor if that endpoint exists. */
  function deprecation(
    { deprecated }: Endpoint,
    origin: string,
    parameters: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> {
    if (!deprecated) return {};
    const [group = '', name = ''] = deprecated.successor?.split('.') ?? [];
    const successor = contract[group]?.[name];
    const headers = { Deprecation: `@${deprecatedSince}` };
    if (!successor || (successor.optional && routing.specOnly)) return headers;
    const path = successor.path.replace(/\{(\w+)\}/g, (_, each: string) => encodeURIComponent(parameters[each] ?? ''));
    return { ...headers, Link: `<${origin}${path}>; rel="successor-version"` };
  }

  async function settled(deferred: Deferred<unknown>, signal: AbortSignal): Promise<unknown> {
    const work = await deferred.prepare(signal);
    signal.throwIfAborted();
    return database.write(work);
  }

  return async (request, visit) => app.fetch(request, visit);
}

function callerOf({ user, hasToken }: Visit): { id: string } {
  if (user === undefined)
    throw new Problem(401, hasToken ? 'The token is invalid or has expired' : 'A bearer token is required');
  return { id: user };
}
