import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test, vi } from 'vitest';
import { runInWorker, TaskEnded, workerFile, type TaskOptions } from '../../src/workers/runInWorker.ts';
import { longestTest, patience } from '../patience.ts';
import type { Task } from './task.ts';

const file = new URL('./task.ts', import.meta.url);

function run<Output>(task: Task, options: Partial<TaskOptions> = {}): Promise<Output> {
  return runInWorker<Task, Output>(file, task, { kind: 'short', deadline: 15_000, ...options });
}

function isEnded(reason: TaskEnded['reason']): (error: unknown) => boolean {
  return (error) => error instanceof TaskEnded && error.reason === reason;
}

describe('a task in a worker', () => {
  test('returns its output from another thread, which the next one reuses', async () => {
    const first = await run<number>('thread');
    const second = await run<number>('thread');

    assert.ok(first > 0);
    assert.equal(second, first);
  });

  test('is answered if it begins just when the idle thread ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const first = await run<number>('thread');
      vi.advanceTimersByTime(5000);

      const second = await run<number>('thread');

      assert.ok(second > 0 && second !== first);
    } finally {
      vi.useRealTimers();
    }
  });

  test('transfers bytes in both directions', async () => {
    const bytes = new Uint8Array([1, 2]);

    const doubled = await run<Uint8Array>({ double: bytes }, { transfer: [bytes.buffer] });

    assert.deepEqual([...doubled], [1, 2, 1, 2]);
    assert.equal(bytes.byteLength, 0);
  });

  test('ends at its deadline, whatever it does, without blocking anything else', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);

    await assert.rejects(run('for ever', { deadline: 1000 }), isEnded('time'));

    clearInterval(timer);
    assert.ok(turns > 10, `${turns} turns`);
  });

  test("doesn't wait for long tasks if it is short, even if another short one takes long", async () => {
    const done = new AbortController();
    const { signal } = done;
    const endless = (['long', 'long', 'long', 'short'] as const).map((kind) =>
      run('for ever', { kind, signal, deadline: longestTest }),
    );
    const others = Promise.allSettled(endless);

    assert.ok((await run<number>('thread')) > 0);

    done.abort();
    await others;
  });

  test('is rejected if it gets no turn within half of its deadline', async () => {
    const done = new AbortController();
    const others = Promise.allSettled(Array.from({ length: 2 }, () => run('for ever', { signal: done.signal })));

    await assert.rejects(run('thread', { deadline: 400 }), isEnded('busy'));

    done.abort();
    await others;
    assert.ok((await run<number>('thread')) > 0);
  });

  test('ends when its caller has left', async () => {
    const gone = new AbortController();
    setTimeout(() => gone.abort(new Error('gone')), 100);

    await assert.rejects(run('for ever', { signal: gone.signal }), /gone/);
  });

  test('never begins for a caller that has left before its turn', async () => {
    const gone = new AbortController();
    const others = Promise.allSettled(Array.from({ length: 6 }, () => run('for ever', { deadline: 300 })));
    let areOver = false;
    void others.then(() => (areOver = true));
    const waiting = run('for ever', { signal: gone.signal });
    gone.abort(new Error('gone'));

    await assert.rejects(waiting, /gone/);
    assert.equal(areOver, false);
    await others;
    assert.ok((await run<number>('thread')) > 0);
  });

  test('ends if it exceeds the memory limit', async () => {
    await assert.rejects(run('eat', { deadline: patience }), isEnded('memory'));
  });

  test('rejects with its error, and the next one runs', async () => {
    await assert.rejects(run('fail'), { name: 'RangeError', message: 'This is too much' });

    assert.ok((await run<number>('thread')) > 0);
  });

  test('rejects if no thread can be started, and the next one runs', async () => {
    const nowhere = new URL('https://a.example/worker.js');
    for (let at = 0; at < 4; at++) {
      await assert.rejects(runInWorker(nowhere, 'thread', { kind: 'short', deadline: 15_000 }), {
        code: 'ERR_INVALID_URL_SCHEME',
      });
    }

    assert.ok((await run<number>('thread')) > 0);
  });

  test('rejects if its file is missing, and the next one runs', async () => {
    const missing = new URL('./missing.ts', import.meta.url);
    await assert.rejects(runInWorker(missing, 'thread', { kind: 'short', deadline: 15_000 }), /Cannot find module/);

    assert.ok((await run<number>('thread')) > 0);
  });

  test('keeps no process alive once it is done', () => {
    const module = new URL('../../src/workers/runInWorker.ts', import.meta.url).href;
    const code = `const { runInWorker } = await import('${module}');
      console.log(await runInWorker(new URL('${file.href}'), 'thread', { kind: 'short', deadline: 15000 }) > 0, process.uptime());
      process.on('exit', () => console.log(process.uptime()));`;

    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });

    const [, done = NaN, end = NaN] = /^true ([\d.]+)\n([\d.]+)/.exec(stdout)?.map(Number) ?? [];
    assert.ok(end - done < 3, `it was done after ${done} s and ended after ${end} s: ${stdout}`);
  });
});

test('the file of a worker is found next to sources and in bundles', () => {
  const found = (module: string) => workerFile('importWorker', './worker.ts', module).href;

  assert.equal(found('file:///a/src/server/formats/import/read.ts'), 'file:///a/src/server/formats/import/worker.ts');
  assert.equal(found('file:///a/dist/chunks/readImport-AB.js'), 'file:///a/dist/workers/importWorker.js');
});
