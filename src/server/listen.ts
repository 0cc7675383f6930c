import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Refuse } from './http/admission.ts';
import { ConnectionDropped } from './http/faults.ts';
import { errorBody } from './http/problems.ts';

export interface Listening {
  /** Such as `http://127.0.0.1:<port>`. */
  readonly address: string;
  close(): Promise<void>;
}

const largestBody = 10 * 1024 * 1024;
const ofThisMachine = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\//;
const bodiless = new Set(['GET', 'HEAD']);

/**
 * Serves a platform over HTTP on this machine only. Requests that name another host are refused, so that no web page
 * can reach it through a domain of its own; bodies over 10 MB get 413. Port 0 takes a free one.
 */
export async function listen(
  handle: (request: Request) => Promise<Response>,
  port: number,
  refuse: Refuse = async (_, status, message) => Response.json(errorBody(status, message), { status }),
): Promise<Listening> {
  const limited = new Hono();
  limited.use(
    bodyLimit({
      maxSize: largestBody,
      onError: ({ req }) => refuse(req.raw, 413, 'The body is larger than 10 MB'),
    }),
  );
  limited.all('*', (context) => handle(context.req.raw));
  limited.onError((error) => {
    throw error;
  });

  const answer = async (request: Request, { incoming }: HttpBindings) => {
    if (!ofThisMachine.test(request.url)) {
      return refuse(request, 403, 'This platform accepts requests from this machine only');
    }
    try {
      return await (bodiless.has(request.method) ? handle(request) : limited.fetch(request));
    } catch (error) {
      if (!(error instanceof ConnectionDropped)) throw error;
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  };
  const server = createAdaptorServer({ fetch: (request, bindings) => answer(request, bindings as HttpBindings) });
  server.on('clientError', refuseUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/**
 * A request that is not HTTP, or whose URL or headers exceed the 16 KB that are read, belongs to no caller: it only
 * gets an error reply.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, reason, message] = unreadable[error.code ?? ''] ?? [400, 'Bad Request', 'This is not an HTTP request'];
  const body = JSON.stringify(errorBody(status, message));
  const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n${headers}\r\n\r\n${body}`);
}

const unreadable: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The URL and headers are longer than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive'],
};
