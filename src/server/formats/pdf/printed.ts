import { runInWorker, workerFile } from '../../../workers/runInWorker.ts';
import type { PdfHeading, PrintedPage } from './pages.ts';

export interface PrintTask {
  readonly heading: PdfHeading;
  readonly pages: readonly PrintedPage[];
}

/** In ms, with the wait for a turn. The longest texts that a PDF may have take some seconds. */
const deadline = 60_000;

const file = workerFile('pdfWorker', './worker.ts', import.meta.url);

/**
 * Makes a PDF in another thread, so that only other PDFs and imports wait for it. Rejects with a TaskEnded if it waits
 * too long for its turn, and at its deadline.
 */
export async function printed(task: PrintTask, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  return runInWorker<PrintTask, Uint8Array<ArrayBuffer>>(file, task, { kind: 'long', deadline, signal });
}
