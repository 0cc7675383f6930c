import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createLane, createLanes } from '../../../src/store/shared/lane.ts';

/** Work that ends when it is released, and its progress. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { begun: 0, signal: undefined as AbortSignal | undefined };
  return {
    state,
    resolve,
    reject,
    run: (signal?: AbortSignal) => {
      state.begun += 1;
      state.signal = signal;
      return promise;
    },
  };
}
const pass = () => new Promise((resolve) => setImmediate(resolve));

describe('a lane', () => {
  test('runs one piece of work after the other, even after one that fails', async () => {
    const lane = createLane();
    const [one, two] = [work(), work()];

    const first = lane.queue(one.run);
    const second = lane.share('two', undefined, two.run);
    await pass();
    assert.deepEqual([one.state.begun, two.state.begun], [1, 0]);
    one.reject(new Error('no'));
    two.resolve('done');

    await assert.rejects(first, /no/);
    assert.equal(await second, 'done');
  });

  test('runs work of a name once for all callers while it waits or runs, and again later', async () => {
    const lane = createLane();
    const one = work();

    const all = [lane.share('a', undefined, one.run), lane.share('a', undefined, one.run)];
    await pass();
    all.push(lane.share('a', undefined, one.run));
    one.resolve('done');

    assert.deepEqual(await Promise.all(all), ['done', 'done', 'done']);
    assert.equal(one.state.begun, 1);
    await lane.share('a', undefined, one.run);
    assert.equal(one.state.begun, 2);
  });

  test('renews work that has begun, once for all callers', async () => {
    const lane = createLane();
    const one = work();

    const all = [lane.renew('a', undefined, one.run), lane.renew('a', undefined, one.run)];
    await pass();
    all.push(lane.renew('a', undefined, one.run), lane.renew('a', undefined, one.run));
    one.resolve('done');
    await Promise.all(all);

    assert.equal(one.state.begun, 2);
  });

  test('lets callers leave, and aborts work that all have left', async () => {
    const lane = createLane();
    const one = work();
    const [stop, other] = [new AbortController(), new AbortController()];
    const left = lane.share('a', stop.signal, one.run);
    const stays = lane.share('a', other.signal, one.run);
    await pass();

    stop.abort();
    await assert.rejects(left, { kind: 'cancelled' });
    assert.equal(one.state.signal?.aborted, false);
    other.abort();

    await assert.rejects(stays, { kind: 'cancelled' });
    assert.equal(one.state.signal?.aborted, true);
    one.resolve('late');
    assert.equal(await lane.share('a', undefined, async () => 'anew'), 'anew');
  });

  test("doesn't start work that all have left while it waited, nor any for a caller who has already left", async () => {
    const lane = createLane();
    const [one, two] = [work(), work()];
    const stop = new AbortController();
    const first = lane.queue(one.run);
    const left = lane.share('two', stop.signal, two.run);

    stop.abort();
    one.resolve('done');
    await first;

    await assert.rejects(left, { kind: 'cancelled' });
    await assert.rejects(lane.share('two', stop.signal, two.run), { kind: 'cancelled' });
    await pass();
    assert.equal(two.state.begun, 0);
  });
});

test('a lane runs the same work as often as it is queued', async () => {
  const lane = createLane();
  let runs = 0;
  const count = async (): Promise<number> => ++runs;

  assert.deepEqual(await Promise.all([lane.queue(count), lane.queue(count)]), [1, 2]);
});

test('lanes of different keys run at the same time, those of one key never', async () => {
  const laneOf = createLanes();
  const [one, two, three] = [work(), work(), work()];

  const all = [laneOf('a').queue(one.run), laneOf('b').queue(two.run), laneOf('a').queue(three.run)];
  await pass();
  assert.deepEqual([one.state.begun, two.state.begun, three.state.begun], [1, 1, 0]);
  for (const each of [one, two, three]) each.resolve('done');
  await Promise.all(all);

  assert.equal(await laneOf('a').queue(async () => 'again'), 'again');
});
