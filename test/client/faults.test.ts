import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, onTestFinished, test, vi } from 'vitest';
import type { Api } from '../../src/client/api.ts';
import { createApi, type ApiOptions } from '../../src/client/createApi.ts';
import { createDownload } from '../../src/client/download.ts';
import type { ApiError } from '../../src/model/shared/failure.ts';
import { connect as connectTo, failure, network as networkOf, stopClock, token, watched } from './connect.ts';
import { spaceOf } from './samples.ts';
import { json, listen, serve, until } from './serve.ts';

const read = { spaceId: 's' };
const write = { spaceId: 's', body: { title: 'T' } };

describe.each(['direct', 'vscode'] as const)('on the way %s:', (way) => {
  const network = () => networkOf({}, way);
  const connect = (base: string, options: Partial<ApiOptions> = {}): Api =>
    connectTo(base, { platform: network(), ...options });

  describe('a server that never answers', () => {
    const timeout = 30;

    /** What becomes of a call after the timeout, which begins when the server has got the request. */
    async function givenUp(call: (api: Api) => Promise<unknown>): Promise<ApiError> {
      stopClock();
      const server = await serve(() => undefined);
      const error = failure(call(connect(server.base, { timeout })));
      await until(() => server.received.length === 1);

      vi.advanceTimersByTime(timeout);

      return error;
    }

    test('is given up after the timeout', async () => {
      const error = await givenUp((api) => api.spaces.get(read));

      assert.equal(error.kind, 'unavailable');
      assert.match(error.message, /^timeout \{"seconds":1\}/);
      assert.equal(error.details.mayHaveHappened, undefined);
    });

    test('may have applied the request', async () => {
      const error = await givenUp((api) => api.spaces.update(write));

      assert.equal(error.details.mayHaveHappened, true);
    });

    test('is given up if the reply stops halfway', async () => {
      stopClock();
      const server = await serve((_, response) => response.writeHead(200).write('{"id"'));
      let hasBegun = false;
      const platform = watched(network(), () => (hasBegun = true));
      const error = failure(connect(server.base, { platform, timeout }).spaces.get(read));
      await until(() => hasBegun);

      vi.advanceTimersByTime(timeout);

      assert.equal((await error).kind, 'unavailable');
    });
  });

  /**
   * A server whose reply comes in pieces, and the network to it: the clock goes on by a pause before the client reads
   * a piece, and the next one is sent when it does.
   */
  async function slowly(pieces: Iterator<string | Uint8Array, undefined>, pause: number) {
    stopClock();
    let next = (): void => undefined;
    const server = await serve((_, response) => {
      next = () => {
        const { done, value } = pieces.next();
        if (done) response.end();
        else response.write(value);
      };
      response.writeHead(200);
      next();
    });
    const platform = watched(network(), () => {
      vi.advanceTimersByTime(pause);
      next();
    });
    return { ...server, platform };
  }

  test('a slow reply is read to its end as long as it continues', async () => {
    const pieces = JSON.stringify(spaceOf('s')).match(/.{1,100}/gs) ?? [];
    const { base, platform } = await slowly(pieces.values(), 1900 / pieces.length);

    assert.equal((await connect(base, { platform, timeout: 1000 }).spaces.get(read)).id, 's');

    assert.ok(pieces.length > 2);
  });

  describe('a reply that drips', () => {
    function* drops(): Generator<string, undefined> {
      for (;;) yield ' ';
    }

    test.each(['read', 'write'] as const)('is given up, and says why (%s)', async (kind) => {
      const { base, platform, received } = await slowly(drops(), 400);
      const api = connect(base, { platform, timeout: 500 });

      const error = await failure(kind === 'read' ? api.spaces.get(read) : api.spaces.update(write));

      assert.equal(error.kind, 'unavailable');
      assert.match(error.message, /^tooSlow \{"rate":8\}/);
      assert.equal(error.details.mayHaveHappened, kind === 'write' ? true : undefined);
      assert.equal(received.length, 1);
    });

    test('is given up as a file, too', async () => {
      const { base, platform } = await slowly(drops(), 400);
      const download = createDownload({ base, platform, token: async () => 't', timeout: 500 });

      assert.match((await failure(download('/file'))).message, /^tooSlow \{"rate":8\}/);
    });
  });

  test('a large file that arrives steadily is read to its end, no matter how long that takes', async () => {
    const pieces = Array.from({ length: 75 }, () => Buffer.alloc(8 * 1024, 7));
    const { base, platform } = await slowly(pieces.values(), 900);
    const download = createDownload({ base, platform, token: async () => 't', timeout: 1000 });
    const begun = performance.now();

    const bytes = await download('/file');

    assert.equal(bytes.byteLength, 75 * 8 * 1024);
    assert.ok(performance.now() - begun > 60_000);
  });

  test.each([600, 700, 999])('a status of %i is an ApiError and nothing else', async (status) => {
    const uncaught: unknown[] = [];
    const catcher = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtException', catcher);
    onTestFinished(() => void process.off('uncaughtException', catcher));
    let isClosed = false;
    const server = await serve((_, response) => {
      response
        .writeHead(status)
        .on('close', () => (isClosed = true))
        .end('body');
    });

    const error = await failure(connect(server.base).spaces.get(read));

    assert.equal(error.kind, 'unreadable');
    await until(() => isClosed);
    await freed();
    assert.deepEqual(uncaught, []);
  });

  describe('a kept-alive connection that the server closes just as a request comes', () => {
    /** Answers the first request of each connection, and drops the connection at the second. */
    async function serveOnce() {
      const answered = new WeakSet<object>();
      return serve((_, response, socket) => {
        if (answered.has(socket)) return void socket.destroy();
        answered.add(socket);
        json(response, spaceOf('s'));
      });
    }

    test('only costs a read a second request', async () => {
      const server = await serveOnce();
      const api = connect(server.base);
      await api.spaces.get(read);
      await freed();

      assert.equal((await api.spaces.get(read)).id, 's');

      assert.equal(server.received.length, 3);
    });

    test('repeats no write', async () => {
      const server = await serveOnce();
      const api = connect(server.base);
      await api.spaces.get(read);
      await freed();

      const error = await failure(api.spaces.update(write));

      assert.deepEqual([error.kind, error.details.mayHaveHappened, server.received.length], ['unavailable', true, 2]);
    });

    test('repeats a read twice', async () => {
      const server = await serve((_, __, socket) => socket.destroy());

      const error = await failure(connect(server.base).spaces.get(read));

      assert.deepEqual([error.kind, server.received.length], ['unavailable', 3]);
    });

    test('repeats a read whose reply has begun', async () => {
      const server = await serve((_, response, socket) => {
        response.writeHead(200).write('{"id"', () => socket.destroy());
      });

      const error = await failure(connect(server.base).spaces.get(read));

      assert.deepEqual([error.kind, server.received.length], ['unavailable', 3]);
    });
  });

  describe('a connection', () => {
    test('that breaks before the answer', async () => {
      const server = await serve((_, __, socket) => socket.destroy());

      const error = await failure(connect(server.base).spaces.update(write));

      assert.equal(error.kind, 'unavailable');
      assert.match(error.message, /^connectionLost/);
      assert.equal(error.details.mayHaveHappened, true);
    });

    test.each([
      ['of known length', { 'content-length': '1000' }],
      ['of unknown length', {}],
    ])('that breaks within an answer %s', async (_, headers) => {
      const server = await serve((_, response, socket) => {
        response.writeHead(200, headers).write('{"id": "s"', () => socket.destroy());
      });

      const error = await failure(connect(server.base).spaces.get(read));

      assert.equal(error.kind, 'unavailable');
      assert.match(error.message, /^connectionLost/);
    });

    test('that is refused has sent nothing', async () => {
      const server = createServer();
      const port = await listen(server);
      await new Promise((resolve) => server.close(resolve));

      const error = await failure(connect(`http://127.0.0.1:${port}`).spaces.update(write));

      assert.equal(error.kind, 'unavailable');
      assert.match(error.message, /^connectionRefused/);
      assert.equal(error.details.mayHaveHappened, false);
    });

    test('to an unknown name has sent nothing', async () => {
      const error = await failure(connect('https://nowhere.invalid').spaces.update(write));

      assert.equal(error.kind, 'unavailable');
      assert.match(error.message, /^hostNotFound \{"host":"nowhere\.invalid"\}/);
      assert.equal(error.details.mayHaveHappened, false);
    });

    test("to something that doesn't speak HTTP", async () => {
      const port = await listen(
        createServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))),
      );

      const error = await failure(connect(`http://127.0.0.1:${port}`).spaces.get(read));

      assert.equal(error.kind, 'unreadable');
      assert.match(error.message, /^notWebServer/);
    });
  });

  test('a compressed reply that is cut off is unreadable', async () => {
    const bytes = gzipSync(JSON.stringify(spaceOf('s')));
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes.subarray(0, bytes.length / 2));
    });

    const error = await failure(connect(server.base).spaces.get(read));

    assert.equal(error.kind, 'unreadable');
    assert.match(error.message, /^replyCutOff/);
  });

  test('a write with an unreadable answer may have happened', async () => {
    const server = await serve((_, response) => response.writeHead(200).end('{'));

    const error = await failure(connect(server.base).spaces.update(write));

    assert.equal(error.kind, 'unreadable');
    assert.equal(error.details.mayHaveHappened, true);
  });

  test.each([
    [408, true],
    [409, undefined],
    [500, true],
    [501, undefined],
    [504, true],
    [503, undefined],
  ])('a write that is answered with %i may have happened: %s', async (status, mayHaveHappened) => {
    const server = await serve((_, response) => json(response, {}, status));

    const error = await failure(connect(server.base).spaces.update(write));

    assert.equal(error.details.mayHaveHappened, mayHaveHappened);
  });

  describe('a canceled call', () => {
    test('sends nothing if it was canceled before', async () => {
      const server = await serve((_, response) => json(response, spaceOf('s')));

      const error = await failure(connect(server.base).spaces.get(read, { signal: AbortSignal.abort() }));

      assert.equal(error.kind, 'cancelled');
      assert.equal(server.received.length, 0);
    });

    test.each([
      ['that waits for its answer', false],
      ['that reads its answer', true],
    ])('%s closes the connection', async (_, answers) => {
      let closed = false;
      const server = await serve((_, response) => {
        response.on('close', () => (closed = true));
        if (answers) response.writeHead(200).write('{"id"');
      });
      const stop = new AbortController();
      const call = failure(connect(server.base).spaces.get(read, { signal: stop.signal }));
      await until(() => server.received.length === 1);

      stop.abort();

      assert.equal((await call).kind, 'cancelled');
      await until(() => closed);
    });

    test("doesn't wait for a platform that ignores the signal", async () => {
      const api = createApi({
        base: 'http://here',
        platform: () => new Promise(() => undefined),
        token: async () => token,
      });
      const stop = new AbortController();
      const call = failure(api.spaces.update(write, { signal: stop.signal }));

      stop.abort();

      assert.equal((await call).kind, 'cancelled');
    });
  });

  test("a platform that fails in its own way is unavailable, and its message isn't quoted", async () => {
    const platform = () => Promise.reject(new Error(`crashed with ${token}`));
    const api = createApi({ base: 'http://here', platform, token: async () => token });

    const error = await failure(api.spaces.get(read));

    assert.equal(error.kind, 'unavailable');
    assert.equal(error.message, 'noReply');
  });
});

/** A connection is available for the next request some turns of the event loop after its reply. */
async function freed(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
