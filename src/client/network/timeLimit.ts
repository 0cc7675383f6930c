import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** A time limit that doesn't run while the user signs in to a proxy. */
export interface TimeLimit {
  /** Begins again with the whole time. */
  restart(): void;
  end(): void;
}

/** Calls `expire` after that many ms, unless the limit is ended before. */
export function startTimeLimit(ms: number, expire: () => void): TimeLimit {
  const timer = setTimeout(() => {
    if (logins.size === 0) expire();
  }, ms);
  if (!isFollowing()) for (const [channel, note] of Object.entries(notes)) subscribe(channel, note);
  limits.add(timer);
  return {
    restart: () => void timer.refresh(),
    end() {
      clearTimeout(timer);
      if (limits.delete(timer)) endFollowing();
    },
  };
}

const limits = new Set<NodeJS.Timeout>();
/** The targets of tunnels (`host:port`) for which VS Code may be asking the user for a login. */
const logins = new Set<string>();
/** The targets for which a proxy has ever demanded a login. */
const demanding = new Set<string>();

/**
 * VS Code makes tunnels with undici, and waits for its dialog between two attempts: the proxy's refusal ends the first
 * one with an error of VS Code. For a proxy that refused before, the dialog may come before the first attempt.
 */
const notes: Readonly<Record<string, (message: unknown) => void>> = {
  'undici:request:error'(message) {
    const { request, error } = message as { readonly request: MadeRequest; readonly error: unknown };
    if (request.method !== 'CONNECT' || !Object.hasOwn(Object(error) as object, 'proxyAuthenticate')) return;
    demanding.add(request.path);
    logins.add(request.path);
  },
  'undici:client:beforeConnect'(message) {
    const target = targetOf(message);
    if (demanding.has(target)) logins.add(target);
  },
  'undici:request:create'(message) {
    const { request } = message as { readonly request: MadeRequest };
    if (request.method === 'CONNECT') endLogin(request.path);
  },
  'undici:client:connected': (message) => endLogin(targetOf(message)),
  'undici:client:connectError': (message) => endLogin(targetOf(message)),
};

interface MadeRequest {
  readonly method: string;
  readonly path: string;
}

function targetOf(message: unknown): string {
  const { connectParams } = message as {
    readonly connectParams: { readonly host: string; readonly port: string; readonly protocol: string };
  };
  const { host, port, protocol } = connectParams;
  return port ? host : `${host}:${protocol === 'https:' ? 443 : 80}`;
}

/** Restarts all limits, because the requests that waited for the login connect only now. */
function endLogin(target: string): void {
  if (!logins.delete(target) || logins.size > 0) return;
  for (const timer of limits) timer.refresh();
  endFollowing();
}

function isFollowing(): boolean {
  return limits.size > 0 || logins.size > 0;
}

/** A dialog may stay open after the request that needs it was given up. */
function endFollowing(): void {
  if (!isFollowing()) for (const [channel, note] of Object.entries(notes)) unsubscribe(channel, note);
}
