import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent, EnvHttpProxyAgent, interceptors, type Dispatcher } from 'undici';
import { ApiError } from '../../model/shared/failure.ts';
import { streamOf } from './streamOf.ts';
import { connectionError } from './connectionError.ts';
import { connectTimeout, followDeparture } from './departure.ts';
import { isLoopback } from './hosts.ts';
import type { Platform } from './platform.ts';
import { isProxySet, type ProxySettings } from './proxies.ts';

/** The `http.*` settings of VS Code. For unset ones, the environment decides (`HTTPS_PROXY`, `NO_PROXY` …). */
export interface TransportOptions extends ProxySettings {
  /** False accepts any certificate, both of the proxy and of the server behind it. */
  readonly proxyStrictSSL?: boolean | undefined;
  /** Value of the header `Proxy-Authorization`. */
  readonly proxyAuthorization?: string | undefined;
  /** Whether to trust the operating system's certificates, too. */
  readonly systemCertificates?: boolean | undefined;
  /** Time limit for connecting, in ms. The caller limits the time for replies by aborting. */
  readonly connectTimeout?: number | undefined;
}

export interface Transport {
  readonly platform: Platform;
  /** Lets pending requests finish, and accepts no more. */
  close(): Promise<void>;
}

/**
 * The extension's own connection as a Platform. Follows no redirects; rejects with ApiErrors that say why no reply came.
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const dispatchers = new Map<Route, Dispatcher>();
  let isClosed = false;

  function dispatcherFor(route: Route): Dispatcher {
    if (isClosed) throw new ApiError('unavailable', { code: 'networkSettingsChanged' }, { mayHaveHappened: false });
    const known = dispatchers.get(route);
    if (known !== undefined) return known;
    const made = createDispatcher(route, options).compose(interceptors.decompress({ skipErrorResponses: false }));
    dispatchers.set(route, made);
    return made;
  }

  return {
    async platform(request) {
      const url = new URL(request.url);
      const route = routeOf(url);
      const isProxied = route === 'outside' && isProxySet(options);
      const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
      const departure = followDeparture(request, options.connectTimeout ?? connectTimeout);
      const failed = (error: unknown) =>
        request.signal.aborted
          ? (request.signal.reason as Error)
          : connectionError(error, url.host, isProxied, departure.hasLeft());
      try {
        const answer = dispatcherFor(route).request({
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.method,
          headers: { 'accept-encoding': 'gzip, br', ...Object.fromEntries(request.headers) },
          body,
          signal: departure.signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        const reply = await Promise.race([answer, departure.aborted]);
        return responseOf(reply, url.host, failed);
      } catch (error) {
        throw error instanceof ApiError ? error : failed(error);
      } finally {
        departure.end();
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.close()));
    },
  };
}

/** Servers on this computer are never reached through a proxy, and only https needs the certificates. */
type Route = 'loopback' | 'loopbackHttps' | 'outside';

function routeOf(url: URL): Route {
  if (!isLoopback(url.hostname)) return 'outside';
  return url.protocol === 'https:' ? 'loopbackHttps' : 'loopback';
}

function createDispatcher(route: Route, options: TransportOptions): Dispatcher {
  const timeout = options.connectTimeout ?? connectTimeout;
  if (route === 'loopback') return new Agent({ connect: { timeout } });
  const secure = {
    timeout,
    secureContext: trusted(options.systemCertificates ?? true),
    rejectUnauthorized: options.proxyStrictSSL ?? true,
  };
  if (route === 'loopbackHttps') return new Agent({ connect: secure, allowH2: false });
  const noProxy = [...(options.noProxy ?? []), process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? ''].join(',');
  try {
    return new EnvHttpProxyAgent({
      ...(options.proxy ? { httpProxy: options.proxy, httpsProxy: options.proxy } : {}),
      ...(options.proxyAuthorization ? { token: options.proxyAuthorization } : {}),
      noProxy,
      connect: secure,
      requestTls: secure,
      proxyTls: secure,
      allowH2: false,
    });
  } catch {
    throw new ApiError('unavailable', { code: 'proxyAddressInvalid' }, { mayHaveHappened: false });
  }
}

/** Created once per route: parsing hundreds of certificates for each connection would cost more than connecting. */
function trusted(system: boolean): SecureContext {
  const certificates = [...getCACertificates('default'), ...(system ? systemCertificates() : [])];
  return createSecureContext({ ca: certificates });
}

function systemCertificates(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}

function responseOf(reply: Dispatcher.ResponseData, host: string, failed: (error: unknown) => Error): Response {
  const { statusCode, body } = reply;
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  }
  if (statusCode > 599) {
    body.on('error', () => undefined).destroy();
    throw new ApiError('unreadable', { code: 'notWebServer', host });
  }
  if ([204, 205, 304].includes(statusCode)) {
    void body.dump().catch(() => undefined);
    return new Response(null, { status: statusCode, headers });
  }
  const stream = streamOf(body, failed, () => void body.on('error', () => undefined).destroy());
  return new Response(stream, { status: statusCode, headers });
}
