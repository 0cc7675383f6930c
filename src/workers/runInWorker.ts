import { Worker, type Transferable } from 'node:worker_threads';

/** A task was ended: it got no turn in time, or it exceeded its deadline or the memory limit. */
export class TaskEnded extends Error {
  override readonly name = 'TaskEnded';
  readonly reason: 'busy' | 'time' | 'memory';

  constructor(reason: TaskEnded['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export interface TaskOptions {
  /** Short tasks are those that someone waits for. They never wait for a long one. */
  readonly kind: Kind;
  /** In ms, from the call. A task may wait for its turn for half of it, so that it has the other half to run. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** Buffers of the input that are transferred instead of copied: they are empty here afterwards. */
  readonly transfer?: readonly Transferable[] | undefined;
}

type Kind = 'short' | 'long';

/** How long an idle thread is kept for the next task, in ms. It doesn't keep the process alive. */
const idleTime = 5000;

/**
 * Limit of a task's JavaScript values, in MB. Bytes in buffers don't count. A page of a megabyte that is one table needs
 * more than half of it.
 */
const mostMemory = 1024;

/** The tasks of a kind. */
interface Turns {
  /** Limit of concurrent tasks. */
  readonly most: number;
  running: number;
  /** Each starts a task that waits for its turn, the oldest first. */
  readonly waiting: Set<() => void>;
}

/**
 * In VS Code, all threads of a process share 4 GB for their JavaScript values, so at most three tasks run at the same
 * time. Two of them are short, even on two cores, so that one laborious text doesn't hold up the others.
 */
const turnsOf: Readonly<Record<Kind, Turns>> = {
  short: { most: 2, running: 0, waiting: new Set() },
  long: { most: 1, running: 0, waiting: new Set() },
};

/**
 * Runs a task in a separate thread: `file` is a module that calls `answer`. At the deadline, or when the signal aborts,
 * the thread ends at once, whatever it is doing. Rejects with a TaskEnded, the signal's reason, or the task's error.
 */
export async function runInWorker<Input, Output>(file: URL, input: Input, options: TaskOptions): Promise<Output> {
  const start = performance.now();
  const { kind, deadline, signal } = options;
  await beginTurn(turnsOf[kind], deadline / 2, signal);
  let thread: Thread | undefined;
  try {
    // Throws at once if the thread can't be started.
    thread = idle.find((each) => each.file === file.href) ?? startThread(file.href);
    const left = Math.max(0, deadline - (performance.now() - start));
    const output = await run(thread, input, { ...options, deadline: left });
    rest(thread);
    return output as Output;
  } catch (error) {
    void thread?.worker.terminate();
    throw error;
  } finally {
    endTurn(turnsOf[kind]);
  }
}

/**
 * The URL of a worker's file, for a module one folder below `src`. Bundles keep this layout: chunks are one folder
 * below their root, and workers in `workers` beside that folder.
 */
export function workerFile(name: string, source: string, moduleUrl: string): URL {
  return new URL(moduleUrl.endsWith('.ts') ? source : `../workers/${name}.js`, moduleUrl);
}

async function beginTurn(turns: Turns, mostWait: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (turns.running < turns.most) {
    turns.running += 1;
    return;
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = (reason: unknown) => {
    turns.waiting.delete(resolve);
    reject(reason);
  };
  const timer = setTimeout(() => leave(new TaskEnded('busy')), mostWait);
  const abort = () => leave(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  turns.waiting.add(resolve);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Passes the turn on to the task that has waited longest. */
function endTurn(turns: Turns): void {
  const [next] = turns.waiting;
  if (!next) {
    turns.running -= 1;
    return;
  }
  turns.waiting.delete(next);
  next();
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
  thread.end = setTimeout(() => {
    // Until it has ended, it would take tasks that it never answers.
    leave(thread);
    void thread.worker.terminate();
  }, idleTime).unref();
  idle.push(thread);
}

function leave(thread: Thread): void {
  clearTimeout(thread.end);
  const at = idle.indexOf(thread);
  if (at !== -1) idle.splice(at, 1);
}
