import { ApiError } from '../../model/shared/failure.ts';
import { connectionError, proxySignIn } from './connectionError.ts';
import { connectTimeout, followDeparture } from './departure.ts';
import { streamOf } from './streamOf.ts';

/**
 * Sends a request with the `fetch` of the extension host. VS Code replaces that function with its own, which knows the
 * proxies, their logins, and the certificates of the operating system, so it is looked up at each call. Follows no
 * redirects; rejects with ApiErrors that say why no reply came.
 */
export async function hostFetch(request: Request, isProxied: boolean, timeout = connectTimeout): Promise<Response> {
  const { host } = new URL(request.url);
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  const departure = followDeparture(request, timeout);
  const failed = (error: unknown) =>
    request.signal.aborted
      ? (request.signal.reason as Error)
      : connectionError(error, host, isProxied, departure.hasLeft());
  let response: Response;
  try {
    response = await globalThis.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body,
      redirect: 'manual',
      signal: departure.signal,
    });
  } catch (error) {
    throw departure.needsProxySignIn() ? proxySignIn() : failed(error);
  } finally {
    departure.end();
  }
  const { status, headers } = response;
  if (status < 200 || status > 599) {
    void response.body?.cancel().catch(() => undefined);
    throw new ApiError('unreadable', { code: 'notWebServer', host });
  }
  if (response.body === null) return new Response(null, { status, headers });
  const received = response.body;
  const stream = streamOf(received, failed, () => void received.cancel().catch(() => undefined));
  return new Response(stream, { status, headers });
}
