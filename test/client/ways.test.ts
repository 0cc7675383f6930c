import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { connectionError } from '../../src/client/network/connectionError.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { traceOf, type Way } from '../../src/client/network/trace.ts';
import { createWays, type WaysOptions } from '../../src/client/network/ways.ts';
import { failure } from './connect.ts';

interface Sent {
  readonly way: Way;
  readonly body: string;
}

/** Ways that fail with a code of the network, or answer, with a status if one is given. */
function network(codes: Partial<Record<Way, string | number>>, options: Partial<WaysOptions> = {}, remembered?: Way) {
  const sent: Sent[] = [];
  let memory = remembered;
  const wayOf =
    (way: Way): Platform =>
    async (request) => {
      sent.push({ way, body: await request.text() });
      const code = codes[way];
      if (typeof code !== 'string') return new Response('ok', { status: code ?? 200 });
      throw connectionError(Object.assign(new Error(code), { code }), 'h', false);
    };
  const ways = { vscode: wayOf('vscode'), direct: wayOf('direct') };
  const platform = createWays(
    { choice: 'auto', prefersDirect: false, ways, ...options },
    { get: () => memory, set: (way) => void (memory = way) },
  );
  return { platform, sent, remembered: () => memory, usedWays: () => sent.map(({ way }) => way) };
}

const refused = () => connectionError(Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'h', false);
const read = () => new Request('https://docs.example.com/v1/user');
const write = () => new Request('https://docs.example.com/v1/spaces/s', { method: 'PATCH', body: '{"title":"T"}' });

test("a request goes VS Code's way", async () => {
  const { platform, usedWays, remembered } = network({});
  const request = read();

  await platform(request);

  assert.deepEqual(usedWays(), ['vscode']);
  assert.equal(remembered(), 'vscode');
  assert.equal(traceOf(request).way, 'vscode');
});

test.each(['http://127.0.0.1:4010/v1', 'https://localhost/v1', 'http://[::1]:1/v1'])(
  'a server on this computer is reached directly, whatever is chosen (%s)',
  async (url) => {
    for (const choice of ['auto', 'vscode', 'direct'] as const) {
      const { platform, usedWays } = network({}, { choice });

      await platform(new Request(url));

      assert.deepEqual(usedWays(), ['direct']);
    }
  },
);

describe('a request that failed while connecting', () => {
  test.each(['ENOTFOUND', 'ECONNREFUSED', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'UND_ERR_CONNECT_TIMEOUT'])(
    'is sent the other way, with its body, and that way is remembered (%s)',
    async (code) => {
      const { platform, sent, remembered } = network({ vscode: code });

      await platform(write());

      assert.deepEqual(sent, [
        { way: 'vscode', body: '{"title":"T"}' },
        { way: 'direct', body: '{"title":"T"}' },
      ]);
      assert.equal(remembered(), 'direct');
    },
  );

  test('takes the remembered way next time, and leaves it when it fails', async () => {
    const remembered = network({}, {}, 'direct');
    await remembered.platform(read());
    assert.deepEqual(remembered.usedWays(), ['direct']);

    const moved = network({ direct: 'ENOTFOUND' }, {}, 'direct');
    await moved.platform(read());
    assert.deepEqual(moved.usedWays(), ['direct', 'vscode']);
    assert.equal(moved.remembered(), 'vscode');
  });

  test('fails with the reason of the first way if the other way fails, too', async () => {
    const { platform } = network({ vscode: 'CERT_HAS_EXPIRED', direct: 'ENOTFOUND' });

    assert.match((await failure(platform(read()))).message, /^certificateExpired/);
  });

  test('may have happened if the other way broke off', async () => {
    const { platform } = network({ vscode: 'ENOTFOUND', direct: 'ECONNRESET' });

    const error = await failure(platform(write()));

    assert.match(error.message, /^connectionLost/);
    assert.equal(error.details.mayHaveHappened, undefined);
  });
});

describe('a proxy that asks for a login', () => {
  test('in a reply counts as a failed connection', async () => {
    for (const request of [read(), write()]) {
      const { platform, usedWays, remembered } = network({ vscode: 407 });

      await platform(request);

      assert.deepEqual([usedWays(), remembered()], [['vscode', 'direct'], 'direct']);
    }
  });

  test('on both ways is named', async () => {
    const { platform, remembered } = network({ vscode: 407, direct: 407 });

    const error = await failure(platform(write()));

    assert.match(error.message, /^proxySignIn/);
    assert.deepEqual([error.kind, error.details.mayHaveHappened, remembered()], ['unavailable', false, undefined]);
  });
});

test.each([400, 403])('a proxy that refuses to connect to the server with %i is not passed by', async (status) => {
  for (const [first, remembered] of [
    ['vscode', undefined],
    ['direct', 'direct'],
  ] as const) {
    const { platform, usedWays } = network(
      { [first]: `Proxy response (${status}) ?.== 200 when HTTP Tunneling` },
      {},
      remembered,
    );

    const error = await failure(platform(read()));

    assert.match(error.message, /^proxyRefused/);
    assert.deepEqual(usedWays(), [first]);
  }
});

test.each([502, 503, 504])('a proxy that can’t reach the server (%i) is passed by', async (status) => {
  const { platform, usedWays } = network({ vscode: `Proxy response (${status}) ?.== 200 when HTTP Tunneling` });

  await platform(read());

  assert.deepEqual(usedWays(), ['vscode', 'direct']);
});

test('a read whose secure connection failed goes the other way', async () => {
  const { platform, usedWays } = network({ vscode: 'EPROTO' });

  await platform(read());

  assert.deepEqual(usedWays(), ['vscode', 'direct']);
});

test('a request that its caller has canceled goes no other way', async () => {
  const stop = new AbortController();
  const sent: Way[] = [];
  const waiting: Platform = (request) =>
    new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(refused())));
  const ways = { vscode: waiting, direct: async () => (sent.push('direct'), new Response('ok')) };
  const platform = createWays(
    { choice: 'auto', prefersDirect: false, ways },
    { get: () => undefined, set: () => undefined },
  );

  const call = platform(new Request('https://docs.example.com/v1/user', { signal: stop.signal }));
  stop.abort();

  await assert.rejects(call);
  assert.deepEqual(sent, []);
});

describe('a request whose bytes may have left', () => {
  test.each([
    'ECONNRESET',
    'UND_ERR_SOCKET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'ERR_SSL_SSLV3_ALERT',
    '',
  ])('is never sent the other way (%s)', async (code) => {
    const { platform, usedWays, remembered } = network({ vscode: code });

    await failure(platform(write()));

    assert.deepEqual(usedWays(), ['vscode']);
    assert.equal(remembered(), undefined);
  });
});

test("a setting that VS Code's own way ignores makes the direct way the first", async () => {
  const { platform, usedWays } = network({}, { prefersDirect: true });

  await platform(read());

  assert.deepEqual(usedWays(), ['direct']);
});

test.each(['vscode', 'direct'] as const)('the choice of %s allows no other way', async (choice) => {
  const { platform, usedWays } = network({ [choice]: 'ENOTFOUND' }, { choice });

  await failure(platform(read()));

  assert.deepEqual(usedWays(), [choice]);
});
