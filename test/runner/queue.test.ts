import assert from 'node:assert/strict';
import { test } from 'vitest';
import { runJobs, type Job } from './queue.ts';

test('jobs start in their order, as many at a time as there are slots', async () => {
  const queue = start([job('a'), job('b'), job('c')], 2);

  assert.deepEqual(queue.running(), ['a', 'b']);
  await queue.end('b');
  assert.deepEqual(queue.running(), ['a', 'c']);
  await queue.end('a');
  await queue.end('c');
  await queue.all;
});

test('a job starts only after the jobs it waits for, and others take its turn', async () => {
  const queue = start([job('package'), job('host', 'package'), job('units')], 2);

  assert.deepEqual(queue.running(), ['package', 'units']);
  await queue.end('units');
  assert.deepEqual(queue.running(), ['package']);
  await queue.end('package');
  assert.deepEqual(queue.running(), ['host']);
  await queue.end('host');
  await queue.all;
});

test('a job does not wait for one that is not in the queue', async () => {
  const queue = start([job('host', 'package')], 1);

  assert.deepEqual(queue.running(), ['host']);
  await queue.end('host');
  await queue.all;
});

test('a job beside the others takes no slot', async () => {
  const queue = start([{ ...job('installation'), beside: true }, job('a'), job('b', 'installation')], 1);

  assert.deepEqual(queue.running(), ['installation', 'a']);
  await queue.end('a');
  await queue.end('installation');
  assert.deepEqual(queue.running(), ['b']);
  await queue.end('b');
  await queue.all;
});

test('no job starts after the signal', async () => {
  const queue = start([job('a'), job('b')], 1);

  queue.stop();
  await queue.end('a');
  await queue.all;
  assert.deepEqual(queue.started, ['a']);
});

function job(name: string, ...after: readonly string[]): Job {
  return { name, after };
}

function start(jobs: readonly Job[], slots: number) {
  const ends = new Map<string, () => void>();
  const started: string[] = [];
  const stopping = new AbortController();
  const run = ({ name }: Job) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    started.push(name);
    ends.set(name, resolve);
    return promise;
  };
  const all = runJobs(jobs, slots, { run, signal: stopping.signal });
  return {
    all,
    started,
    running: () => [...ends.keys()],
    stop: () => stopping.abort(),
    end: async (name: string) => {
      ends.get(name)!();
      ends.delete(name);
      // All that follows from it has happened before the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
