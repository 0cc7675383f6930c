import * as vscode from 'vscode';
import type { Platform } from '../client/platform.ts';
import type { Transport, TransportOptions } from '../client/transport.ts';

export interface Network extends vscode.Disposable {
  /** Sends requests with the `http.*` settings as they are at the time of the request. */
  readonly platform: Platform;
}

/** The HTTP library is large. Users who stay in the sample workspace never load it. */
export function createNetwork(): Network {
  let network: Promise<Transport> | undefined;

  function openNetwork(): Promise<Transport> {
    network ??= import('../client/transport.ts').then(({ createTransport }) => createTransport(networkSettings()));
    const opening = network;
    opening.catch(() => {
      if (network === opening) network = undefined;
    });
    return opening;
  }

  function closeNetwork(): void {
    network?.then((open) => open.close()).catch(() => undefined);
    network = undefined;
  }

  const following = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('http')) closeNetwork();
  });

  return {
    platform: async (request) => (await openNetwork()).platform(request),
    dispose() {
      following.dispose();
      closeNetwork();
    },
  };
}

/** Only the user settings: a workspace must not decide how a token is sent. */
function networkSettings(): TransportOptions {
  const http = vscode.workspace.getConfiguration('http');
  const own = <Value>(name: string): Value | undefined => {
    const setting = http.inspect<Value>(name);
    return setting?.globalValue ?? setting?.defaultValue;
  };
  const noProxy = own<string>('proxySupport') === 'off' ? ['*'] : own<string[]>('noProxy');
  return {
    proxy: own<string>('proxy') || undefined,
    noProxy,
    proxyStrictSSL: own<boolean>('proxyStrictSSL'),
    proxyAuthorization: own<string | null>('proxyAuthorization') ?? undefined,
    systemCertificates: own<boolean>('systemCertificates'),
  };
}
