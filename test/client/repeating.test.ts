import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, test, vi } from 'vitest';
import { exchange } from '../../src/client/network/exchange.ts';
import type { Platform } from '../../src/client/network/platform.ts';
import { withRepeats } from '../../src/client/network/repeating.ts';
import { ApiError } from '../../src/model/shared/failure.ts';
import { connect, failure, stopClock } from './connect.ts';
import { spaceOf } from './samples.ts';
import { json, serve, until } from './serve.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const read = { spaceId: 's' };
const write = { spaceId: 's', body: { title: 'T' } };

describe('a read that fails for the moment', () => {
  test.each([502, 503, 504])('is repeated after %i', async (status) => {
    let asked = 0;
    const server = await serve((_, response) => json(response, spaceOf('s'), ++asked === 1 ? status : 200));

    assert.equal((await connect(server.base).spaces.get(read)).id, 's');

    assert.equal(server.received.length, 2);
  });

  test('is repeated twice at most', async () => {
    const server = await serve((_, response) => json(response, {}, 503));

    const error = await failure(connect(server.base).spaces.get(read));

    assert.deepEqual([error.kind, error.details.status, server.received.length], ['unavailable', 503, 3]);
  });

  test('is repeated with pauses of different lengths', async () => {
    const pausesOf = (random: number) => pausesWith(random, () => new Response(null, { status: 504 }));

    assert.deepEqual(
      [await pausesOf(0), await pausesOf(1)],
      [
        [125, 500],
        [375, 1500],
      ],
    );
  });

  test('is repeated with pauses if its reply breaks off', async () => {
    const times: number[] = [];
    const server = await serve((_, response, socket) => {
      times.push(Date.now());
      response.writeHead(200).write('{"id"', () => socket.destroy());
    });

    await skippingPauses(() => failure(connect(server.base).spaces.get(read)));

    const [first = 0] = times;
    assert.deepEqual(
      times.map((time) => time - first),
      [0, 75, 375],
    );
  });

  test('has the whole time again when it is repeated because its reply breaks off', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const breaking = (controller: ReadableStreamDefaultController) => {
      vi.advanceTimersByTime(700);
      controller.error(new ApiError('unavailable', { code: 'connectionLost', host: 'h' }));
    };
    const replies = [new ReadableStream({ pull: breaking }, { highWaterMark: 0 }), '{}'];
    const platform: Platform = async () => {
      const reply = new Response(replies.shift());
      if (replies.length === 0) vi.advanceTimersByTime(700);
      await setImmediate();
      return reply;
    };
    const init = { method: 'GET', headers: new Headers() };

    const { status } = await exchange(platform, 'https://h/', init, { timeout: 1000, limit: 1000 });

    assert.deepEqual([status, replies], [200, []]);
  });

  test('is not repeated if its caller leaves in a pause', async () => {
    const server = await serve((_, response, socket) => {
      response.writeHead(200).write('{"id"', () => socket.destroy());
    });

    const error = await leavingInPause((signal) => connect(server.base).spaces.get(read, { signal }));

    assert.deepEqual([error.kind, server.received.length], ['cancelled', 1]);
  });

  test.each([400, 401, 403, 404, 409, 500, 501])("isn't repeated after %i", async (status) => {
    const server = await serve((_, response) => json(response, {}, status));

    await failure(connect(server.base).spaces.get(read));

    assert.equal(server.received.length, 1);
  });

  test('is repeated without waiting for the rest of the busy reply', async () => {
    let isDiscarded = false;
    const body = new ReadableStream({ cancel: () => void (isDiscarded = true) });
    const replies = [new Response(body, { status: 503 }), new Response('{}')];

    await withRepeats(async () => replies.shift()!)(new Request('https://h/'));

    assert.deepEqual([isDiscarded, replies], [true, []]);
  });

  test("isn't repeated if nothing was reached", async () => {
    let asked = 0;
    const platform: Platform = async () => {
      asked += 1;
      throw new ApiError('unavailable', { code: 'hostNotFound', host: 'h' }, { mayHaveHappened: false });
    };

    await failure(withRepeats(platform)(new Request('https://h/')));

    assert.equal(asked, 1);
  });

  test("isn't repeated once its caller has left", async () => {
    const server = await serve((_, response) => json(response, {}, 503));

    const error = await leavingInPause((signal) => connect(server.base).spaces.get(read, { signal }));

    assert.equal(error.kind, 'cancelled');
    assert.equal(server.received.length, 1);
  });
});

