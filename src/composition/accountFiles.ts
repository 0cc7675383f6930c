import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { viewedPrefix } from '../store/content/viewedMarks.ts';
import { inboxName } from '../store/comments/inbox.ts';
import { withoutTexts } from '../store/comments/inboxRecord.ts';
import { textsIn } from './smallTexts.ts';
import type { DraftStorage } from '../store/shared/draftFiles.ts';
import type { Storage } from '../store/shared/storage.ts';

export function sampleData(folder: string): string {
  return join(folder, 'sample');
}

export function accountData(folder: string, key: string): string {
  return join(folder, 'accounts', key);
}

/**
 * Deletes what is stored for an account, except what its user has viewed and read, for the next time they sign in. No
 * text of the server stays.
 */
export async function forgetAccountData(folder: string, key: string, warn: (message: string) => void): Promise<void> {
  const [data, marks] = [textsIn(accountData(folder, key), warn), marksOf(folder, key, warn)];
  try {
    for (const name of await data.names()) {
      if (name !== inboxName && !name.startsWith(viewedPrefix)) continue;
      const text = (await data.read(name)) ?? '';
      const stays = name === inboxName ? withoutTexts(text) : text;
      if (stays !== undefined) await marks.write(name, stays);
    }
  } catch (error) {
    warn(`What was viewed and read could not be kept: ${String(error)}`);
  }
  await rm(accountData(folder, key), { recursive: true, force: true });
}

/** Puts back what the user had viewed and read before they signed out. */
export async function restoreMarks(folder: string, key: string, warn: (message: string) => void): Promise<void> {
  const [data, marks] = [textsIn(accountData(folder, key), warn), marksOf(folder, key, warn)];
  try {
    for (const name of await marks.names()) {
      const text = await marks.read(name);
      if (text !== undefined && (await data.read(name)) === undefined) await data.write(name, text);
      await marks.delete(name);
    }
  } catch (error) {
    warn(`What was viewed and read could not be restored: ${String(error)}`);
  }
}

function marksOf(folder: string, key: string, warn: (message: string) => void): DraftStorage {
  return textsIn(join(folder, 'marks', key), warn);
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
