import { onTestFinished, vi } from 'vitest';
import type { Api } from '../../src/client/api.ts';
import { createApi, type ApiOptions } from '../../src/client/createApi.ts';
import { createTransport, type TransportOptions } from '../../src/client/network/transport.ts';
import { hostFetch } from '../../src/client/network/hostFetch.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { withRepeats } from '../../src/client/network/repeating.ts';
import type { Way } from '../../src/client/network/trace.ts';
import { ApiError } from '../../src/model/shared/failure.ts';

export const token = 'tok_s3cret-of-the-tests';

/** The real client with the real network. */
export function connect(base: string, options: Partial<ApiOptions> = {}, transport: TransportOptions = {}): Api {
  return createApi({ base, platform: network(transport), token: async () => token, ...options });
}

/** The network as the extension uses it; `vscode` sends requests with the `fetch` of this process. */
export function network(options: TransportOptions = {}, way: Way = 'direct'): Platform {
  if (way === 'vscode') return withRepeats((request) => hostFetch(request, false));
  const transport = createTransport({ systemCertificates: false, ...options });
  onTestFinished(() => transport.close());
  return withRepeats(transport.platform);
}

/** Stops the clock until the test ends, except for `vi.advanceTimersByTime`; sockets go on. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], fakeNodeBuiltins: true });
  onTestFinished(() => void vi.useRealTimers());
}

/** Calls a function with each piece of a reply that has come, just before the client reads it. */
export function watched(platform: Platform, onPiece: () => void): Platform {
  return async (request) => {
    const { status, headers, body } = await platform(request);
    const watching = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, reader) {
        onPiece();
        reader.enqueue(piece);
      },
    });
    return new Response(body?.pipeThrough(watching) ?? null, { status, headers });
  };
}

/** The ApiError of a call; fails if the call succeeds, or fails in another way. */
export async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    (value) => new Error(`it did not fail, but gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw error;
}
