import { buffer } from 'node:stream/consumers';
import { TextDecoder } from 'node:util';
import { fromBufferPromise, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from 'yauzl';
import { diskLimits, importLimits, isHiddenName, type ImportNote } from '../../model/pages/importSources.ts';
import { notedText } from './encoding.ts';
import { isPageFile, largestFile } from './folderFiles.ts';
import { guessedEncoding } from './guessedEncoding.ts';
import { longestPage, Unimportable, type Importable } from './importable.ts';
import type { WebDocument } from '../webDocument.ts';

/**
 * Unpacks an archive in memory, as a folder, without the single top folder that many archives have. Names that lead
 * outside make it unimportable, and so do wrong or too large sizes.
 */
export async function zipFolder({ bytes, url }: Pick<WebDocument, 'bytes' | 'url'>): Promise<Importable> {
  const notes: ImportNote[] = [];
  const limits = url.startsWith('file:') ? diskLimits : importLimits;
  const unpacked = await unpackedOr(bytes, limits, notes);
  const around = folderAround([...unpacked.keys()]);
  const files = new Map([...unpacked].map(([path, content]) => [path.slice(around.length), content]));
  const texts = new Map<string, string>();
  let size = 0;
  for (const [path, content] of files) {
    if (!isPageFile(path)) continue;
    const skip = (detail: string) => notes.push({ kind: 'skipped', path, detail });
    if ((content?.length ?? Infinity) > longestPage) skip(`larger than ${longestPage / 1_000_000} MB`);
    else if ((size += content?.length ?? 0) > limits.markdown) {
      throw new Unimportable(`has more than ${limits.markdown / 1_000_000} MB of Markdown`);
    } else {
      const text = notedText(content, path, notes);
      if (text.includes('\0')) skip('not a text file');
      else texts.set(path, text);
    }
  }
  if (texts.size === 0) throw new Unimportable('has no Markdown files');
  return {
    folder: {
      name: around.slice(0, -1) || new URL(url).hostname,
      notes,
      markdown: [...texts.keys()],
      text: (path) => texts.get(path) ?? notedText(files.get(path), path, notes),
      bytes: (path) => files.get(path),
    },
    total: files.size,
  };
}

/** Files by path; undefined for those left out for their size. */
type Unpacked = Map<string, Buffer | undefined>;

async function unpackedOr(bytes: Buffer, limits: Limits, notes: ImportNote[]): Promise<Unpacked> {
  const files: Unpacked = new Map();
  const room = { limits, files: limits.files, bytes: limits.unpacked };
  try {
    let archives: [string, Buffer | undefined][] = [['', bytes]];
    // Exports of Notion are an archive of archives, each with a part of the pages.
    for (let level = 0; archives.length > 0 && level < deepestArchive; level += 1) {
      for (const [, archive] of archives) {
        if (archive) for (const [path, content] of await unpacked(archive, room, notes)) files.set(path, content);
      }
      const isNested = ![...files.keys()].some(isPageFile);
      archives = isNested ? [...files].filter(([path]) => /\.zip$/i.test(path)) : [];
      if (archives.length > 0) files.clear();
    }
    return files;
  } catch (error) {
    if (error instanceof Unimportable) throw error;
    throw new Unimportable(`is not a readable zip archive: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** How many archives may be in each other. */
const deepestArchive = 3;

type Limits = Readonly<Record<keyof typeof importLimits, number>>;

interface Room {
  readonly limits: Limits;
  files: number;
  bytes: number;
}

async function unpacked(bytes: Buffer, room: Room, notes: ImportNote[]): Promise<Unpacked> {
  const archive: ZipFile = await fromBufferPromise(bytes, { decodeStrings: false });
  if ((room.files -= archive.entryCount) < 0) throw new Unimportable(`has more than ${room.limits.files} files`);
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  const nameOf = namer(entries);
  const files: Unpacked = new Map();
  for (const entry of entries) {
    const path = nameOf(entry);
    if (path.endsWith('/') || path.split('/').some((segment) => isHiddenName(segment) || segment === '__MACOSX'))
      continue;
    room.bytes -= entry.uncompressedSize;
    if (room.bytes < 0) throw new Unimportable(`is larger than ${room.limits.unpacked / 1_000_000} MB when unpacked`);
    const content = await contentOf(archive, entry);
    if (!content) notes.push({ kind: 'skipped', path, detail: `larger than ${largestFile / 1_000_000} MB` });
    files.set(path, content);
  }
  return files;
}

/**
 * Many programs don't say which encoding they write names in: UTF-8, or the encoding of their computer, which is guessed from
 * all names together.
 */
function namer(entries: readonly Entry[]): (entry: Entry) => string {
  const isUtf8 = (name: Uint8Array) => !new TextDecoder().decode(name).includes('\ufffd');
  const others = entries.map(({ fileNameRaw }) => fileNameRaw).filter((name) => !isUtf8(name));
  const encoding = guessedEncoding(Buffer.concat(others.flatMap((name) => [name, Buffer.from('\n')])), isEastern);
  return ({ generalPurposeBitFlag, fileNameRaw, extraFields }) => {
    const own = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
    const isSaid = (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === 0x7075);
    const guessed = isUtf8(fileNameRaw) ? 'utf-8' : encoding;
    const name =
      isSaid || guessed === undefined ? own : new TextDecoder(guessed).decode(fileNameRaw).replaceAll('\\', '/');
    const problem = validateFileName(name);
    if (problem !== null) throw new Unimportable(`is not a readable zip archive: ${problem}`);
    return named(name);
  };
}

/** Western names without an encoding are in that of DOS. */
function isEastern(encoding: string): boolean {
  return !/^windows-125[02478]|^iso/.test(encoding);
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
