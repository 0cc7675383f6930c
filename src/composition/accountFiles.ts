import { join } from 'node:path';
import { textsIn } from './smallTexts.ts';
import type { DraftStorage } from '../store/shared/draftFiles.ts';
import type { Storage } from '../store/shared/storage.ts';

export function sampleData(folder: string): string {
  return join(folder, 'sample');
}

export function accountData(folder: string, key: string): string {
  return join(folder, 'accounts', key);
}

/** The cached answers of an account's server. */
export interface AccountCache extends Storage {
  /** Waits for what is being written. What arrives later is dropped, so that the folder can be deleted. */
  close(): Promise<void>;
}

export function cacheOf(folder: string, key: string, warn: (message: string) => void): AccountCache {
  const texts = textsIn(accountData(folder, key), warn);
  const writing = new Set<Promise<void>>();
  let isClosed = false;
  return {
    read: (name) => texts.read(name),
    async write(name, text) {
      if (isClosed) return;
      const written = texts.write(name, text);
      writing.add(written);
      try {
        await written;
      } finally {
        writing.delete(written);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(writing);
    },
  };
}

/** The folders with unsent texts and files of an account. */
export function draftsOf(
  folder: string,
  key: string,
  warn: (message: string) => void,
): Readonly<Record<'pages' | 'files' | 'comments' | 'suggestions', DraftStorage>> {
  return {
    pages: textsIn(join(folder, 'page-drafts', key), warn),
    files: textsIn(join(folder, 'file-drafts', key), warn),
    comments: textsIn(join(folder, 'drafts', key), warn),
    suggestions: textsIn(join(folder, 'suggestion-drafts', key), warn),
  };
}
