import type { Folder } from './folderFiles.ts';

/** What an import is made of: a folder, and how many files it had before some were left out. */
export interface Importable {
  readonly folder: Folder;
  readonly total: number;
}

/** How many characters a page may have; as much as one can write into a change request. */
export const longestPage = 1_000_000;

/** A document is not what it was said to be. The message is a sentence without its subject: `holds no Markdown`. */
export class Unimportable extends Error {
  override readonly name = 'Unimportable';
}
