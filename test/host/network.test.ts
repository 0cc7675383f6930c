import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server as HttpServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createRequire } from 'node:module';
import { connect as connectTo, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createSecureContext, getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { createApi } from '../../src/client/createApi.ts';
import { createLedger } from '../../src/client/ledger.ts';
import { hostFetch } from '../../src/client/network/hostFetch.ts';
import { createWays } from '../../src/client/network/ways.ts';
import { createNetwork, type Network } from '../../src/composition/network.ts';
import type { StoredWay } from '../../src/extension/ground/services/network.ts';
import { ApiError } from '../../src/model/shared/failure.ts';

const token = 'tok-of-the-network-tests';
const account = 'account';
/** Has a certificate that the operating system trusts. */
const known = 'https://elsewhere.example';
/** Has a certificate that only Node.js trusts, once a test says so. */
const unknown = 'https://private.example';
const title = { spaceId: 's', body: { title: 'T' } };

interface Tunnel {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A real proxy on this computer that forwards each tunnel to the server of the tests. */
interface Proxy {
  readonly address: string;
  readonly tunnels: Tunnel[];
  /** `Proxy-Authorization` that it demands. */
  demands: string | undefined;
  /** `Proxy-Authenticate` of its refusals; VS Code then asks the user. */
  challenge: string | undefined;
  /** Whether it allows no tunnels. */
  refuses: boolean;
  /** Breaks the tunnel once that many bytes were sent through it. */
  diesAfter: number;
}

// The fetch, the settings and the proxies are real. The server has a name that exists only behind the proxy, and a
// certificate of an authority that only this computer trusts: test/host/run.ts names it to the operating system's store.
suite('The network', () => {
  const closing: (Server | HttpServer)[] = [];
  const received: { method: string; authorization: string | undefined }[] = [];
  let answer: { status: number; headers: Record<string, string>; body: string };
  let proxy: Proxy;
  let network: Network;
  let stored: Map<string, unknown>;
  const changed = new Set<string>();
  const defaultCertificates = getCACertificates('default');
  let extraBefore: string | undefined;

  suiteSetup(async function () {
    // On other systems, the store of certificates can't be set for one process.
    if (process.platform !== 'linux' || !process.env['SSL_CERT_FILE']) return this.skip();
    extraBefore = process.env['NODE_EXTRA_CA_CERTS'];
    delete process.env['NODE_EXTRA_CA_CERTS'];
    const secure = (name: string) => createSecureContext(identity(name));
    const SNICallback: TlsOptions['SNICallback'] = (name, done) => done(null, secure(name.replace('.example', '')));
    const server = createSecureServer({ ...identity('elsewhere'), SNICallback }, (request, response) => {
      request.resume().on('end', () => {
        received.push({ method: request.method ?? '', authorization: request.headers.authorization });
        response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    proxy = await serveProxy(await listen(server));
  });

  suiteTeardown(() => {
    if (extraBefore !== undefined) process.env['NODE_EXTRA_CA_CERTS'] = extraBefore;
    for (const server of closing) server.close();
  });

  async function open(settings: Readonly<Record<string, unknown>>): Promise<void> {
    answer = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ items: [] }) };
    stored = new Map();
    network = createNetwork(
      { get: (key) => stored.get(key), update: async (key, value) => void stored.set(key, value) },
      { info: () => undefined, warn: () => undefined } as unknown as vscode.LogOutputChannel,
    );
    for (const [name, value] of Object.entries({
      'http.proxy': proxy.address,
      // VS Code then reads the certificates as Node.js does, from the file that the environment names.
      'http.systemCertificatesNode': true,
      ...settings,
    })) {
      changed.add(name);
      await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
    }
  }

  teardown(async () => {
    network.dispose();
    setDefaultCACertificates(defaultCertificates);
    for (const name of changed)
      await vscode.workspace.getConfiguration().update(name, undefined, vscode.ConfigurationTarget.Global);
    changed.clear();
    received.splice(0);
    proxy.tunnels.splice(0);
    proxy.demands = undefined;
    proxy.challenge = undefined;
    proxy.refuses = false;
    proxy.diesAfter = Infinity;
  });

  const ledger = createLedger();
  const api = (base: string) =>
    createApi({ base, platform: network.of(account), token: async () => token, ledger, timeout: 20_000 });
  const read = (base = known) => api(base).organizations.list({});
  const write = (base = known) => api(base).spaces.update(title);
  const trustUnknown = () => setDefaultCACertificates([...defaultCertificates, identity('private').cert]);
  const way = () => ledger.entries().at(-1)?.way;
  const remembered = () => (stored.get(`way/${account}`) as StoredWay | undefined)?.way;

  async function failure(call: Promise<unknown>): Promise<ApiError> {
    const error = await call.then(
      () => new Error('it did not fail'),
      (reason: unknown) => reason,
    );
    if (error instanceof ApiError) return error;
    throw error;
  }

  test("goes through VS Code's proxy, which never sees the token", async () => {
    await open({});

    await read();

    assert.deepEqual([way(), remembered()], ['vscode', 'vscode']);
    assert.deepEqual(
      proxy.tunnels.map(({ target }) => target),
      ['elsewhere.example:443'],
    );
    assert.equal(received[0]?.authorization, `Bearer ${token}`);
    assert.ok(!JSON.stringify(proxy.tunnels).includes(token));
  });

  test('goes through a proxy with a password in its address', async () => {
    proxy.demands = `Basic ${btoa('user:pass')}`;
    await open({ 'http.proxy': proxy.address.replace('://', '://user:pass@') });

    await read();

    assert.equal(way(), 'vscode');
    assert.equal(proxy.tunnels.at(-1)?.headers['proxy-authorization'], proxy.demands);
  });

  test('goes directly through a proxy whose password is in http.proxyAuthorization, which VS Code ignores', async () => {
    proxy.demands = 'Basic YTpi';
    await open({ 'http.proxyAuthorization': 'Basic YTpi' });

    await read();

    assert.deepEqual([way(), remembered()], ['direct', 'direct']);
    assert.equal(received[0]?.authorization, `Bearer ${token}`);
  });

  test('says that a proxy refuses without its password', async () => {
    proxy.demands = 'Basic YTpi';
    await open({});

    // Connections through the proxy to the other server may still be open.
    assert.match((await failure(read(unknown))).message, /^proxySignIn/);
    assert.equal(received.length, 0);
  });

  test('goes past no proxy that refuses to connect to the server', async () => {
    proxy.refuses = true;
    await open({});

    // Connections through the proxy to the other server may still be open.
    const error = await failure(read(unknown));

    assert.match(error.message, /^proxyRefused/);
    assert.deepEqual([way(), remembered(), proxy.tunnels.length], ['vscode', undefined, 1]);
  });

  suite('with a proxy whose login the user enters', () => {
    /** What the user enters in each dialog, in this order; undefined cancels it. */
    let entered: (string | undefined)[];
    let directly: number;
    const original = globalThis.fetch;

    setup(async () => {
      await open({});
      trustUnknown();
      directly = 0;
      proxy.demands = `Basic ${btoa('user:pass')}`;
      proxy.challenge = 'Proxy-Authenticate: Basic realm="proxy"';
      globalThis.fetch = fetchWithDialog(proxy.address, async () => {
        const password = entered.shift();
        if (password === undefined) return undefined;
        await new Promise((resolve) => setTimeout(resolve, 1500));
        return { username: 'user', password };
      });
    });

    teardown(() => void (globalThis.fetch = original));

    /** The dialogs are open for longer than a request may take otherwise. */
    function send(): Promise<unknown> {
      const ways = {
        vscode: (request: Request) => hostFetch(request, true, 400),
        direct: async () => {
          directly += 1;
          throw new ApiError('unavailable', { code: 'proxySignIn' }, { mayHaveHappened: false });
        },
      };
      const memory = { get: () => undefined, set: () => undefined };
      const platform = createWays({ choice: 'auto', prefersDirect: false, ways }, memory);
      const waiting = createApi({ base: unknown, platform, token: async () => token, ledger, timeout: 800 });
      return waiting.organizations.list({});
    }

    test('waits for the dialog', async () => {
      entered = ['pass'];

      await send();

      assert.deepEqual([received.length, directly], [1, 0]);
    });

    test('waits for a second dialog after a wrong password', async () => {
      entered = ['wrong', 'pass'];

      await send();

      assert.deepEqual([received.length, directly], [1, 0]);
    });

    test('waits for the dialog that comes at once because the user canceled the last one', async () => {
      entered = [undefined];
      assert.match((await failure(send())).message, /^proxySignIn/);
      const before = proxy.tunnels.length;
      entered = ['pass'];

      await send();

      assert.deepEqual([received.length, directly], [1, 1]);
      assert.equal(proxy.tunnels.length, before + 1);
    });
  });

  test('refuses a certificate that nothing trusts, and sends nothing', async () => {
    await open({});

    const error = await failure(write(unknown));

    assert.match(error.message, /certificateUntrusted/);
    assert.equal(error.details.mayHaveHappened, false);
    assert.equal(received.length, 0);
  });

  test('goes directly if the settings accept any certificate, which VS Code ignores', async () => {
    await open({ 'http.proxyStrictSSL': false });

    await read(unknown);

    assert.equal(way(), 'direct');
  });

  test('goes directly once VS Code refused a certificate that Node.js trusts, sends a write once, and remembers the way', async () => {
    trustUnknown();
    await open({});
    answer = { status: 204, headers: {}, body: '' };

    await api(unknown).spaces.delete({ spaceId: 's' });

    assert.deepEqual([way(), remembered()], ['direct', 'direct']);
    assert.deepEqual(
      received.map(({ method }) => method),
      ['DELETE'],
    );
    const tunnels = proxy.tunnels.length;
    await api(unknown).spaces.delete({ spaceId: 's' });
    // VS Code's own attempt would have needed another one.
    assert.ok(proxy.tunnels.length <= tunnels + 1);
  });

  test('goes directly at once if an environment variable names certificates, which VS Code ignores', async () => {
    process.env['NODE_EXTRA_CA_CERTS'] = '/nowhere.pem';
    try {
      await open({});
    } finally {
      delete process.env['NODE_EXTRA_CA_CERTS'];
    }

    await read();

    assert.equal(way(), 'direct');
  });

  for (const settings of [{ 'http.noProxy': ['elsewhere.example'] }, { 'http.proxySupport': 'off' }]) {
    test(`uses no proxy with ${JSON.stringify(settings)}`, async () => {
      await open(settings);

      assert.match((await failure(read())).message, /hostNotFound/);
      assert.equal(proxy.tunnels.length, 0);
    });
  }

  test('follows no redirect, so that the token stays home', async () => {
    await open({});
    answer = { status: 302, headers: { location: 'https://foreign.example/v1/orgs' }, body: '' };

    const error = await failure(read());

    assert.match(error.message, /^redirected \{"origin":"https:\/\/foreign\.example"\}/);
    assert.deepEqual(
      proxy.tunnels.map(({ target }) => target),
      ['elsewhere.example:443'],
    );
  });

  test('repeats no write when the proxy dies in the middle of it', async () => {
    await open({});
    // The messages that make the connection secure are shorter.
    proxy.diesAfter = 8_000;

    const error = await failure(
      api(known).spaceComments.create({ spaceId: 's', body: { body: { markdown: 'long '.repeat(15_000) } } }),
    );

    assert.match(error.message, /connectionLost/);
    assert.equal(error.details.mayHaveHappened, true);
    assert.equal(way(), 'vscode');
    assert.equal(received.length, 0);
  });

  test('sends a write directly if the tunnel breaks before anything was sent, and says that nothing was', async () => {
    await open({});
    proxy.diesAfter = 0;

    // Connections through the proxy to the other server may still be open.
    const error = await failure(write(unknown));

    assert.match(error.message, /connectionLost/);
    assert.equal(error.details.mayHaveHappened, false);
    assert.equal(way(), 'direct');
    assert.equal(proxy.tunnels.length, 2);
    assert.equal(received.length, 0);
  });

  test('names the proxy as a possible cause if it is away', async () => {
    await open({ 'http.proxy': 'http://127.0.0.1:1' });

    assert.match((await failure(read())).message, /^behindProxy \{"cause":\{"code":"connectionRefused"/);
  });

  test('goes only the way that the user chose', async () => {
    trustUnknown();
    await open({ 'docsPlatform.network': 'direct' });
    await read(unknown);
    assert.equal(way(), 'direct');

    await vscode.workspace
      .getConfiguration()
      .update('docsPlatform.network', 'vscode', vscode.ConfigurationTarget.Global);

    assert.match((await failure(read(unknown))).message, /certificateUntrusted/);
    assert.equal(way(), 'vscode');
  });

  async function listen(server: Server | HttpServer): Promise<number> {
    closing.push(server);
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    });
    server.on('close', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    return (server.address() as AddressInfo).port;
  }

  async function serveProxy(port: number): Promise<Proxy> {
    const server = createServer((_, response) => response.writeHead(500).end());
    server.on('connect', (request, socket: Socket) => {
      served.tunnels.push({ target: request.url ?? '', headers: request.headers });
      socket.on('error', () => undefined);
      if (served.refuses) return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      if (served.demands !== undefined && request.headers['proxy-authorization'] !== served.demands)
        return void socket.end(
          ['HTTP/1.1 407 Proxy Authentication Required', ...(served.challenge ? [served.challenge] : []), '', ''].join(
            '\r\n',
          ),
        );
      const onward = connectTo(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket);
        socket.on('data', (bytes: Buffer) => {
          if (served.diesAfter < bytes.length) return void socket.destroy();
          onward.write(bytes);
        });
      });
      onward.on('error', () => socket.destroy());
      socket.on('close', () => onward.destroy());
    });
    const served: Proxy = {
      address: `http://127.0.0.1:${await listen(server)}`,
      tunnels: [],
      demands: undefined,
      challenge: undefined,
      refuses: false,
      diesAfter: Infinity,
    };
    return served;
  }
});

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The fetch of the running VS Code with this proxy, and with a dialog for its login. */
function fetchWithDialog(proxy: string, lookupAuthorization: () => Promise<Credentials | undefined>): typeof fetch {
  const agent = createRequire(path.join(vscode.env.appRoot, 'package.json'))('@vscode/proxy-agent') as {
    createProxyAuthorizationLookup(parts: object): unknown;
    createFetchPatch(parts: object, original: typeof fetch, resolveProxyURL: () => Promise<string>): typeof fetch;
  };
  const silent = () => undefined;
  const log = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };
  return agent.createFetchPatch(
    {
      log,
      isAdditionalFetchSupportEnabled: () => true,
      getProxySupport: () => 'override',
      addCertificatesV1: () => false,
      addCertificatesV2: () => false,
      lookupProxyAuthorization: agent.createProxyAuthorizationLookup({ log, lookupAuthorization }),
    },
    (globalThis as { __vscodeOriginalFetch?: typeof fetch }).__vscodeOriginalFetch ?? fetch,
    async () => proxy,
  );
}

/** The certificate and key of a server: test/client/fixtures. */
function identity(name: string): { key: string; cert: string } {
  const folder = path.dirname(process.env['SSL_CERT_FILE'] ?? '');
  const read = (part: string) => readFileSync(path.join(folder, `${name}.${part}.pem`), 'utf8');
  return { key: read('key'), cert: read('cert') };
}
