import { threadId } from 'node:worker_threads';
import { answer } from '../../src/workers/answer.ts';

/** Tasks for the worker tests. */
export type Task = 'thread' | 'for ever' | 'fail' | 'eat' | { readonly double: Uint8Array };

answer(
  (task: Task): unknown => {
    if (typeof task === 'object') return new Uint8Array([...task.double, ...task.double]);
    if (task === 'for ever') for (;;);
    if (task === 'fail') throw new RangeError('This is too much');
    if (task === 'eat') for (const eaten: unknown[] = []; ;) eaten.push(new Array(1_000_000).fill(eaten.length));
    return threadId;
  },
  (output) => (output instanceof Uint8Array ? [output.buffer as ArrayBuffer] : []),
);
