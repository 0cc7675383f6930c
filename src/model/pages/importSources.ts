import { decoded } from '../shared/decoded.ts';

/** The import sources that the local platform supports. */
export const localImportSources = ['markdown', 'html', 'zip'] as const;

export type LocalImportSource = (typeof localImportSources)[number];

/** Limits of an import from the web: in bytes as received, in files, in bytes when unpacked, and in bytes of Markdown. */
export const importLimits = { bytes: 20_000_000, files: 5000, unpacked: 100_000_000, markdown: 20_000_000 } as const;

/** The same for files of this computer, whose owner can wait. */
export const diskLimits = { bytes: 200_000_000, files: 30_000, unpacked: 400_000_000, markdown: 80_000_000 } as const;

/** The source type of a file, by its name; undefined if it can't be imported. */
export function importSourceOf(name: string): LocalImportSource | undefined {
  if (/\.(?:md|markdown|txt)$/i.test(name)) return 'markdown';
  if (/\.html?$/i.test(name)) return 'html';
  return /\.zip$/i.test(name) ? 'zip' : undefined;
}

/**
 * Whether files with this name, or in a folder with it, are left out of an import. Exports keep their images in
 * `.gitbook`, and their settings in `.gitbook.yaml`.
 */
export function isHiddenName(name: string): boolean {
  return (name.startsWith('.') && !/^\.gitbook(?:\.ya?ml)?$/.test(name)) || name === 'node_modules';
}

/**
 * What the names of files in a text end with, from the last letters before their period on: enough to leave out most files
 * that no page names, in whatever syntax.
 */
export function nameEndings(text: string): string[] {
  const plain = text.replace(/(?:%[0-9a-f]{2})+/gi, decoded).normalize('NFC');
  return plain.match(/[\p{L}\p{N}]{0,100}\.[\p{L}\p{N}]{1,20}/gu) ?? [];
}

/** What an import changed in a file, or left out of it, for its report. */
export interface ImportNote {
  readonly kind:
    | ('skipped' | 'unlisted' | 'encoding' | 'longTitle' | 'limit' | 'frontMatter' | 'property')
    | ('include' | 'file' | 'upload' | 'redirect' | 'setting');
  /** The path of the file. */
  readonly path: string;
  readonly detail?: string;
}

/** A page that an import creates in a change request. */
export interface ImportedPage {
  /** Unique in its import, and the same each time that it is read. */
  readonly key: string;
  readonly title: string;
  /** Its path on the server, as far as it follows from titles. */
  readonly path: string;
  /** Without its title; links lead to the paths of pages. */
  readonly text: string;
  readonly children: readonly ImportedPage[];
}

/** An import as the pages of a change request. */
export interface ImportedPages {
  readonly pages: readonly ImportedPage[];
  readonly files: readonly ImportedFile[];
  readonly notes: readonly ImportNote[];
}

/** A file that pages use, and that the server doesn't have. */
export interface ImportedFile {
  /** In the import. */
  readonly path: string;
  /** Undefined if no page links to it, such as a cover, or if it is far too large to be sent. */
  readonly bytes?: Uint8Array | undefined;
}

/** What the server has of an import. Links lead there. */
export interface SentLinks {
  /** The paths that the server gave pages, by key. */
  readonly paths: Readonly<Record<string, string>>;
  /** The ids that the server gave files, by their paths in the import. */
  readonly fileIds: Readonly<Record<string, string>>;
}
