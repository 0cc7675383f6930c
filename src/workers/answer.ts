import { parentPort } from 'node:worker_threads';

/**
 * In a worker's file: sets the task for each input of `runInWorker`. `transfer` names the buffers of an output that are
 * transferred instead of copied.
 */
export function answer<Input, Output>(
  task: (input: Input) => Output | Promise<Output>,
  transfer: (output: Output) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', (input: Input) => {
    void Promise.resolve(task(input)).then((output) => parentPort?.postMessage(output, transfer(output)));
  });
}
