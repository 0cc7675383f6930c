/** How a request reaches its server: by VS Code's own `fetch`, or by this extension's own connection. */
export type Way = 'vscode' | 'direct';

/** What the layers below a call note about its request. */
export interface Trace {
  /** Undefined if the request hasn't left, or if the server runs in this process. */
  way?: Way;
  /** The way that was tried before, and failed. */
  triedWay?: Way;
  /** How often the request was repeated. */
  repeats: number;
  /** When it is or was repeated because the server was busy, in ms since the epoch. */
  waitsUntil?: number;
}

const traces = new WeakMap<Request, Trace>();

/** The trace of a request; wrappers of a platform pass the same request on. */
export function traceOf(request: Request): Trace {
  const known = traces.get(request);
  if (known) return known;
  const trace = newTrace();
  traces.set(request, trace);
  return trace;
}

/** Makes what happens to the request visible in the trace. */
export function follow(request: Request, trace: Trace): void {
  traces.set(request, trace);
}

export function newTrace(): Trace {
  return { repeats: 0 };
}
