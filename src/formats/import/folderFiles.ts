import { readdirSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { basename, join, posix, sep } from 'node:path';
import { isHiddenName, type ImportNote } from '../../model/pages/importSources.ts';
import { notedText } from './encoding.ts';

/**
 * A folder to import from. Paths are relative to it, with `/`; no file outside of it can be read, whatever links say.
 */
export interface Folder {
  readonly name: string;
  /** What its import changes or leaves out, for the report. */
  readonly notes?: ImportNote[];
  /** Paths of Markdown files, in natural order within each folder. */
  readonly markdown: readonly string[];
  text(path: string): string;
  /** Bytes of a file that pages can use; undefined if it is missing, hidden, too large, or outside. */
  bytes(path: string): Uint8Array | undefined;
}

const order = new Intl.Collator('en', { numeric: true });

export function compareNames(one: string, other: string): number {
  return order.compare(one, other) || (one < other ? -1 : 1);
}

/**
 * Opens the folder; throws if it is not a folder. Skips `node_modules`, names that begin with a dot, and links that
 * lead outside.
 */
export function openFolder(path: string): Folder {
  const root = realpathSync(path);
  const inside = (relative: string): Stats | undefined => {
    try {
      const real = realpathSync(join(root, relative));
      return real === root || real.startsWith(root + sep) ? statSync(real) : undefined;
    } catch {
      return undefined;
    }
  };

  const notes: ImportNote[] = [];
  const skip = (path: string, detail: string): undefined => void notes.push({ kind: 'skipped', path, detail });
  const read = (path: string, most: number): Uint8Array | undefined => {
    const found = inside(path);
    if (!found?.isFile()) return undefined;
    if (found.size > most) return skip(path, `larger than ${most / 1_000_000} MB`);
    try {
      return readFileSync(join(root, path));
    } catch (error) {
      return skip(path, error instanceof Error ? error.message : String(error));
    }
  };
  return {
    name: basename(root),
    notes,
    markdown: markdownIn(root, '', { inside, skip, seen: new Set() }),
    text: (path) => notedText(read(path, largestText), path, notes),
    bytes: (path) => (path.split('/').some(isHiddenName) ? undefined : read(path, largestFile)),
  };
}

/** Size limits of Markdown and of other files, in bytes. */
export const largestText = 5_000_000;
export const largestFile = 20_000_000;

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/** Whether a Markdown file is a page: those in a folder such as `.gitbook` are files, or parts of pages. */
export function isPageFile(path: string): boolean {
  return isMarkdown(path) && !path.startsWith('.') && !path.includes('/.');
}

interface Walk {
  readonly inside: (path: string) => Stats | undefined;
  readonly skip: (path: string, detail: string) => void;
  /** A link to a parent folder would be followed forever. */
  readonly seen: Set<string>;
}

function markdownIn(root: string, folder: string, walk: Walk): string[] {
  try {
    const real = realpathSync(join(root, folder));
    if (walk.seen.has(real)) return [];
    walk.seen.add(real);
    return readdirSync(join(root, folder))
      .sort(compareNames)
      .flatMap((name) => {
        if (name.startsWith('.') || name === 'node_modules') return [];
        const path = posix.join(folder, name);
        const found = walk.inside(path);
        if (found?.isDirectory()) return markdownIn(root, path, walk);
        if (!found?.isFile() || !isMarkdown(name)) return [];
        if (found.size <= largestText) return [path];
        walk.skip(path, `larger than ${largestText / 1_000_000} MB`);
        return [];
      });
  } catch (error) {
    // The folder itself has to be readable.
    if (folder === '') throw error;
    walk.skip(folder, error instanceof Error ? error.message : String(error));
    return [];
  }
}
