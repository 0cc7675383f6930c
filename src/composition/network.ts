import * as vscode from 'vscode';
import { hostFetch } from '../client/network/hostFetch.ts';
import type { Platform } from '../client/network/platform.ts';
import { isProxySet } from '../client/network/proxies.ts';
import { withBrokenRepeats, withRepeats } from '../client/network/repeating.ts';
import type { Way } from '../client/network/trace.ts';
import type { Transport, TransportOptions } from '../client/network/transport.ts';
import { createWays, type WayMemory } from '../client/network/ways.ts';
import type { GlobalState } from '../extension/ground/services/globalState.ts';
import { wayKey, wayOf, type StoredWay } from '../extension/ground/services/network.ts';

export interface Network extends vscode.Disposable {
  /** Sends requests with the settings as they are at the time of the request. */
  readonly platform: Platform;
  /** The same for the server of an account, without repeats while it is busy: remembers the way that reached it. */
  of(accountKey: string): Platform;
  /**
   * Sends each request once and in one way, which is the one that last reached the server of the account: others than
   * that server learn no more than needed.
   */
  once(accountKey: string | undefined): Platform;
}

/**
 * In ms. The direct way may lead past a proxy, so VS Code's way is tried again after this time, unless a setting demands
 * the direct one.
 */
const longestDirect = 24 * 60 * 60 * 1000;

/** The own HTTP library is large. Users whose servers are reached VS Code's way never load it. */
export function createNetwork(globalState: GlobalState, log: vscode.LogOutputChannel): Network {
  let connection: Promise<Transport> | undefined;
  let options = networkOptions();
  /** By origin, of servers without an account. */
  let ways = new Map<string, StoredWay>();

  function connect(): Promise<Transport> {
    connection ??= import('../client/network/transport.ts').then(({ createTransport }) =>
      createTransport(options.direct),
    );
    const connecting = connection;
    connecting.catch(() => {
      if (connection === connecting) connection = undefined;
    });
    return connecting;
  }

  function disconnect(): void {
    connection?.then((open) => open.close()).catch(() => undefined);
    connection = undefined;
  }

  function send(request: Request, memory: WayMemory, choice = options.choice): Promise<Response> {
    const { prefersDirect, direct: settings } = options;
    const direct: Platform = async (sent) => (await connect()).platform(sent);
    const viaVsCode: Platform = (sent) => hostFetch(sent, isProxySet(settings));
    return createWays({ choice, prefersDirect, ways: { vscode: viaVsCode, direct } }, memory)(request);
  }

  /** What worked with other settings counts no more, even if they changed while nobody was looking. */
  function memoryOf(
    { summary, prefersDirect }: NetworkOptions,
    load: () => StoredWay | undefined,
    save: (stored: StoredWay) => void,
  ): WayMemory {
    return {
      get() {
        const { way, settings, since } = load() ?? {};
        if (settings !== summary || since === undefined) return undefined;
        const isOutdated = way === 'direct' && !prefersDirect && Math.abs(Date.now() - since) > longestDirect;
        return isOutdated ? undefined : way;
      },
      set: (way) => save({ way, settings: summary, since: Date.now() }),
    };
  }

  function memoryOfAccount(accountKey: string): WayMemory {
    const load = () => wayOf(globalState, accountKey);
    return memoryOf(options, load, (stored) => {
      if (stored.way !== load()?.way)
        log.info(`Requests to a server go ${stored.way === 'vscode' ? 'through VS Code' : 'directly'}`);
      globalState.update(wayKey(accountKey), stored).then(undefined, (error: unknown) => log.warn(String(error)));
    });
  }

  function memoryOfOrigin(origin: string): WayMemory {
    const known = ways;
    return memoryOf(
      options,
      () => known.get(origin),
      (stored) => void known.set(origin, stored),
    );
  }

  function sendOnce(request: Request, accountKey: string | undefined): Promise<Response> {
    const { choice, prefersDirect } = options;
    const known = accountKey === undefined ? undefined : memoryOfAccount(accountKey).get();
    const usual = known ?? (prefersDirect ? 'direct' : 'vscode');
    return send(request, { get: () => usual, set: () => undefined }, choice === 'auto' ? usual : choice);
  }

  const following = vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration('http') && !change.affectsConfiguration('docsPlatform.network')) return;
    disconnect();
    options = networkOptions();
    ways = new Map();
  });

  return {
    platform: withRepeats((request) => send(request, memoryOfOrigin(new URL(request.url).origin))),
    of: (accountKey) => withBrokenRepeats((request) => send(request, memoryOfAccount(accountKey))),
    once: (accountKey) => (request) => sendOnce(request, accountKey),
    dispose() {
      following.dispose();
      disconnect();
    },
  };
}

interface NetworkOptions {
  readonly choice: 'auto' | Way;
  readonly prefersDirect: boolean;
  readonly direct: TransportOptions;
  /** All that decides how servers are reached, in one line without passwords. */
  readonly summary: string;
}

/** Only the user settings: a workspace must not decide how a token is sent. */
function networkOptions(): NetworkOptions {
  const own = <Value>(section: string, name: string): Value | undefined => {
    const setting = vscode.workspace.getConfiguration(section).inspect<Value>(name);
    return setting?.globalValue ?? setting?.defaultValue;
  };
  const noProxy = own<string>('http', 'proxySupport') === 'off' ? ['*'] : own<string[]>('http', 'noProxy');
  const proxy = own<string>('http', 'proxy') || undefined;
  const proxyStrictSSL = own<boolean>('http', 'proxyStrictSSL');
  const proxyAuthorization = own<string | null>('http', 'proxyAuthorization') ?? undefined;
  const choice = own<string>('docsPlatform', 'network');
  const prefersDirect =
    Boolean(process.env['NODE_EXTRA_CA_CERTS']) ||
    proxyStrictSSL === false ||
    Boolean(proxyAuthorization) ||
    // Then VS Code leaves `fetch` as it is.
    own<boolean>('http', 'fetchAdditionalSupport') === false;
  const systemCertificates = own<boolean>('http', 'systemCertificates');
  const { protocol, host } = URL.parse(proxy ?? '') ?? {};
  const others = ['systemCertificatesNode', 'useLocalProxyConfiguration'].map((name) => own('http', name));
  return {
    choice: choice === 'vscode' || choice === 'direct' ? choice : 'auto',
    prefersDirect,
    direct: { proxy, noProxy, proxyStrictSSL, proxyAuthorization, systemCertificates },
    summary: JSON.stringify([choice, prefersDirect, protocol, host, noProxy, systemCertificates, ...others]),
  };
}
