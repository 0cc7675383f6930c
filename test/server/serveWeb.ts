import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Page = string | Uint8Array | ((request: IncomingMessage, reply: ServerResponse) => void);

/** A web server on this machine with these documents by path, for one test. Returns its URL. */
export async function serveWeb(pages: Readonly<Record<string, Page>>, host = '127.0.0.1'): Promise<string> {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://a.invalid');
    const page = pages[pathname];
    if (page === undefined) return void reply.writeHead(404).end('There is nothing here');
    if (typeof page === 'function') return page(request, reply);
    return void reply.writeHead(200, { 'Content-Type': typeOf(pathname) }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** A page that redirects. */
export function redirectTo(address: string, status = 302): Page {
  return (_, reply) => void reply.writeHead(status, { Location: address }).end();
}

function typeOf(path: string): string {
  if (path.endsWith('.html')) return 'text/html; charset=utf-8';
  if (path.endsWith('.zip')) return 'application/zip';
  return path.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8';
}
