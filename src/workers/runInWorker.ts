import { availableParallelism } from 'node:os';
import { Worker, type Transferable } from 'node:worker_threads';

/** A task was ended: it exceeded its deadline or the memory limit. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';
  readonly reason: 'time' | 'memory';

  constructor(reason: 'time' | 'memory') {
    super(reason);
    this.reason = reason;
  }
}

export interface TaskOptions {
  /** In ms, from the start of the task. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input that are transferred instead of copied: they are empty here afterwards. */
  readonly transfer?: readonly Transferable[] | undefined;
}

/** Limit of a task's JavaScript values, in MB. Bytes in buffers don't count. */
const mostMemory = 1024;

/**
 * Limit of concurrent tasks. One core is left for everything else, and in VS Code, all threads of a process share 4 GB
 * for their JavaScript values.
 */
const mostTasks = Math.max(1, Math.min(2, availableParallelism() - 1));

/** How long an idle thread is kept for the next task, in ms. It doesn't keep the process alive. */
const idleTime = 5000;

/**
 * Runs a task in a separate thread: `file` is a module that calls `answer`. At the deadline, or when the signal aborts,
 * the thread ends at once, whatever it is doing. Rejects with a TaskEnded, the signal's reason, or the task's error.
 */
export async function runInWorker<Input, Output>(file: URL, input: Input, options: TaskOptions): Promise<Output> {
  await turn(options.signal);
  let thread: Thread | undefined;
  try {
    // Throws at once if the thread can't be started.
    thread = idle.find((each) => each.file === file.href) ?? startThread(file.href);
    const output = await run(thread, input, options);
    rest(thread);
    return output as Output;
  } catch (error) {
    void thread?.worker.terminate();
    throw error;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/**
 * The URL of a worker's file, for a module one folder below `src`. Bundles keep this layout: chunks are one folder
 * below their root, and workers in `workers` beside that folder.
 */
export function workerFile(name: string, source: string, moduleUrl: string): URL {
  return new URL(moduleUrl.endsWith('.ts') ? source : `../workers/${name}.js`, moduleUrl);
}

let running = 0;
const waiting: (() => void)[] = [];

async function turn(signal: AbortSignal | undefined): Promise<void> {
  while (running >= mostTasks) await new Promise<void>((resolve) => waiting.push(resolve));
  if (signal?.aborted) {
    waiting.shift()?.();
    throw signal.reason;
  }
  running += 1;
}

interface Thread {
  readonly file: string;
  readonly worker: Worker;
  /** The caller waiting for its message. */
  waiter: Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'> | undefined;
  end?: NodeJS.Timeout;
}

const idle: Thread[] = [];

function startThread(file: string): Thread {
  const worker = new Worker(new URL(file), {
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    // Options of this process, such as a debugger's port, aren't meant for a thread.
    execArgv: [],
  });
  const thread: Thread = { file, worker, waiter: undefined };
  worker.on('message', (output) => thread.waiter?.resolve(output));
  worker.on('messageerror', (error) => thread.waiter?.reject(error));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    thread.waiter?.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskEnded('memory') : error),
  );
  worker.on('exit', () => {
    thread.waiter?.reject(new Error('A worker ended without an answer'));
    leave(thread);
  });
  return thread;
}

async function run(thread: Thread, input: unknown, { deadline, signal, transfer = [] }: TaskOptions): Promise<unknown> {
  leave(thread);
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  thread.waiter = { resolve, reject };
  const timer = setTimeout(() => reject(new TaskEnded('time')), deadline);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  thread.worker.ref();
  try {
    thread.worker.postMessage(input, transfer);
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    thread.waiter = undefined;
  }
}

function rest(thread: Thread): void {
  thread.worker.unref();
  thread.end = setTimeout(() => void thread.worker.terminate(), idleTime).unref();
  idle.push(thread);
}

function leave(thread: Thread): void {
  clearTimeout(thread.end);
  const at = idle.indexOf(thread);
  if (at !== -1) idle.splice(at, 1);
}
