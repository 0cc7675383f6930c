import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { exchange } from '../../src/client/exchange.ts';
import type { Platform } from '../../src/client/platform.ts';
import { tellingRecovery } from '../../src/client/recovery.ts';

describe('a recovery of the server', () => {
  let answer: () => Promise<Response>;
  let recoveries: number;
  let now: number;
  let platform: Platform;

  beforeEach(() => {
    recoveries = 0;
    now = 1_000_000;
    platform = tellingRecovery(
      () => answer(),
      () => (recoveries += 1),
      () => now,
    );
  });

  async function ask(next: number | Error, init: RequestInit = {}): Promise<void> {
    answer = () =>
      next instanceof Error ? Promise.reject(next) : Promise.resolve(new Response(null, { status: next }));
    await platform(new Request('http://127.0.0.1:4010/v1/user', init)).catch((error: unknown) => error);
  }

  test('is told by the first answer, also a refusal, after a request got none', async () => {
    await ask(200);
    await ask(new TypeError('fetch failed'));
    await ask(new TypeError('fetch failed'));
    assert.equal(recoveries, 0);

    await ask(404);
    await ask(200);

    assert.equal(recoveries, 1);
  });

  test('is told after a gateway answered instead of the server, not after an error of its own', async () => {
    await ask(500);
    await ask(200);
    assert.equal(recoveries, 0);

    await ask(503);
    await ask(200);

    assert.equal(recoveries, 1);
  });

  test('is not told of a request that was cancelled', async () => {
    await ask(new Error('aborted'), { signal: AbortSignal.abort() });
    await ask(200);

    assert.equal(recoveries, 0);
  });

  test('is told after a request that took too long', async () => {
    answer = () => new Promise(() => undefined);
    const options = { timeout: 5, limit: 1000 };
    const url = 'http://127.0.0.1:4010/v1/user';
    const hanging: Platform = (request) =>
      Promise.race([
        answer(),
        new Promise<never>((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        ),
      ]);
    platform = tellingRecovery(
      hanging,
      () => (recoveries += 1),
      () => now,
    );
    const tooSlow = exchange(platform, url, { method: 'GET', headers: new Headers() }, options);
    await assert.rejects(tooSlow, { kind: 'unavailable' });

    await ask(200);

    assert.equal(recoveries, 1);
  });

  test('is told at most twice a minute, but never left out', async () => {
    await ask(503);
    await ask(200);
    await ask(503);
    await ask(200);
    assert.equal(recoveries, 1);

    now += 30_000;
    await ask(200);

    assert.equal(recoveries, 2);
  });
});
