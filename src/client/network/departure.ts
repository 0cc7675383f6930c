import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { startTimeLimit } from './timeLimit.ts';

/** Follows a request until it leaves, and limits how long that may take. */
export interface Departure {
  /** Aborts with the request, or if it hasn't left in time. */
  readonly signal: AbortSignal;
  /** Rejects when the signal aborts; undici itself notices only once it is connected. */
  readonly aborted: Promise<never>;
  /** Whether any of its bytes may have been sent; undefined if that is unknown. */
  hasLeft(): boolean | undefined;
  /** Whether the reply was a 407: `fetch` then fails without saying why. */
  needsProxySignIn(): boolean;
  /** Ends the time limit: the request was answered, or has failed. */
  end(): void;
}

/** In ms, for the way through proxies to the server, without logins to them. Two ways fit into the time in which a reply must begin. */
export const connectTimeout = 12_000;

interface Followed {
  isMade: boolean;
  hasLeft: boolean;
  status: number | undefined;
}

/**
 * Follows a request through undici, which is what the `fetch` of Node.js and VS Code and our own connection are made of.
 * It reports each request when it is made and when its headers are written, which is after the proxy and the server were
 * reached and their certificates checked. Identical requests at the same time count as one, so that none is believed to
 * be here that has left.
 *
 * @param limit In ms: time for connecting. It isn't checked if something else than undici sends the request.
 */
export function followDeparture({ method, url, signal: ofRequest }: Request, limit: number): Departure {
  const key = keyOf(method, url);
  const followed: Followed = { isMade: false, hasLeft: false, status: undefined };
  const hasLeft = (): boolean | undefined => (followed.hasLeft ? true : followed.isMade ? false : undefined);
  const connecting = new AbortController();
  const timeLimit = startTimeLimit(limit, () => {
    if (hasLeft() === false) connecting.abort(Object.assign(new Error(), { code: 'UND_ERR_CONNECT_TIMEOUT' }));
  });
  add(key, followed);
  const signal = AbortSignal.any([ofRequest, connecting.signal]);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  aborted.catch(() => undefined);
  return {
    signal,
    aborted,
    hasLeft,
    needsProxySignIn: () => followed.status === 407,
    end() {
      timeLimit.end();
      remove(key, followed);
    },
  };
}

const requests = new Map<string, Set<Followed>>();

function add(key: string, followed: Followed): void {
  if (requests.size === 0) {
    subscribe('undici:request:create', noteMade);
    subscribe('undici:client:sendHeaders', noteLeft);
    subscribe('undici:request:headers', noteStatus);
  }
  requests.set(key, (requests.get(key) ?? new Set()).add(followed));
}

function remove(key: string, followed: Followed): void {
  const same = requests.get(key);
  same?.delete(followed);
  if (same?.size === 0) requests.delete(key);
  if (requests.size > 0) return;
  unsubscribe('undici:request:create', noteMade);
  unsubscribe('undici:client:sendHeaders', noteLeft);
  unsubscribe('undici:request:headers', noteStatus);
}

function noteMade(message: unknown): void {
  for (const followed of followedBy(message)) followed.isMade = true;
}

function noteLeft(message: unknown): void {
  for (const followed of followedBy(message)) followed.hasLeft = true;
}

/** Of several identical requests, it is unknown whose reply came. */
function noteStatus(message: unknown): void {
  const [followed, ...others] = followedBy(message);
  const { response } = message as { readonly response: { readonly statusCode: number } };
  if (followed && others.length === 0) followed.status = response.statusCode;
}

function followedBy(message: unknown): Iterable<Followed> {
  const { request } = message as {
    readonly request: { readonly method: string; readonly origin: string | URL; readonly path: string };
  };
  const url = URL.parse(request.path, String(request.origin));
  return (url && requests.get(keyOf(request.method, url.href))) ?? [];
}

/** A fragment stays here. */
function keyOf(method: string, url: string): string {
  return `${method} ${url.split('#', 1)[0]}`;
}
