import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { lastSegmentOf } from '../../model/shared/segment.ts';
import { compareNames, isMarkdown, openFolder, type Folder } from '../../formats/import/folderFiles.ts';

/** The files of the sample workspace. */
export interface SampleFiles {
  text(path: string): string;
  /** `from` is the folder of this repository that is read instead, if the sample has no copy of its own. */
  folder(path: string, from?: string): Folder;
}

/**
 * Opens the sample workspace: a folder, or the single compressed file that the build makes of it, which downloads and
 * installs faster than hundreds of small ones.
 */
export function openSampleFiles(path: string): SampleFiles {
  return path.endsWith('.json.br') ? archivedFiles(path) : filesIn(path);
}

function filesIn(folder: string): SampleFiles {
  return {
    text: (path) => readFileSync(join(folder, path), 'utf8'),
    folder: (path, from) => openFolder(from === undefined ? join(folder, path) : join(folder, '../..', from)),
  };
}

/** By path: a text, or the Base64 bytes of another file. */
type Archive = Readonly<Record<string, string | { readonly base64: string }>>;

function archivedFiles(archive: string): SampleFiles {
  const files = new Map(Object.entries(JSON.parse(brotliDecompressSync(readFileSync(archive)).toString()) as Archive));
  const text = (path: string): string => {
    const content = files.get(path);
    if (typeof content !== 'string') throw new Error(`${archive} has no text file ${path}`);
    return content;
  };
  return {
    text,
    folder: (path) => ({
      name: lastSegmentOf(path),
      markdown: [...files.keys()]
        .filter((name) => name.startsWith(`${path}/`) && isMarkdown(name))
        .map((name) => name.slice(path.length + 1))
        .sort(comparePaths),
      text: (name) => text(`${path}/${name}`),
      bytes: (name) => {
        const content = files.get(`${path}/${name}`);
        if (content === undefined) return undefined;
        return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64');
      },
    }),
  };
}

/** The order in which a folder is traversed: by the first segment that differs. */
function comparePaths(one: string, other: string): number {
  const [segments, others] = [one.split('/'), other.split('/')];
  const at = segments.findIndex((segment, index) => segment !== others[index]);
  return compareNames(segments[at] ?? '', others[at] ?? '');
}
