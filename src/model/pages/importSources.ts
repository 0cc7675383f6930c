/** The import sources that the local platform supports. */
export const localImportSources = ['markdown', 'html', 'zip'] as const;

export type LocalImportSource = (typeof localImportSources)[number];

/** Limits of an import: in bytes as received, in files, and in bytes when unpacked. */
export const importLimits = { bytes: 20_000_000, files: 5000, unpacked: 100_000_000 } as const;

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

/** What an import changed in a file, or left out of it, for its report. */
export interface ImportNote {
  readonly kind:
    | ('skipped' | 'unlisted' | 'encoding' | 'title' | 'limit' | 'frontMatter' | 'property')
    | ('include' | 'file' | 'redirect' | 'setting');
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
  /** Paths of the files that pages use. A change request accepts no files. */
  readonly files: readonly string[];
  readonly notes: readonly ImportNote[];
}
