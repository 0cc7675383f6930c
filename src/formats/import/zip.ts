import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { importLimits, isHiddenName } from '../../model/pages/importSources.ts';
import { textIn } from './encoding.ts';
import { isMarkdown, largestFile } from './folderFiles.ts';
import { longestPage, Unimportable, type Importable } from './importable.ts';
import type { WebDocument } from '../webDocument.ts';

/** Limit in bytes. Other requests wait some seconds while this much is written and indexed. */
const mostMarkdown = 20_000_000;

/**
 * Unpacks an archive in memory, as a folder, without the single top folder that many archives have. Names that lead
 * outside make it unimportable, and so do wrong or too large sizes.
 */
export async function zipFolder({ bytes, url }: Pick<WebDocument, 'bytes' | 'url'>): Promise<Importable> {
  const unpacked = await unpackedOr(bytes);
  const around = folderAround([...unpacked.keys()]);
  const files = new Map([...unpacked].map(([path, content]) => [path.slice(around.length), content]));
  const pages = [...files].filter(
    ([path, content]) => isMarkdown(path) && (content?.length ?? Infinity) <= longestPage,
  );
  if (pages.reduce((sum, [, content]) => sum + (content?.length ?? 0), 0) > mostMarkdown) {
    throw new Unimportable(`has more than ${mostMarkdown / 1_000_000} MB of Markdown`);
  }
  const texts = new Map(pages.map(([path, content]) => [path, textIn(content ?? Buffer.alloc(0))]));
  const markdown = [...texts.keys()].filter((path) => !texts.get(path)?.includes('\0'));
  if (markdown.length === 0) throw new Unimportable('has no Markdown files');
  return {
    folder: {
      name: around.slice(0, -1) || new URL(url).hostname,
      markdown,
      text: (path) => texts.get(path) ?? '',
      bytes: (path) => files.get(path),
    },
    total: files.size,
  };
}

/** Files by path; undefined for those left out for their size. */
type Unpacked = Map<string, Buffer | undefined>;

async function unpackedOr(bytes: Buffer): Promise<Unpacked> {
  try {
    return await unpacked(await fromBufferPromise(bytes));
  } catch (error) {
    if (error instanceof Unimportable) throw error;
    throw new Unimportable(`is not a readable zip archive: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function unpacked(archive: ZipFile): Promise<Unpacked> {
  if (archive.entryCount > importLimits.files) throw new Unimportable(`has more than ${importLimits.files} files`);
  const files: Unpacked = new Map();
  let size = 0;
  for await (const entry of archive.eachEntry()) {
    const path = named(entry.fileName);
    if (path.endsWith('/') || path.split('/').some((segment) => isHiddenName(segment) || segment === '__MACOSX'))
      continue;
    size += entry.uncompressedSize;
    if (size > importLimits.unpacked)
      throw new Unimportable(`is larger than ${importLimits.unpacked / 1_000_000} MB when unpacked`);
    files.set(path, await contentOf(archive, entry));
  }
  return files;
}

/** Some archivers start every name with `./`, and some systems store accents as separate characters, unlike links. */
function named(path: string): string {
  return path.replace(/^(?:\.\/+)+/, '').normalize('NFC');
}

/** The stream fails if there is more or less data than the entry says. */
async function contentOf(archive: ZipFile, entry: Entry): Promise<Buffer | undefined> {
  if (entry.uncompressedSize > largestFile) return undefined;
  return await buffer(await archive.openReadStreamPromise(entry));
}

function folderAround(paths: readonly string[]): string {
  const [first = ''] = paths;
  const around = first.slice(0, first.indexOf('/') + 1);
  return around !== '' && paths.every((path) => path.startsWith(around)) ? around : '';
}
