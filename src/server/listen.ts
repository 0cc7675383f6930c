import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AddressInfo } from 'node:net';
import type { Refuse } from './admission.ts';
import { ConnectionDropped } from './faults.ts';
import { errorBody } from './problems.ts';

export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  close(): Promise<void>;
}

const largestBody = 10 * 1024 * 1024;
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Puts a platform behind HTTP on this machine only. Requests that name another host are refused, so that no web page can
 * reach it through a name of its own; bodies over 10 MB get 413. Port 0 takes a free one.
 */
export async function listen(
  handle: (request: Request) => Promise<Response>,
  port: number,
  refuse: Refuse = async (_, status, message) => Response.json(errorBody(status, message), { status }),
): Promise<Listening> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const host = new URL(context.req.url).hostname;
    return loopback.has(host) ? next() : refuse(context.req.raw, 403, 'This platform answers to this machine only');
  });
  app.use(
    bodyLimit({
      maxSize: largestBody,
      onError: ({ req }) => refuse(req.raw, 413, 'The body is larger than 10 MB'),
    }),
  );
  app.all('*', (context) => handle(context.req.raw));
  app.onError((error, context) => {
    if (!(error instanceof ConnectionDropped)) throw error;
    context.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  });

  const server = createAdaptorServer({ fetch: app.fetch });
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
