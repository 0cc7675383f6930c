import { getPath } from 'hono/utils/url';
import type { Contract, Deprecation, Endpoint } from '../contract/shared/endpoint.ts';
import { addressesAt } from './http/addresses.ts';
import type { Visit } from './http/admission.ts';
import type { Database } from './database/database.ts';
import { decodedBody, decodedQuery } from './http/decoding.ts';
import { download, downloadAsset, downloadPdf } from './downloads.ts';
import { Created, Deferred, Empty, type Call, type Handlers } from './http/handler.ts';
import { errorBody, Problem } from './http/problems.ts';
import { failure, json, jsonText, type Headers } from './http/responses.ts';
import { createReplyDocuments } from './pages/markdown/replyDocuments.ts';
import { createRoutes, type Parameters, type PathRoute } from './http/routes.ts';
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

/** A request, and what its URL says. */
interface Asked {
  readonly request: Request;
  readonly visit: Visit;
  readonly origin: string;
  readonly parameters: Parameters;
}

/** Builds a server from the contract's data: routes, decoding and errors. Its handler never rejects. */
export function router<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  routing: Routing,
): (request: Request, visit: Visit) => Promise<Response> {
  const { database, tokens, now, appUrl, web, importTime, readSpec } = routing;
  const all: PathRoute<(asked: Asked) => Promise<Response>>[] = [];

  const downloads = {
    '/{space}/{file}/{blob}': download,
    '/{asset}': downloadAsset,
    '/pdf/{revision}/{page}/{scope}': downloadPdf,
  };
  for (const [path, give] of Object.entries(downloads)) {
    const route = async ({ request, visit: { headers } }: Asked) =>
      answered(request, headers, async () => {
        const response = await give(database, tokens, new URL(request.url), now(), request.signal);
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
        return response;
      });
    all.push({ method: 'GET', path: `/downloads${path}`, route });
  }

  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (endpoint.optional && routing.specOnly) continue;
      const handler = handlers[group]?.[name] as unknown as AnyHandler;
      const route = async (asked: Asked) => {
        // Error replies contain these headers, too.
        const headers = endpoint.deprecated
          ? { ...asked.visit.headers, ...deprecation(endpoint.deprecated, asked) }
          : asked.visit.headers;
        return answered(asked.request, headers, () => reply(endpoint, handler, asked, headers));
      };
      all.push({ method: endpoint.method, path: endpoint.path, route });
    }
  }
  const routes = createRoutes(all);

  async function answer(request: Request, visit: Visit, method: string): Promise<Response> {
    const path = getPath(request);
    const found = routes.find(method, path);
    if (found) {
      const { route, parameters } = found;
      return route({ request, visit, origin: routing.origin ?? originOf(request), parameters });
    }
    const allowed = routes.methodsOf(path).join(', ');
    if (allowed === '') return json(404, errorBody(404, 'Not found'), visit.headers);
    return json(405, errorBody(405, `Only ${allowed} here`), { ...visit.headers, Allow: allowed });
  }

  async function reply(
    endpoint: Endpoint,
    handler: AnyHandler,
    { request, visit, origin, parameters }: Asked,
    headers: Headers,
  ): Promise<Response> {
    const caller = callerOf(visit);
    const query = decodedQuery(endpoint, searchOf(request));
    const body = endpoint.body && (await decodedBody(endpoint.body, request));
    const at = now();
    const addresses = addressesAt(origin, appUrl, tokens, at);
    const visitorClaims = (organization: string) => tokens.claims(caller.id, organization, at);
    const documents = createReplyDocuments();
    const call = {
      database,
      documents,
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
    const result = first instanceof Deferred ? await settled(first, request.signal) : first;
    if (result instanceof Empty) return new Response(null, { status: result.status, headers });
    if (!endpoint.reply) return new Response(null, { status: endpoint.status, headers });
    const isCreated = result instanceof Created;
    const text = await documents.serialized(isCreated ? result.reply : result, request);
    return jsonText(isCreated ? 201 : endpoint.status, text, headers);
  }

  /** RFC 9745, with the successor if that endpoint exists. */
  function deprecation({ successor: place = '' }: Deprecation, { origin, parameters }: Asked): Headers {
    const [group = '', name = ''] = place.split('.');
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

  return async (request, visit) =>
    request.method === 'HEAD'
      ? new Response(null, await answer(request, visit, 'GET'))
      : answer(request, visit, request.method);
}

/** The reply of `work`, or to the error that it threw. */
async function answered(request: Request, headers: Headers, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    // The caller has canceled, so nobody waits for the reply.
    return request.signal.aborted ? new Response(null, { status: 499 }) : failure(error, headers);
  }
}

// The URL of a request is normalized, so it isn't parsed again.

function originOf({ url }: Request): string {
  return url.slice(0, url.indexOf('/', url.indexOf('://') + 3));
}

function searchOf({ url }: Request): URLSearchParams | undefined {
  const [address = ''] = url.split('#', 1);
  const at = address.indexOf('?');
  return at === -1 ? undefined : new URLSearchParams(address.slice(at));
}

function callerOf({ user, hasToken }: Visit): { id: string } {
  if (user === undefined)
    throw new Problem(401, hasToken ? 'The token is invalid or has expired' : 'A bearer token is required');
  return { id: user };
}
