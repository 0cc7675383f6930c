import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Socket } from 'node:net';
import { Dispatcher1Wrapper, ProxyAgent } from 'undici';
import { describe, onTestFinished, test, vi } from 'vitest';
import { connectionError } from '../../src/client/network/connectionError.ts';
import { hostFetch } from '../../src/client/network/hostFetch.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { createTransport, type TransportOptions } from '../../src/client/network/transport.ts';
import { createWays } from '../../src/client/network/ways.ts';
import { patience } from '../patience.ts';
import { failure, stopClock } from './connect.ts';
import { json, listen, serve, until } from './serve.ts';

function direct(options: TransportOptions): Platform {
  const transport = createTransport({ systemCertificates: false, ...options });
  onTestFinished(() => transport.close());
  return transport.platform;
}

/** A server that accepts connections and then says nothing. */
async function serveSilence() {
  const sockets: Socket[] = [];
  const port = await listen(createServer((socket) => void socket.once('data', () => void sockets.push(socket))));
  return { port, sockets };
}

const write = (url: string) => new Request(url, { method: 'PATCH', body: '{}' });

describe.each(['direct', 'vscode'] as const)('on the way %s, a write', (way) => {
  const platform = (connectTimeout: number): Platform =>
    way === 'direct' ? direct({ connectTimeout }) : (request) => hostFetch(request, false, connectTimeout);

  test('to a server that accepts connections and then says nothing has not left, and is given up', async () => {
    stopClock();
    const send = platform(100);
    const { port, sockets } = await serveSilence();
    const failed = failure(send(write(`https://127.0.0.1:${port}/`)));
    await until(() => sockets.length === 1);

    vi.advanceTimersByTime(100);

    const error = await failed;
    assert.match(error.message, /^noResponse/);
    assert.equal(error.details.mayHaveHappened, false);
  });

  test('whose secure connection breaks before it is made has not left', async () => {
    const port = await listen(createServer((socket) => void socket.once('data', () => socket.resetAndDestroy())));

    const error = await failure(platform(5000)(write(`https://127.0.0.1:${port}/`)));

    assert.match(error.message, /^connectionLost/);
    assert.equal(error.details.mayHaveHappened, false);
  });

  test('whose connection breaks afterwards may have happened', async () => {
    const server = await serve((_, __, socket) => void socket.resetAndDestroy());

    const error = await failure(platform(5000)(write(`${server.base}/`)));

    assert.match(error.message, /^connectionLost/);
    assert.equal(error.details.mayHaveHappened, undefined);
  });

  test('whose route is lost after it was sent may have happened', async () => {
    let ours: Socket | undefined;
    const note = (message: unknown) => void ({ socket: ours } = message as { socket: Socket });
    subscribe('undici:client:sendHeaders', note);
    onTestFinished(() => void unsubscribe('undici:client:sendHeaders', note));
    const lost = Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' });
    const server = await serve(() => void ours?.destroy(lost));
    const sent = platform(5000);
    const others: Request[] = [];
    const both = createWays(
      {
        choice: 'auto',
        prefersDirect: false,
        ways: {
          vscode: () => sent(write(`${server.base}/`)),
          direct: async (request) => (others.push(request), new Response('ok')),
        },
      },
      { get: () => undefined, set: () => undefined },
    );

    const error = await failure(both(write('https://docs.example.com/')));

    assert.match(error.message, /^connectionLost/);
    assert.equal(error.details.mayHaveHappened, undefined);
    assert.deepEqual([server.received.length, others.length], [1, 0]);
  });

  test('that a proxy answers in place of the server (407) goes the other way', async () => {
    const server = await serve((_, response) => json(response, {}, 407));
    const sent = platform(5000);
    const ways = { vscode: () => sent(write(`${server.base}/`)), direct: async () => new Response('ok') };
    const both = createWays(
      { choice: 'auto', prefersDirect: false, ways },
      { get: () => undefined, set: () => undefined },
    );

    assert.equal((await both(write('https://docs.example.com/'))).status, 200);
    assert.equal(server.received.length, 1);
  });

  test('may wait for its reply for longer than for its connection', async () => {
    stopClock();
    const server = await serve((_, response) => {
      vi.advanceTimersByTime(200);
      json(response, {});
    });

    assert.equal((await platform(50)(write(`${server.base}/`))).status, 200);
  });

  test('that was canceled while connecting says so', async () => {
    const send = platform(patience);
    const { port, sockets } = await serveSilence();
    const stop = new AbortController();
    const reason = new Error('left');
    const call = assert.rejects(send(new Request(`https://127.0.0.1:${port}/`, { signal: stop.signal })), reason);
    await until(() => sockets.length === 1);

    stop.abort(reason);

    await call;
  });
});

/** VS Code's fetch is that of Node.js with a dispatcher for the proxy. */
function throughProxy(proxy: string): Platform {
  const agent = new ProxyAgent({ uri: proxy, allowH2: false });
  // For the older undici of Node.js.
  const dispatcher = new Dispatcher1Wrapper(agent);
  const { fetch } = globalThis;
  const patched = (url: string, init: RequestInit) => fetch(url, { ...init, dispatcher } as RequestInit);
  vi.stubGlobal('fetch', patched);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    return agent.destroy();
  });
  return (request) => hostFetch(request, true, 200);
}

test.each([
  ['direct', (proxy: string) => direct({ proxy, connectTimeout: 200 })],
  ['vscode', throughProxy],
])("a proxy that accepts connections and never makes a tunnel isn't waited for (%s)", async (_, platformOf) => {
  stopClock();
  const { port, sockets } = await serveSilence();
  const platform = platformOf(`http://127.0.0.1:${port}`);
  const failed = failure(platform(write('https://elsewhere.example/')));
  await until(() => sockets.length === 1);

  vi.advanceTimersByTime(200);

  const error = await failed;
  assert.match(error.message, /^behindProxy \{"cause":\{"code":"noResponse"/);
  assert.equal(error.details.mayHaveHappened, false);
  assert.equal(sockets.length, 1);
  sockets[0]?.destroy();
});

describe('if only the error can tell, a request', () => {
  const error = (details: object, message = '') =>
    connectionError(Object.assign(new Error(message), details), 'h', false);

  test.each([
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, /^noResponse/],
    [{ code: 'ETIMEDOUT', errors: [{ code: 'ETIMEDOUT' }, { code: 'ENETUNREACH' }] }, /^noResponse/],
    [{ cause: new Error('bad port') }, /^connectionRefused/],
    [{ code: 'CERT_SIGNATURE_FAILURE' }, /^certificateUntrusted/],
    [{ code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, /^certificateUntrusted/],
    [{ code: 'HOSTNAME_MISMATCH' }, /^certificateForOtherHost/],
  ])('has not left after %j', (details, message) => {
    const found = error(details);

    assert.match(found.message, message);
    assert.equal(found.details.mayHaveHappened, false);
  });

  test.each([{ code: 'ETIMEDOUT', syscall: 'read' }, { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }, {}])(
    'may have left after %j',
    (details) => {
      assert.equal(error(details).details.mayHaveHappened, undefined);
    },
  );

  test("has not left after VS Code's words for a proxy that asks for a login", () => {
    const { message, details } = error({}, 'Proxy response (407) ?.== 200 when HTTP Tunneling');

    assert.match(message, /^proxySignIn/);
    assert.equal(details.mayHaveHappened, false);
  });
});
