import type { Visit } from './admission.ts';
import { errorBody } from './problems.ts';

type Handle = (request: Request) => Promise<Response>;

const effects = {
  /** The reply is delayed by `amount` ms. */
  latency: late,
  /** The connection breaks before anything was done, or after everything was. */
  'drop-before': () => Promise.reject(new ConnectionDropped()),
  'drop-after': dropped,
  /** Refused or failed with the status `amount`, with nothing done. */
  status: (_, __, { amount = 503 }) => Promise.resolve(refused(amount)),
  html: () => Promise.resolve(webPage()),
  truncated: (handle, request) => rewritten(handle, request, (text) => text.slice(0, text.length / 2)),
  malformed: (handle, request) => rewritten(handle, request, (text) => `${text.slice(0, 1)}'${text.slice(1)}`),
  'unknown-fields': (handle, request) => changed(handle, request, withUnknownFields),
  'unknown-values': (handle, request) => changed(handle, request, withUnknownValues),
  /** The first item of a list or tree loses its id. */
  'broken-item': (handle, request) => changed(handle, request, withBrokenItem),
  /** Every page of a list except the first names itself as the next. */
  'repeated-cursor': (handle, request) => changed(handle, request, (value) => withRepeatedCursor(value, request)),
} satisfies Record<string, (handle: Handle, request: Request, fault: Fault) => Promise<Response>>;

/** As written on the command line. `status` is written as its number. */
export const faultKinds: readonly string[] = Object.keys(effects).filter((kind) => kind !== 'status');

/** A fault on demand, for testing clients. */
export interface Fault {
  readonly kind: keyof typeof effects;
  /** ms of `latency` (1000 by default), or the status of `status` (503 by default). */
  readonly amount?: number | undefined;
  /** Only in calls with this method, and with paths that contain this text. */
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** Only in this many of the first matching calls. */
  readonly times?: number | undefined;
}

/** Breaks the connection instead of sending a reply. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped';
}

type VisitHandle = (request: Request, visit: Visit) => Promise<Response>;

export interface Faulty {
  readonly handle: VisitHandle;
  /** Replaces the active faults; none are active without arguments. */
  fail(...faults: readonly Fault[]): void;
}

/** The same handler with faults. If several apply to a call, the first one is used. Headers of every reply stay. */
export function withFaults(handle: VisitHandle, initial: readonly Fault[] = []): Faulty {
  let faults = initial.map((fault) => ({ fault, left: fault.times ?? Infinity }));
  return {
    handle: async (request, visit) => {
      const found = faults.find(({ fault, left }) => left > 0 && applies(fault, request));
      if (!found) return handle(request, visit);
      found.left -= 1;
      const response = await effects[found.fault.kind]((asked) => handle(asked, visit), request, found.fault);
      for (const [name, value] of Object.entries(visit.headers)) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      return response;
    },
    fail: (...next) => (faults = next.map((fault) => ({ fault, left: fault.times ?? Infinity }))),
  };
}

/** Reads `kind[=amount] [METHOD] [/path] [xTIMES]`, for example `drop-after POST /comments x1` or `503 GET /v1/orgs`. */
export function parseFault(text: string): Fault | undefined {
  const match = /^([a-z-]+|\d{3})(?:=(\d+))?(?: ([A-Z]+))?(?: (\/\S*))?(?: x(\d+))?$/.exec(text.trim());
  const [, name = '', amount, method, path, times] = match ?? [];
  const status = /^[45]\d\d$/.test(name) ? Number(name) : undefined;
  const kind = status === undefined ? name : 'status';
  if (!Object.hasOwn(effects, kind)) return undefined;
  return {
    kind: kind as Fault['kind'],
    amount: status ?? (amount === undefined ? undefined : Number(amount)),
    method,
    path,
    times: times === undefined ? undefined : Number(times),
  };
}

function applies({ method, path }: Fault, request: Request): boolean {
  const isMethod = method === undefined || method === request.method;
  return isMethod && (path === undefined || new URL(request.url).pathname.includes(path));
}

async function late(handle: Handle, request: Request, { amount = 1000 }: Fault): Promise<Response> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, amount);
    request.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
  request.signal.throwIfAborted();
  return handle(request);
}

async function dropped(handle: Handle, request: Request): Promise<never> {
  await handle(request);
  throw new ConnectionDropped();
}

function refused(status: number): Response {
  const headers = { 'X-RateLimit-Limit': '1', 'X-RateLimit-Remaining': '0' };
  return Response.json(errorBody(status, 'Refused on demand'), { status, headers: status === 429 ? headers : {} });
}

function webPage(): Response {
  const text = '<!doctype html><title>Sign in</title><h1>Welcome to this network</h1>';
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

async function rewritten(handle: Handle, request: Request, change: (text: string) => string): Promise<Response> {
  const response = await handle(request);
  if (!/^application\/json/.test(response.headers.get('Content-Type') ?? '')) return response;
  return new Response(change(await response.text()), response);
}

function changed(handle: Handle, request: Request, change: (value: unknown) => unknown): Promise<Response> {
  return rewritten(handle, request, (text) => JSON.stringify(change(JSON.parse(text))));
}

function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (!isObject(value)) return value;
  const known = Object.entries(value).map(([name, field]) => [name, withUnknownFields(field)] as const);
  return { ...Object.fromEntries(known), somethingNew: { of: ['another', 'day'] } };
}

const enumerated = new Set(
  [
    'type',
    'status',
    'visibility',
    'editMode',
    'plan',
    'useCase',
    'kind',
    'relation',
    'result',
    'role',
    'permission',
  ].concat(['defaultLevel', 'defaultRole', 'processingState', 'target', 'agentsContext', 'style', 'theme']),
);

function withUnknownValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownValues);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    const isUnknown = typeof field === 'string' && enumerated.has(name);
    return [name, isUnknown ? `new-${field}` : withUnknownValues(field)] as const;
  });
  return Object.fromEntries(fields);
}

function withBrokenItem(value: unknown): unknown {
  if (!isObject(value)) return value;
  for (const name of ['items', 'pages']) {
    const [first, ...others] = Array.isArray(value[name]) ? (value[name] as unknown[]) : [];
    if (isObject(first)) return { ...value, [name]: [{ ...first, id: null }, ...others] };
  }
  return value;
}

function withRepeatedCursor(value: unknown, request: Request): unknown {
  const page = new URL(request.url).searchParams.get('page');
  return isObject(value) && Array.isArray(value['items']) && page !== null ? { ...value, next: { page } } : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
