import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import { createApi } from '../../src/client/createApi.ts';
import { connect, failure, token } from './connect.ts';
import { spaceOf } from './samples.ts';
import { json, listen, serve, until } from './serve.ts';

const read = { spaceId: 's' };
const write = { spaceId: 's', body: { title: 'T' } };

describe('a server that never answers', () => {
  test('is given up after the timeout', async () => {
    const server = await serve(() => undefined);

    const error = await failure(connect(server.base, { timeout: 30 }).spaces.get(read));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, /did not answer within 1 seconds?\. Check your connection/);
    assert.equal(error.details.mayHaveHappened, undefined);
  });

  test('may have done what it was asked to', async () => {
    const server = await serve(() => undefined);

    const error = await failure(connect(server.base, { timeout: 30 }).spaces.update(write));

    assert.equal(error.details.mayHaveHappened, true);
  });

  test('is given up when the reply stops half-way', async () => {
    const server = await serve((_, response) => response.writeHead(200).write('{"id"'));

    const error = await failure(connect(server.base, { timeout: 30 }).spaces.get(read));

    assert.equal(error.kind, 'unavailable');
  });
});

test('a slow reply is read to its end as long as it goes on', async () => {
  const pieces = JSON.stringify(spaceOf('s')).match(/.{1,20}/g) ?? [];
  const server = await serve((_, response) => {
    const timer = setInterval(() => {
      const piece = pieces.shift();
      if (piece !== undefined) return void response.write(piece);
      clearInterval(timer);
      response.end();
    }, 20);
  });

  assert.equal((await connect(server.base, { timeout: 200 }).spaces.get(read)).id, 's');
});

describe('a connection', () => {
  test('that breaks before the answer', async () => {
    const server = await serve((_, __, socket) => socket.destroy());

    const error = await failure(connect(server.base).spaces.update(write));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, /^The connection to 127\.0\.0\.1:\d+ broke off\. Try again\.$/);
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
    assert.match(error.message, /broke off/);
  });

  test('that is refused has sent nothing', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));

    const error = await failure(connect(`http://127.0.0.1:${port}`).spaces.update(write));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, /refuses the connection\. Check that the server runs/);
    assert.equal(error.details.mayHaveHappened, false);
  });

  test('to a name that does not exist has sent nothing', async () => {
    const error = await failure(connect('https://nowhere.invalid').spaces.update(write));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, /no server named nowhere\.invalid, or you are offline/);
    assert.equal(error.details.mayHaveHappened, false);
  });

  test('to something that does not speak HTTP', async () => {
    const port = await listen(
      createServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))),
    );

    const error = await failure(connect(`http://127.0.0.1:${port}`).spaces.get(read));

    assert.equal(error.kind, 'unreadable');
    assert.match(error.message, /not an answer of a web server/);
  });
});

test('a compressed reply that is cut off is unreadable', async () => {
  const bytes = gzipSync(JSON.stringify(spaceOf('s')));
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes.subarray(0, bytes.length / 2));
  });

  const error = await failure(connect(server.base).spaces.get(read));

  assert.equal(error.kind, 'unreadable');
  assert.match(error.message, /broken or cut off/);
});

test('a write whose answer cannot be read may have happened', async () => {
  const server = await serve((_, response) => response.writeHead(200).end('{'));

  const error = await failure(connect(server.base).spaces.update(write));

  assert.equal(error.kind, 'unreadable');
  assert.equal(error.details.mayHaveHappened, true);
});

test('a write that a gateway gave up may have happened, one that was refused has not', async () => {
  const server = await serve((request, response) => json(response, {}, request.url.endsWith('gateway') ? 504 : 409));
  const api = connect(server.base);

  const lost = await failure(api.spaces.update({ ...write, spaceId: 'gateway' }));
  const refused = await failure(api.spaces.update(write));

  assert.equal(lost.details.mayHaveHappened, true);
  assert.equal(refused.details.mayHaveHappened, undefined);
});

describe('a cancelled call', () => {
  test('that was cancelled before sends nothing', async () => {
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

  test('does not wait for a platform that does not listen', async () => {
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

test('a platform that fails in its own way is unavailable, and its words are not quoted', async () => {
  const platform = () => Promise.reject(new Error(`crashed with ${token}`));
  const api = createApi({ base: 'http://here', platform, token: async () => token });

  const error = await failure(api.spaces.get(read));

  assert.equal(error.kind, 'unavailable');
  assert.equal(error.message, 'No answer came from the server. Try again.');
});
