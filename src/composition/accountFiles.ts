import { join } from 'node:path';
import { textsIn } from './smallTexts.ts';
import type { DraftStorage } from '../store/shared/draftFiles.ts';

export function sampleData(folder: string): string {
  return join(folder, 'sample');
}

export function accountData(folder: string, key: string): string {
  return join(folder, 'accounts', key);
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
