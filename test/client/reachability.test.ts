import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { exchange } from '../../src/client/network/exchange.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { followReachability } from '../../src/client/network/reachability.ts';

describe('a server that stops answering, and answers again', () => {
  let answer: () => Promise<Response>;
  let recoveries: number;
  let found: number;
  let losses: (number | undefined)[];
  let now: number;
  let platform: Platform;
  let skipPause: () => void;

  beforeEach(() => {
    recoveries = 0;
    found = 0;
    losses = [];
    now = 1_000_000;
    follow(() => answer());
  });

  function follow(real: Platform): void {
    ({ platform, skipPause } = followReachability(
      real,
      { lost: (lastAnswer) => losses.push(lastAnswer), found: () => (found += 1), recovered: () => (recoveries += 1) },
      () => now,
    ));
  }

  async function ask(next: number | Error, init: RequestInit = {}): Promise<void> {
    answer = () =>
      next instanceof Error ? Promise.reject(next) : Promise.resolve(new Response(null, { status: next }));
    await platform(new Request('http://127.0.0.1:4010/v1/user', init)).catch((error: unknown) => error);
  }

  test('is back with the first answer, even a refusal, after a request got none', async () => {
    await ask(200);
    await ask(new TypeError('fetch failed'));
    await ask(new TypeError('fetch failed'));
    assert.equal(recoveries, 0);

    await ask(404);
    await ask(200);

    assert.equal(recoveries, 1);
  });

  test("is back after a gateway answered for it, and wasn't away after an error of its own", async () => {
    await ask(500);
    await ask(200);
    assert.equal(recoveries, 0);

    await ask(503);
    await ask(200);

    assert.equal(recoveries, 1);
  });

  test('is no longer lost with the first answer, even soon after it came back before', async () => {
    await ask(503);
    await ask(200);
    now += 1000;
    await ask(503);
    assert.deepEqual([losses.length, found, recoveries], [2, 1, 1]);

    await ask(200);

    assert.deepEqual([losses.length, found, recoveries], [2, 2, 1]);
    now += 30_000;
    await ask(200);
    assert.equal(recoveries, 2);
  });

  test("isn't away because a request was canceled", async () => {
    await ask(new Error('aborted'), { signal: AbortSignal.abort() });
    await ask(200);

    assert.equal(recoveries, 0);
  });

  test('is back after a request that took too long', async () => {
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
    follow(hanging);
    const tooSlow = exchange(platform, url, { method: 'GET', headers: new Headers() }, options);
    await assert.rejects(tooSlow, { kind: 'unavailable' });

    await ask(200);

    assert.equal(recoveries, 1);
  });

  test('is reported as back at most twice a minute, but never missed', async () => {
    await ask(503);
    await ask(200);
    await ask(503);
    await ask(200);
    assert.equal(recoveries, 1);

    now += 30_000;
    await ask(200);

    assert.equal(recoveries, 2);
  });

  test("isn't back if a network asks for a sign-in instead", async () => {
    await ask(new TypeError('fetch failed'));
    await ask(302);
    await ask(511);
    answer = async () => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    await platform(new Request('http://127.0.0.1:4010/v1/user'));
    assert.deepEqual([recoveries, losses], [0, [undefined]]);

    await ask(200);

    assert.equal(recoveries, 1);
  });

  test("isn't lost while it answers other requests, but failed ones are recovered with the next answer", async () => {
    const slow = Promise.withResolvers<Response>();
    answer = () => slow.promise;
    const asked = platform(new Request('http://127.0.0.1:4010/v1/search')).catch((error: unknown) => error);
    await ask(200);
    slow.reject(new TypeError('fetch failed'));
    await asked;
    assert.deepEqual([recoveries, losses], [0, []]);

    await ask(200);
    assert.equal(recoveries, 1);
    await ask(new TypeError('fetch failed'));

    assert.deepEqual(losses, [1_000_000]);
  });

  test('is lost once, with the time of its last answer', async () => {
    await ask(new TypeError('fetch failed'));
    await ask(200);
    now += 60_000;
    await ask(new TypeError('fetch failed'));
    await ask(503);

    assert.deepEqual(losses, [undefined, 1_000_000]);
  });

  test('is back at once after a retry, no matter how soon after the last time', async () => {
    await ask(503);
    await ask(200);
    await ask(503);
    skipPause();

    await ask(200);

    assert.equal(recoveries, 2);
  });
});
