import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { createApi } from '../../src/client/createApi.ts';
import { createLedger } from '../../src/client/ledger.ts';
import { traceOf } from '../../src/client/network/trace.ts';
import { createNetwork } from '../../src/composition/network.ts';
import { serveProxy, type Proxy } from '../client/proxy.ts';
import { json, serve } from '../client/serve.ts';

// The extension host's fetch is VS Code's, so it is replaced here as VS Code replaces it. What goes directly reaches a
// proxy that makes no tunnel.
let proxy: Proxy;
let settings: Record<string, unknown>;
let state: Map<string, unknown>;
let change: (event: { affectsConfiguration(name: string): boolean }) => void;
const logged: string[] = [];

beforeEach(async () => {
  for (const name of ['no_proxy', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS']) vi.stubEnv(name, undefined);
  proxy = await serveProxy({ status: 407 });
  settings = { 'http.proxy': proxy.address.replace('://', '://user:secret@') };
  state = new Map();
  logged.splice(0);
  vi.stubGlobal('fetch', async () => new Response('{}'));
  Object.assign(vscode.workspace, {
    getConfiguration: (section: string) => ({
      inspect: (name: string) => ({ globalValue: settings[`${section}.${name}`] }),
    }),
    onDidChangeConfiguration: (listener: typeof change) => {
      change = listener;
      return { dispose: () => undefined };
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const connected = () =>
  createNetwork({ get: (key) => state.get(key), update: async (key, value) => void state.set(key, value) }, {
    info: (line: string) => logged.push(line),
    warn: () => undefined,
  } as never);

/** A window with the extension. */
function open() {
  const network = connected();
  return async () => {
    const request = new Request('https://docs.example.com/v1/user');
    await network.of('a')(request);
    return traceOf(request).way;
  };
}

const stored = () => state.get('way/a') as { way: string; settings: string; since: number };

/** Makes the server reachable only directly last time. */
async function rememberDirect(): Promise<void> {
  await open()();
  state.set('way/a', { ...stored(), way: 'direct' });
  logged.splice(0);
}

test('the way that worked is stored with the account, logged once, and without a password', async () => {
  const send = open();
  await send();
  await send();

  assert.equal(stored().way, 'vscode');
  assert.deepEqual(logged, ['Requests to a server go through VS Code']);
  assert.ok(!JSON.stringify([...state]).includes('secret'));
});

test('the remembered way comes first in the next window, until it fails', async () => {
  await rememberDirect();

  assert.equal(await open()(), 'vscode');

  assert.equal(proxy.tunnels.length, 1);
  assert.equal(stored().way, 'vscode');
  assert.equal(logged.length, 1);
});

test('the direct way is forgotten after a day, because it may lead past a proxy', async () => {
  await rememberDirect();
  const day = 24 * 60 * 60 * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day + 1 });

  assert.equal(await open()(), 'vscode');

  assert.equal(proxy.tunnels.length, 0);
});

test('the direct way that a setting demands is not forgotten', async () => {
  settings['http.proxyAuthorization'] = 'Basic YTpi';
  await rememberDirect();
  proxy.tunnels.splice(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * 60 * 60 * 1000 });

  await open()();

  assert.equal(proxy.tunnels.length, 1);
});

test('the remembered way is forgotten if the settings changed while no window was open', async () => {
  await rememberDirect();
  settings['http.noProxy'] = ['intranet.example'];

  assert.equal(await open()(), 'vscode');

  assert.equal(proxy.tunnels.length, 0);
});

test('the way of an account that sent nothing yet is forgotten when the settings change', async () => {
  await rememberDirect();
  const send = open();
  settings['http.noProxy'] = ['intranet.example'];
  change({ affectsConfiguration: (name) => name === 'http' });

  await send();

  assert.equal(proxy.tunnels.length, 0);
});

test.each([
  ['NODE_EXTRA_CA_CERTS', () => vi.stubEnv('NODE_EXTRA_CA_CERTS', '/ca.pem')],
  ['http.proxyStrictSSL', () => (settings['http.proxyStrictSSL'] = false)],
  ['http.proxyAuthorization', () => (settings['http.proxyAuthorization'] = 'Basic YTpi')],
])("%s makes requests go directly at once, although VS Code's way worked before", async (_, set) => {
  await open()();
  set();

  await open()();

  assert.equal(proxy.tunnels.length, 1);
});

test('the network never shows a server of this computer to a proxy', async () => {
  settings['docsPlatform.network'] = 'vscode';
  const { base, received } = await serve((_, response) => json(response, { items: [] }));
  const ledger = createLedger();
  const local = createApi({ base, platform: connected().platform, token: async () => 'tok', ledger });

  await local.organizations.list({});

  assert.equal(ledger.entries().at(-1)?.way, 'direct');
  assert.equal(received.length, 1);
  assert.equal(proxy.tunnels.length, 0);
});

test("an image's host is asked once, in the way that reached the server of the account", async () => {
  const once = async (account?: string) => {
    const request = new Request('https://images.example/a.png');
    await assert.rejects(connected().once(account)(request));
    return traceOf(request);
  };
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
  });

  const { way, repeats } = await once('a');
  assert.deepEqual([way, repeats, asked, proxy.tunnels.length], ['vscode', 0, 1, 0]);

  vi.stubGlobal('fetch', async () => new Response('{}'));
  await rememberDirect();
  assert.equal((await once('a')).way, 'direct');
  assert.equal(proxy.tunnels.length, 1);
  assert.equal(stored().way, 'direct');
});
