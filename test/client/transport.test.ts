import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { connect, failure, token } from './connect.ts';
import { serveProxy } from './proxy.ts';
import { organizationOf } from './samples.ts';
import { json, serve, serveSecurely, type Answer } from './serve.ts';

const organizations: Answer = (_, response) => json(response, { items: [organizationOf('o')] });

function identity(name: 'loopback' | 'expired' | 'elsewhere'): { key: string; cert: string } {
  const read = (part: string) => readFileSync(new URL(`fixtures/${name}.${part}.pem`, import.meta.url), 'utf8');
  return { key: read('key'), cert: read('cert') };
}

const trustedBefore = getCACertificates('default');

function trust(name: 'loopback' | 'expired' | 'elsewhere'): void {
  setDefaultCACertificates([...trustedBefore, identity(name).cert]);
}

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
});

afterEach(() => {
  vi.unstubAllEnvs();
  setDefaultCACertificates(trustedBefore);
});

describe('certificates', () => {
  test('that the computer trusts are accepted', async () => {
    const server = await serveSecurely(identity('loopback'), organizations);
    trust('loopback');

    assert.equal((await connect(server.base).organizations.list({})).items.length, 1);
  });

  test('of the operating system can be loaded in addition', async () => {
    const server = await serveSecurely(identity('loopback'), organizations);
    trust('loopback');

    const api = connect(server.base, {}, { systemCertificates: true });

    assert.equal((await api.organizations.list({})).items.length, 1);
  });

  test("that aren't trusted are refused before anything is sent, with the setting that helps", async () => {
    const server = await serveSecurely(identity('loopback'), organizations);

    const error = await failure(connect(server.base).spaces.delete({ spaceId: 's' }));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, /^certificateUntrusted/);
    assert.equal(error.details.mayHaveHappened, false);
    assert.equal(server.received.length, 0);
  });

  test("that aren't trusted are accepted if the settings disable the check", async () => {
    const server = await serveSecurely(identity('loopback'), organizations);

    const api = connect(server.base, {}, { proxyStrictSSL: false });

    assert.equal((await api.organizations.list({})).items.length, 1);
  });

  test.each([
    ['expired', /^certificateExpired/],
    ['elsewhere', /^certificateForOtherHost/],
  ] as const)('that are %s are refused, and the message says why', async (name, message) => {
    const server = await serveSecurely(identity(name), organizations);
    trust(name);

    const error = await failure(connect(server.base).organizations.list({}));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, message);
    assert.equal(server.received.length, 0);
  });

  test('are missing if the server only speaks http', async () => {
    const server = await serve(organizations);

    const error = await failure(connect(`https://127.0.0.1:${server.port}`).organizations.list({}));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, /^tlsFailed/);
  });
});

describe('a proxy', () => {
  test('of the settings is used, with its authorization, and never sees the token', async () => {
    const server = await serveSecurely(identity('elsewhere'), organizations);
    const proxy = await serveProxy(server);
    trust('elsewhere');
    const settings = { proxy: proxy.address, proxyAuthorization: 'Basic YTpi' };

    const list = await connect('https://elsewhere.example', {}, settings).organizations.list({});

    assert.equal(list.items.length, 1);
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${token}`);
    assert.equal(server.received[0]?.headers['proxy-authorization'], undefined);
    const [tunnel] = proxy.tunnels;
    assert.equal(tunnel?.target, 'elsewhere.example:443');
    assert.equal(tunnel.headers['proxy-authorization'], 'Basic YTpi');
    assert.equal(JSON.stringify(proxy.tunnels).includes(token), false);
  });

  test('of the environment is used', async () => {
    const server = await serveSecurely(identity('elsewhere'), organizations);
    const proxy = await serveProxy(server);
    trust('elsewhere');
    vi.stubEnv('HTTPS_PROXY', proxy.address);

    await connect('https://elsewhere.example').organizations.list({});

    assert.equal(proxy.tunnels.length, 1);
  });

  test.each([
    ['the settings', { noProxy: ['nowhere.invalid'] }, undefined],
    ['a wildcard of the settings', { noProxy: ['example.com', '*.invalid'] }, undefined],
    ['the environment', {}, '.invalid'],
  ])("isn't used for addresses that %s exclude", async (_, settings, noProxy) => {
    const proxy = await serveProxy({ status: 500 });
    vi.stubEnv('NO_PROXY', noProxy);
    const api = connect('https://nowhere.invalid', {}, { proxy: proxy.address, ...settings });

    await failure(api.organizations.list({}));

    assert.equal(proxy.tunnels.length, 0);
  });

  test('is never used for this computer', async () => {
    const proxy = await serveProxy({ status: 500 });
    const server = await serve(organizations);

    await connect(server.base, {}, { proxy: proxy.address }).organizations.list({});

    assert.equal(proxy.tunnels.length, 0);
  });

  test.each([
    [407, /^proxySignIn/],
    [403, /^proxyRefused \{"host":"elsewhere\.example"\}/],
  ])('that refuses with %i is distinguished from the server', async (status, message) => {
    const proxy = await serveProxy({ status });

    const error = await failure(
      connect('https://elsewhere.example', {}, { proxy: proxy.address }).organizations.list({}),
    );

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, message);
  });

  test("that can't be reached is named as a possible cause", async () => {
    const proxy = 'http://127.0.0.1:1';

    const error = await failure(connect('https://elsewhere.example', {}, { proxy }).organizations.list({}));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, /^behindProxy \{"cause":\{"code":"connectionRefused","host":"elsewhere\.example"\}\}/);
  });

  test.each(['no address', 'ftp://x:1', 'localhost:3128'])('with the address %j names the setting', async (proxy) => {
    const error = await failure(connect('https://elsewhere.example', {}, { proxy }).organizations.list({}));

    assert.equal(error.kind, 'unavailable');
    assert.match(error.message, /^proxyAddressInvalid/);
  });
});
