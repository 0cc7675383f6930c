import type { SentLinks, ImportedPages, LocalImportSource } from '../../model/pages/importSources.ts';
import { ownBuffers } from '../../workers/ownBuffers.ts';
import { runInWorker, TaskEnded, workerFile } from '../../workers/runInWorker.ts';
import type { FolderPages } from './folderPages.ts';
import { Unimportable } from './importable.ts';
import type { WebDocument } from '../webDocument.ts';

export interface ImportTask {
  readonly source: LocalImportSource;
  readonly document: WebDocument;
  /** Existing slugs at the top of the space, which pages of the import can't have. */
  readonly taken: readonly string[];
}

export interface ReadImport {
  readonly pages: FolderPages;
  /** Number of the import's files that became pages, and their total number. */
  readonly pageFiles: number;
  readonly total: number;
}

/** Reads an import as pages of a change request, which assigns ids. */
export interface PagesTask extends ImportTask, SentLinks {}

export type Outcome<Result> = Result | { readonly problem: string };

const file = workerFile('importWorker', './worker.ts', import.meta.url);

/**
 * Reads an import in a separate thread, so that only other imports and PDFs wait for it, whatever its content; limited
 * to `time` ms, with the wait for its turn. Rejects with Unimportable if it can't be read. The document's bytes are gone
 * afterwards.
 */
export async function readImport(task: ImportTask, time: number, signal: AbortSignal): Promise<ReadImport> {
  return read<ReadImport>(task, time, signal);
}

/** The same for the pages of a change request. */
export async function readImportedPages(task: PagesTask, time: number, signal: AbortSignal): Promise<ImportedPages> {
  return read<ImportedPages>(task, time, signal);
}

async function read<Result extends object>(task: ImportTask, time: number, signal: AbortSignal): Promise<Result> {
  const outcome = await inWorker<Result>(task, time, signal);
  if ('problem' in outcome) throw new Unimportable(outcome.problem);
  return outcome;
}

async function inWorker<Result>(task: ImportTask, time: number, signal: AbortSignal): Promise<Outcome<Result>> {
  try {
    const transfer = ownBuffers([task.document.bytes]);
    // The owner of a file of this computer can wait, or cancel.
    const deadline = task.document.url.startsWith('file:') ? 6 * time : time;
    const options = { kind: 'long', deadline, signal, transfer } as const;
    return await runInWorker<ImportTask, Outcome<Result>>(file, task, options);
  } catch (error) {
    if (!(error instanceof TaskEnded)) throw error;
    if (error.reason === 'busy') return { problem: 'waited too long for other imports and PDFs. Try again later' };
    const why =
      error.reason === 'time' ? `takes more than ${time / 1000} seconds to read` : 'needs too much memory to read';
    return { problem: `${why}. Split it into smaller parts and import them one by one` };
  }
}
