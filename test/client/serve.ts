import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server as Plain, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Served {
  readonly base: string;
  readonly port: number;
  readonly received: readonly Received[];
}

export type Answer = (request: Received, response: ServerResponse, socket: Socket) => void;

/** A real HTTP server for one test. */
export async function serve(answer: Answer): Promise<Served> {
  const received: Received[] = [];
  const server = createServer(recorder(received, answer));
  const port = await listen(server);
  return { base: `http://127.0.0.1:${port}`, port, received };
}

/** The same with TLS. */
export async function serveSecurely(identity: { key: string; cert: string }, answer: Answer): Promise<Served> {
  const received: Received[] = [];
  const server = createSecureServer(identity, recorder(received, answer));
  const port = await listen(server);
  return { base: `https://127.0.0.1:${port}`, port, received };
}

/** Listens on a free port of 127.0.0.1 until the test ends. */
export async function listen(server: Plain | Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Waits until the condition holds, also while the clock is stopped. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => realTimeout(resolve, 1));
}

const { setTimeout: realTimeout } = globalThis;

function recorder(received: Received[], answer: Answer): RequestListener {
  return (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
      };
      received.push(one);
      answer(one, response, request.socket);
    });
  };
}
