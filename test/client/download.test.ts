import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createDownload, type Download } from '../../src/client/download.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { failure, network, token } from './connect.ts';
import { serve } from './serve.ts';

const bytes = Buffer.from([0, 255, 1, 254]);

function downloadFrom(base: string): Download {
  return createDownload({ base, platform: network(), token: async () => token });
}

/** A network given as a table of URLs to replies, and the requests that it received. */
function replies(table: Readonly<Record<string, () => Response>>) {
  const asked: { url: string; authorization: string | null }[] = [];
  const platform: Platform = async (request) => {
    asked.push({ url: request.url, authorization: request.headers.get('authorization') });
    return table[request.url]?.() ?? new Response(null, { status: 404 });
  };
  return { platform, asked };
}

function redirect(location: string): () => Response {
  return () => new Response(null, { status: 302, headers: { location } });
}

describe('from the server itself,', () => {
  test('bytes come with the token', async () => {
    const server = await serve((_, response) => response.end(bytes));

    const got = await downloadFrom(`${server.base}/docs`)(`${server.base}/docs/files/1?sig=x`);

    assert.deepEqual(Buffer.from(got), bytes);
    assert.equal(server.received[0]?.url, '/docs/files/1?sig=x');
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${token}`);
  });

  test.each([
    '/tenant-a/files/1',
    '/tenant-a/files/../1',
    '/tenant-a/',
    '/tenant-b/../tenant-a/1',
    '/tenant-a/files/images%2flogo.png',
    '/tenant-a/100%25/1',
    '/tenant-a/%zz/1',
    '/tenant-a//tenant-b/1',
    '/tenant-a/1?next=/../../tenant-b',
  ])('%s gets the token below /tenant-a', async (path) => {
    const server = await serve((_, response) => response.end(bytes));

    await downloadFrom(`${server.base}/tenant-a`)(`${server.base}${path}`);

    assert.equal(server.received[0]?.headers.authorization, `Bearer ${token}`);
  });

  test.each([
    '/tenant-b/collect',
    '/tenant-a',
    '/tenant-ab/1',
    '/Tenant-A/1',
    '/',
    '//tenant-a/1',
    '/tenant-a/../tenant-b/1',
    '/tenant-a/%2e%2e/tenant-b/1',
    '/tenant-a/.%2E/tenant-b/1',
    '/tenant-a\\..\\tenant-b/1',
    '/tenant-a/..%2ftenant-b/1',
    '/tenant-a/..%5Ctenant-b/1',
    '/tenant-a/%2e%2e%2Ftenant-b/1',
    '/tenant-a%2f..%2ftenant-b/1',
    '/tenant-a/%252e%252e/tenant-b/1',
    '/tenant-a/%25252e%25252e%25252ftenant-b/1',
    '/tenant-a/%zz/..%2f..%2ftenant-b/1',
    `/tenant-a/${'%' + '25'.repeat(8)}2e/1`,
    '/tenant-a//..%2ftenant-b/1',
    '/tenant-a/..;/tenant-b/1',
    '/tenant-a/..;x=1/tenant-b/1',
    '/tenant-a/..%3b/tenant-b/1',
    '/tenant-a/%252e%252e;/tenant-b/1',
    '/tenant-a/%25%32%65%25%32%65/tenant-b/1',
    '/tenant-a/files/..%2f1',
  ])('%s gets no token although the server is below /tenant-a of the same origin', async (path) => {
    const server = await serve((_, response) => response.end(bytes));

    const got = await downloadFrom(`${server.base}/tenant-a`)(`${server.base}${path}`);

    assert.deepEqual(Buffer.from(got), bytes);
    assert.equal(server.received[0]?.headers.authorization, undefined);
  });

  test('a redirect back to the server gets no token either', async () => {
    const server = await serve(({ url }, response) =>
      url.startsWith('/tenant-b') ? response.writeHead(302, { location: '/tenant-a/1' }).end() : response.end(bytes),
    );

    await downloadFrom(`${server.base}/tenant-a`)(`${server.base}/tenant-b/1`);

    assert.deepEqual(
      server.received.map(({ url, headers }) => [url, headers.authorization]),
      [
        ['/tenant-b/1', undefined],
        ['/tenant-a/1', undefined],
      ],
    );
  });

  test('a URL can be relative', async () => {
    const server = await serve((_, response) => response.end(bytes));

    await downloadFrom(server.base)('/files/1');

    assert.equal(server.received[0]?.url, '/files/1');
  });

  test("a redirect isn't followed", async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: '/there' }).end());

    const error = await failure(downloadFrom(server.base)('/files/1'));

    assert.equal(error.kind, 'unreadable');
    assert.equal(server.received.length, 1);
  });

  test.each([
    [401, 'signedOut'],
    [403, 'forbidden'],
    [404, 'missing'],
    [503, 'unavailable'],
  ] as const)('a reply of status %i is %s', async (status, kind) => {
    const server = await serve((_, response) => response.writeHead(status).end());

    assert.equal((await failure(downloadFrom(server.base)('/files/1'))).kind, kind);
  });
});

describe('from another origin,', () => {
  test('bytes come without the token', async () => {
    const server = await serve((_, response) => response.end());
    const storage = await serve((_, response) => response.end(bytes));

    const got = await downloadFrom(server.base)(`${storage.base}/1`);

    assert.deepEqual(Buffer.from(got), bytes);
    assert.equal(storage.received[0]?.headers.authorization, undefined);
    assert.equal(server.received.length, 0);
  });

  test.each([
    [401, 'forbidden'],
    [403, 'forbidden'],
    [410, 'missing'],
    [429, 'unavailable'],
  ] as const)('a refusal with %i says nothing about the account: %s', async (status, kind) => {
    const server = await serve((_, response) => response.writeHead(status).end());

    const error = await failure(downloadFrom('http://127.0.0.1:1')(server.base));

    assert.equal(error.kind, kind);
  });

  test('redirects are followed, without the token even to the server', async () => {
    const { platform, asked } = replies({
      'https://files.example/1': redirect('https://cdn.example/1'),
      'https://cdn.example/1': redirect('/2'),
      'https://cdn.example/2': redirect('https://docs.example/3'),
      'https://docs.example/3': () => new Response(bytes),
    });
    const download = createDownload({ base: 'https://docs.example', platform, token: async () => token });

    assert.deepEqual(Buffer.from(await download('https://files.example/1')), bytes);

    assert.equal(asked.length, 4);
    assert.deepEqual(
      asked.filter(({ authorization }) => authorization !== null),
      [],
    );
  });

  test('endless redirects are given up', async () => {
    const { platform, asked } = replies({ 'https://files.example/1': redirect('https://files.example/1') });
    const download = createDownload({ base: 'https://docs.example', platform, token: async () => token });

    const error = await failure(download('https://files.example/1'));

    assert.equal(error.kind, 'unreadable');
    assert.equal(asked.length, 6);
  });

  test.each([
    'http://files.example/1',
    'http://127.0.0.1/1',
    'https://127.0.0.1/1',
    'https://localhost/1',
    'https://10.1.2.3/1',
    'https://192.168.1.1/1',
    'https://172.20.0.1/1',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/1',
    'https://[fd00::1]/1',
    'https://[::ffff:127.0.0.1]/1',
    'https://printer.local/1',
    'https://me:pw@files.example/1',
    'file:///etc/passwd',
    'data:text/plain,x',
    'https://',
    '',
  ])("%j isn't requested if a public server names it", async (url) => {
    const { platform, asked } = replies({ 'https://files.example/1': redirect(url) });
    const download = createDownload({ base: 'https://docs.example', platform, token: async () => token });

    const direct = await failure(download(url));
    const redirected = await failure(download('https://files.example/1'));

    assert.equal(direct.kind, 'unreadable');
    assert.equal(redirected.kind, 'unreadable');
    assert.deepEqual(
      asked.map((one) => one.url),
      ['https://files.example/1'],
    );
  });

  test('a server on this computer can name another of its ports, but no https URL leads back to http', async () => {
    const { platform } = replies({
      'http://127.0.0.1:2/1': () => new Response(bytes),
      'https://localhost/1': redirect('http://127.0.0.1:2/1'),
    });
    const download = createDownload({ base: 'http://127.0.0.1:1', platform, token: async () => token });

    assert.equal((await download('http://127.0.0.1:2/1')).length, 4);
    assert.equal((await failure(download('https://localhost/1'))).kind, 'unreadable');
  });

  test('another host is requested over the network if the server runs in this process', async () => {
    const inside = replies({});
    const outside = replies({ 'https://files.example/1': () => new Response(bytes) });
    const download = createDownload({
      base: 'https://sample.example',
      platform: inside.platform,
      elsewhere: outside.platform,
      token: async () => token,
    });

    await download('https://files.example/1');

    assert.equal(inside.asked.length, 0);
  });
});

test("a file beyond the limit isn't read", async () => {
  const server = await serve((_, response) => response.end(Buffer.alloc(2000)));

  const error = await failure(downloadFrom(server.base)('/files/1', { limit: 1000 }));

  assert.equal(error.kind, 'unreadable');
  assert.match(error.message, /^replyTooLarge \{"megabytes":0\}/);
});

test('a download reports its progress', async () => {
  const server = await serve((_, response) => response.end(Buffer.alloc(200_000)));
  const received: number[] = [];

  await downloadFrom(server.base)('/files/1', { onProgress: (length) => received.push(length) });

  assert.ok(received.length > 0);
  assert.deepEqual(
    received,
    received.toSorted((one, other) => one - other),
  );
  assert.equal(received.at(-1), 200_000);
});

test('a canceled download rejects with `cancelled`', async () => {
  const server = await serve((_, response) => response.write('x'));
  const stop = new AbortController();

  const onProgress = () => stop.abort();
  const error = await failure(downloadFrom(server.base)('/files/1', { signal: stop.signal, onProgress }));

  assert.equal(error.kind, 'cancelled');
});

describe('a web page in place of a file', () => {
  const portal = () =>
    serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in'));

  test('is refused, from the server and from elsewhere', async () => {
    const { base } = await portal();

    for (const download of [downloadFrom(base), downloadFrom('http://127.0.0.1:1')]) {
      const error = await failure(download(`${base}/files/1`));

      assert.deepEqual([error.kind, error.reason.code], ['unreadable', 'webPageReply']);
    }
  });

  test('is read if the file may be one', async () => {
    const { base } = await portal();

    assert.equal((await downloadFrom(base)('/files/1', { mayBeWebPage: true })).byteLength, 10);
  });
});
