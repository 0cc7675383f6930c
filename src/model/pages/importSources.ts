/** The sources of imports that the local platform reads. */
export const localImportSources = ['markdown', 'html', 'zip'] as const;

export type LocalImportSource = (typeof localImportSources)[number];

/** What an import may be at most: in bytes as it comes, in files, and in bytes when unpacked. */
export const importLimits = { bytes: 20_000_000, files: 5000, unpacked: 100_000_000 } as const;

/** The source that a file is by its name; undefined for one that can't be imported. */
export function importSourceOf(name: string): LocalImportSource | undefined {
  if (/\.(?:md|markdown|txt)$/i.test(name)) return 'markdown';
  if (/\.html?$/i.test(name)) return 'html';
  return /\.zip$/i.test(name) ? 'zip' : undefined;
}

/** Whether files with this name, or in a folder with it, stay out of an import. Exports keep their pictures in `.gitbook`. */
export function isHiddenName(name: string): boolean {
  return (name.startsWith('.') && name !== '.gitbook') || name === 'node_modules';
}

/** A page that an import becomes in a change request. */
export interface ImportedPage {
  /** Unique in its import, and the same each time it is read. */
  readonly key: string;
  readonly title: string;
  /** Its path on the platform, as far as that follows titles. */
  readonly path: string;
  /** Without its title; links lead to the paths of pages. */
  readonly text: string;
  readonly children: readonly ImportedPage[];
}

/** An import as the pages of a change request. */
export interface ImportedPages {
  readonly pages: readonly ImportedPage[];
  /** Paths of the files that pages show. A change request takes no files. */
  readonly files: readonly string[];
}
