import { readdirSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { basename, join, posix, sep } from 'node:path';
import { isHiddenName } from '../../model/pages/importSources.ts';
import { textIn } from './encoding.ts';

/**
 * A folder to import from. Paths are relative to it, with `/`; no file outside of it can be read, whatever links say.
 */
export interface Folder {
  readonly name: string;
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

  return {
    name: basename(root),
    markdown: markdownIn(root, '', inside, new Set()),
    text: (relative) => {
      const found = inside(relative);
      return found?.isFile() ? textIn(readFileSync(join(root, relative))) : '';
    },
    bytes: (relative) => {
      if (relative.split('/').some(isHiddenName)) return undefined;
      const found = inside(relative);
      return found?.isFile() && found.size <= largestFile ? readFileSync(join(root, relative)) : undefined;
    },
  };
}

/** Size limits of Markdown and of other files, in bytes. */
export const largestText = 5_000_000;
export const largestFile = 20_000_000;

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

function markdownIn(
  root: string,
  folder: string,
  inside: (path: string) => Stats | undefined,
  seen: Set<string>,
): string[] {
  // A link to a parent folder would be followed forever.
  const real = realpathSync(join(root, folder));
  if (seen.has(real)) return [];
  seen.add(real);
  const names = readdirSync(join(root, folder)).sort(compareNames);
  return names.flatMap((name) => {
    if (name.startsWith('.') || name === 'node_modules') return [];
    const path = posix.join(folder, name);
    const found = inside(path);
    if (found?.isDirectory()) return markdownIn(root, path, inside, seen);
    return found?.isFile() && isMarkdown(name) && found.size <= largestText ? [path] : [];
  });
}
