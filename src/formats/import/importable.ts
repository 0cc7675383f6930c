import type { Folder } from './folderFiles.ts';

/** The content of an import: a folder, and its number of files before some were left out. */
export interface Importable {
  readonly folder: Folder;
  readonly total: number;
}

/** Limit of a page's text, in characters; the same as in a change request. */
export const longestPage = 1_000_000;

/** A document isn't in the expected format. The message is a sentence without its subject: `has no Markdown files`. */
export class Unimportable extends Error {
  override readonly name = 'Unimportable';
}
