import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createLanes } from '../../../src/store/shared/lane.ts';

/** Work that notes when it begins and ends, and ends when it is released. */
function piecesOfWork() {
  const log: string[] = [];
  const piece = (name: string, error?: Error) => {
    const release = Promise.withResolvers<void>();
    const work = async (): Promise<string> => {
      log.push(`${name} begins`);
      await release.promise;
      log.push(`${name} ends`);
      if (error) throw error;
      return name;
    };
    return { work, release: () => release.resolve() };
  };
  return { log, piece };
}

test('a lane runs queued work one piece after the other, also after one that fails', async () => {
  const laneOf = createLanes();
  const { log, piece } = piecesOfWork();
  const [first, second] = [piece('first', new Error('Broken.')), piece('second')];

  const results = Promise.allSettled([laneOf('a').queue(first.work), laneOf('a').queue(second.work)]);
  second.release();
  first.release();

  assert.deepEqual(
    (await results).map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  assert.deepEqual(log, ['first begins', 'first ends', 'second begins', 'second ends']);
});

test('a lane runs the same work as often as it is queued, and shared work once', async () => {
  const laneOf = createLanes();
  let runs = 0;
  const work = async (): Promise<number> => ++runs;

  const queued = await Promise.all([laneOf('a').queue(work), laneOf('a').queue(work)]);
  const shared = await Promise.all([1, 2].map(() => laneOf('a').share('work', undefined, work)));

  assert.deepEqual(
    [queued, shared],
    [
      [1, 2],
      [3, 3],
    ],
  );
});

test('lanes of different keys run at the same time', async () => {
  const laneOf = createLanes();
  const { log, piece } = piecesOfWork();
  const [first, second] = [piece('first'), piece('second')];
  second.release();

  const running = laneOf('a').queue(first.work);
  await laneOf('b').queue(second.work);
  first.release();
  await running;

  assert.deepEqual(log, ['first begins', 'second begins', 'second ends', 'first ends']);
});
