import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { isPublicAddress } from '../../../src/server/http/publicAddress.ts';
import { openWeb } from '../../../src/server/http/openWeb.ts';
import { WebError, type Web } from '../../../src/server/http/web.ts';
import { redirectTo, serveWeb } from '../serveWeb.ts';

const limits = { bytes: 1_000_000 };
const isReachable = () => true;
const anywhere = openWeb({ isReachable });

function read(web: Web, url: string) {
  return web.read(url, limits, new AbortController().signal);
}

describe('a document of the web', () => {
  test('is found after redirects, with its final URL', async () => {
    const address = await serveWeb({
      '/a': redirectTo('/b?c=d', 301),
      '/b': (_, reply) => reply.writeHead(200, { 'Content-Type': 'Text/Markdown; Charset="latin1"' }).end('# Here'),
    });

    const document = await read(anywhere, `${address}/a`);

    assert.deepEqual(
      { ...document, bytes: document.bytes.toString() },
      { bytes: '# Here', url: `${address}/b?c=d`, contentType: 'text/markdown', charset: 'latin1' },
    );
  });

  test.each([
    ['/gone', /answers with 404/],
    ['/circle', /redirects more than 5 times/],
    ['/nowhere', /redirects to an invalid URL/],
    ['/file', /is not an http or https URL/],
    ['/secret', /contains a user name or password/],
    ['/packed', /compressed/],
    ['/empty', /answers with 204/],
  ])('at %s is refused', async (path, reason) => {
    const address = await serveWeb({
      '/circle': redirectTo('/circle'),
      '/nowhere': redirectTo('http://'),
      '/file': redirectTo('file:///etc/passwd'),
      '/secret': redirectTo('http://user:pass@127.0.0.1/'),
      '/packed': (_, reply) => reply.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'),
      '/empty': (_, reply) => reply.writeHead(204).end(),
    });

    await assert.rejects(
      read(anywhere, address + path),
      (error) => error instanceof WebError && reason.test(error.message),
    );
  });

  test('without an end is only read up to its limit, and dropped', async () => {
    let isClosed = false;
    const address = await serveWeb({
      '/endless': (_, reply) => {
        const more = () => {
          while (reply.write(Buffer.alloc(65_536, 'x')));
        };
        reply.on('drain', more).on('close', () => (isClosed = true));
        more();
      },
    });

    await assert.rejects(read(anywhere, `${address}/endless`), { message: 'is larger than 1 MB' });
    while (!isClosed) await new Promise((resolve) => setImmediate(resolve));
  });

  test.each(['/silent', '/drip'])('that takes too long is given up: %s', async (path) => {
    const address = await serveWeb({
      '/silent': () => undefined,
      '/drip': (_, reply) => void reply.writeHead(200).write('x'),
    });

    await assert.rejects(read(openWeb({ isReachable, time: 50 }), address + path), { isTimeout: true });
  });

  test("isn't read any further once nobody wants it", async () => {
    const address = await serveWeb({ '/drip': (_, reply) => void reply.writeHead(200).write('x') });
    const stop = new AbortController();
    const reading = anywhere.read(`${address}/drip`, limits, stop.signal);

    stop.abort(new Error('not wanted'));

    await assert.rejects(reading, { message: 'not wanted' });
  });
});

describe('only the public web', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://127.1:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
  ])('is read: not %s', async (url) => {
    let asked = 0;
    const address = await serveWeb({ '/': (_, reply) => (asked++, reply.end('secret')) });

    await assert.rejects(read(openWeb(), url.replace('PORT', new URL(address).port)), {
      name: 'WebError',
      message: /not on the public web/,
    });
    assert.equal(asked, 0);
  });

  test('is read, also after a redirect', async () => {
    let asked = 0;
    const inside = await serveWeb({ '/': (_, reply) => (asked++, reply.end('secret')) });
    const outside = await serveWeb(
      {
        '/address': redirectTo(inside),
        '/name': redirectTo(inside.replace('127.0.0.1', 'localhost')),
        '/fine': 'fine',
      },
      '127.0.0.2',
    );
    const web = openWeb({ isReachable: (address) => address === '127.0.0.2' });

    await assert.rejects(read(web, `${outside}/address`), { message: /not on the public web/ });
    await assert.rejects(read(web, `${outside}/name`), { message: /not on the public web/ });
    assert.equal(asked, 0);
    assert.equal((await read(web, `${outside}/fine`)).bytes.toString(), 'fine');
  });

  test.each([
    ['8.8.8.8', true],
    ['172.15.255.255', true],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['255.255.255.255', false],
    ['0.0.0.0', false],
    ['2606:4700::1111', true],
    ['::', false],
    ['fe80::1%eth0', false],
    ['fc00::1', false],
    ['ff02::1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['::ffff:8.8.8.8', false],
    ['not an address', false],
  ])('has %s: %s', (address, expected) => {
    assert.equal(isPublicAddress(address), expected);
  });
});
