import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect as connectTo, type Socket } from 'node:net';
import { listen } from './serve.ts';

export interface Tunnel {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Proxy {
  readonly address: string;
  readonly tunnels: Tunnel[];
}

/** A real HTTP proxy that forwards every tunnel to the given port of this computer, or refuses it with a status. */
export async function serveProxy(to: { readonly port: number } | { readonly status: number }): Promise<Proxy> {
  const tunnels: Tunnel[] = [];
  const server = createServer((_, response) => response.writeHead(500).end());
  server.on('connect', (request, socket: Socket) => {
    tunnels.push({ target: request.url ?? '', headers: request.headers });
    socket.on('error', () => undefined);
    if ('status' in to) return void socket.end(`HTTP/1.1 ${to.status} No\r\n\r\n`);
    const onward = connectTo(to.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  const port = await listen(server);
  return { address: `http://127.0.0.1:${port}`, tunnels };
}