test.each([502, 503, 504, 429])('a write is never repeated after %i', async (status) => {
  const server = await serve((_, response) => json(response, {}, status, { 'retry-after': '0' }));

  await failure(connect(server.base).spaces.update(write));

  assert.equal(server.received.length, 1);
});

describe('a server that asks to wait', () => {
  test.each([
    [429, 'retry-after', '1'],
    [503, 'retry-after', '1'],
    [502, 'retry-after', '1'],
    [504, 'retry-after', '1'],
    [429, 'x-ratelimit-reset', () => String(Date.now() / 1000 + 1)],
  ] as const)('for a second is asked again after it (%i, %s)', async (status, name, value) => {
    const times: number[] = [];
    const server = await serve((_, response) => {
      times.push(Date.now());
      const headers = { [name]: typeof value === 'string' ? value : value() };
      json(response, spaceOf('s'), times.length === 1 ? status : 200, times.length === 1 ? headers : {});
    });

    await skippingPauses(() => connect(server.base).spaces.get(read));

    assert.equal(times.length, 2);
    assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 1000, String(times));
  });

  test.each([
    [429, 'throttled', /^throttled \{"wait":11\}/],
    [502, 'unavailable', /^serverBusy \{"wait":11\}/],
    [503, 'unavailable', /^serverBusy \{"wait":11\}/],
    [504, 'unavailable', /^serverBusy \{"wait":11\}/],
  ] as const)('for longer than ten seconds is not, and the time is shown (%i)', async (status, kind, message) => {
    stopClock();
    const server = await serve((_, response) => json(response, {}, status, { 'retry-after': '11' }));

    const error = await failure(connect(server.base).spaces.get(read));

    assert.equal(error.kind, kind);
    assert.match(error.message, message);
    assert.equal(error.details.retryAt, Date.now() + 11_000);
    assert.equal(server.received.length, 1);
  });

  test('again and again is waited for ten seconds in all', async () => {
    const waits = await pausesWith(0, () => new Response(null, { status: 429, headers: { 'retry-after': '6' } }));

    assert.equal(waits.length, 1);
  });

  test('is not understood to ask so by the reset of a limit that is not reached', async () => {
    const headers = { 'x-ratelimit-reset': String(Math.round(Date.now() / 1000) + 3000) };
    const server = await serve((_, response) => json(response, {}, 503, headers));

    const error = await failure(connect(server.base).spaces.get(read));

    assert.match(error.message, /^serverFailed/);
    assert.equal(server.received.length, 3);
  });

  test('without a time is asked no more', async () => {
    const server = await serve((_, response) => json(response, {}, 429));

    await failure(connect(server.base).spaces.get(read));

    assert.equal(server.received.length, 1);
  });
});

/** Stops the clock, which then jumps to the end of each pause. A pause begins when its random part is chosen. */
async function skippingPauses<Result>(call: () => Promise<Result>): Promise<Result> {
  stopClock();
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  let isOver = false;
  const result = call().finally(() => (isOver = true));
  for (let pauses = 1; ; pauses++) {
    await until(() => isOver || random.mock.calls.length === pauses);
    if (isOver) return result;
    vi.advanceTimersToNextTimer();
  }
}

/** The error of a call whose caller leaves in the first pause. */
async function leavingInPause(call: (signal: AbortSignal) => Promise<unknown>): Promise<ApiError> {
  stopClock();
  const random = vi.spyOn(Math, 'random');
  const stop = new AbortController();
  const error = failure(call(stop.signal));
  await until(() => random.mock.calls.length === 1);
  stop.abort();
  return error;
}

/** Sends one read through a platform with that answer. Returns the pauses between the requests, in ms. */
async function pausesWith(random: number, answer: () => Response): Promise<number[]> {
  stopClock();
  const times: number[] = [];
  const platform = withRepeats(
    async () => {
      times.push(Date.now());
      return answer();
    },
    { random: () => random },
  );
  const response = platform(new Request('https://h/'));
  await vi.runAllTimersAsync();
  await response;
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}
