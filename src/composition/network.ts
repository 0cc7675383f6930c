import * as vscode from 'vscode';
import { hostFetch } from '../client/network/hostFetch.ts';
import type { Platform } from '../client/network/platform.ts';
import { withRepeats } from '../client/network/repeating.ts';
import type { Way } from '../client/network/trace.ts';
import type { Transport, TransportOptions } from '../client/network/transport.ts';
import { createWays, type WayMemory } from '../client/network/ways.ts';
import type { GlobalState } from '../extension/services/globalState.ts';
import { wayKey, wayOf } from '../extension/services/network.ts';

export interface Network extends vscode.Disposable {
  /** Sends requests with the settings as they are at the time of the request. */
  readonly platform: Platform;
  /** The same for the server of an account: remembers the way that reached it. */
  of(accountKey: string): Platform;
}

/** The own HTTP library is large. Users whose servers are reached VS Code's way never load it. */
export function createNetwork(globalState: GlobalState, log: vscode.LogOutputChannel): Network {
  let connection: Promise<Transport> | undefined;
  let options = networkOptions();
  /** By account, or by origin for servers without one. */
  const ways = new Map<string, Way>();

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

  function send(request: Request, memory: WayMemory): Promise<Response> {
    const { choice, prefersDirect, isProxied } = options;
    const direct: Platform = async (sent) => (await connect()).platform(sent);
    const viaVsCode: Platform = (sent) => hostFetch(sent, isProxied);
    return createWays({ choice, prefersDirect, ways: { vscode: viaVsCode, direct } }, memory)(request);
  }

  function memoryOf(accountKey: string): WayMemory {
    return {
      get: () => ways.get(accountKey) ?? wayOf(globalState, accountKey),
      set(way) {
        ways.set(accountKey, way);
        log.info(`Requests to a server go ${way === 'vscode' ? 'through VS Code' : 'directly'}`);
        globalState.update(wayKey(accountKey), way).then(undefined, (error: unknown) => log.warn(String(error)));
      },
    };
  }

  const following = vscode.workspace.onDidChangeConfiguration((change) => {
    if (!change.affectsConfiguration('http') && !change.affectsConfiguration('docsPlatform.network')) return;
    disconnect();
    options = networkOptions();
    for (const key of ways.keys()) void globalState.update(wayKey(key), undefined);
    ways.clear();
  });

  return {
    platform: withRepeats((request) => {
      const { origin } = new URL(request.url);
      return send(request, { get: () => ways.get(origin), set: (way) => void ways.set(origin, way) });
    }),
    of(accountKey) {
      const memory = memoryOf(accountKey);
      return withRepeats((request) => send(request, memory));
    },
    dispose() {
      following.dispose();
      disconnect();
    },
  };
}

interface NetworkOptions {
  readonly choice: 'auto' | Way;
  readonly prefersDirect: boolean;
  readonly isProxied: boolean;
  readonly direct: TransportOptions;
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
  return {
    choice: choice === 'vscode' || choice === 'direct' ? choice : 'auto',
    prefersDirect:
      Boolean(process.env['NODE_EXTRA_CA_CERTS']) ||
      proxyStrictSSL === false ||
      Boolean(proxyAuthorization) ||
      // Then VS Code leaves `fetch` as it is.
      own<boolean>('http', 'fetchAdditionalSupport') === false,
    isProxied: proxy !== undefined,
    direct: {
      proxy,
      noProxy,
      proxyStrictSSL,
      proxyAuthorization,
      systemCertificates: own<boolean>('http', 'systemCertificates'),
    },
  };
}
