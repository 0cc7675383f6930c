import { failureOf } from '../../model/shared/failure.ts';
import { proxySignIn } from './connectionError.ts';
import { isLoopback } from './hosts.ts';
import type { Platform } from './platform.ts';
import { traceOf, type Way } from './trace.ts';

export interface WaysOptions {
  /** The user's choice; `auto` tries the other way if the first one can't connect. */
  readonly choice: 'auto' | Way;
  /** Whether something is set that VS Code's `fetch` ignores. */
  readonly prefersDirect: boolean;
  readonly ways: Readonly<Record<Way, Platform>>;
}

/** The way that last reached a server. */
export interface WayMemory {
  get(): Way | undefined;
  /** Called when another way than before got an answer. */
  set(way: Way): void;
}

/**
 * Sends requests VS Code's way or directly. Only a request that failed while connecting is sent the other way, because
 * any other may have reached the server, and only if no proxy refused to connect to the server. Servers on this
 * computer are always reached directly: no proxy sees what is sent to them.
 */
export function createWays({ choice, prefersDirect, ways }: WaysOptions, memory: WayMemory): Platform {
  function orderOf(): readonly [first: Way, second?: Way] {
    if (choice !== 'auto') return [choice];
    const first = memory.get() ?? (prefersDirect ? 'direct' : 'vscode');
    return [first, first === 'direct' ? 'vscode' : 'direct'];
  }

  return async (request) => {
    const trace = traceOf(request);
    if (isLoopback(new URL(request.url).hostname)) {
      trace.way = 'direct';
      return ways.direct(request);
    }
    const send = async (way: Way, sent: Request): Promise<Response> => {
      trace.way = way;
      const response = await ways[way](sent);
      if (response.status === 407) {
        void response.body?.cancel().catch(() => undefined);
        throw proxySignIn();
      }
      if (memory.get() !== way) memory.set(way);
      return response;
    };
    const [first, second] = orderOf();
    if (second === undefined) return send(first, request);
    const copy = request.clone();
    try {
      return await send(first, request);
    } catch (error) {
      const isFinal = request.signal.aborted || isRefusedByProxy(error) || !failedToConnect(error, request.method);
      if (isFinal) throw error;
      trace.triedWay = first;
      return await send(second, copy).catch((other: unknown) => {
        // The first way is the usual one, so its reason says more.
        throw failedToConnect(other, request.method) ? error : other;
      });
    }
  };
}

/** A proxy that allows no connection to the server isn't passed by. */
function isRefusedByProxy(error: unknown): boolean {
  return failureOf(error)?.reason.code === 'proxyRefused';
}

/** Whether nothing of the request was sent. A read may also go the other way if no secure connection came about. */
function failedToConnect(error: unknown, method: string): boolean {
  const failure = failureOf(error);
  if (failure === undefined) return false;
  const { reason } = failure;
  const cause = reason.code === 'behindProxy' ? reason.cause : reason;
  return failure.details.mayHaveHappened === false || (method === 'GET' && cause.code === 'tlsFailed');
}
