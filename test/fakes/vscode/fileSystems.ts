import type { Dirent } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileType } from './enums.ts';
import { Disposable, type Disposed } from './events.ts';
import type { Uri } from './places.ts';
import { FileSystemError } from './values.ts';

export interface FileSystem {
  readonly onDidChangeFile?: (listener: (changes: readonly { readonly uri: Uri }[]) => unknown) => unknown;
  stat(uri: Uri): unknown;
  readFile(uri: Uri): unknown;
  readDirectory(uri: Uri): unknown;
  writeFile(uri: Uri, bytes: Uint8Array, options: object): unknown;
  delete(uri: Uri, options: object): unknown;
  rename(from: Uri, to: Uri, options: object): unknown;
  createDirectory(uri: Uri): unknown;
}

export interface FileState {
  readonly mtime: number;
  readonly size: number;
}

interface TextProvider {
  readonly onDidChange?: (listener: (uri: Uri) => unknown) => unknown;
  provideTextDocumentContent(uri: Uri, token: object): unknown;
}

/** The file systems and the providers of virtual documents that are registered, by scheme. */
export const fileSystems = new Map<string, FileSystem>();
export const readonlySchemes = new Set<string>();
export const textProviders = new Map<string, TextProvider>();

export const neverCancelled = {
  isCancellationRequested: false,
  onCancellationRequested: () => new Disposable(() => undefined),
};

/** Registers something by scheme, and calls back about each of its changes. */
export function register<Provider>(
  all: Map<string, Provider>,
  scheme: string,
  provider: Provider,
  following: unknown,
): Disposable {
  all.set(scheme, provider);
  return new Disposable(() => {
    if (all.get(scheme) === provider) all.delete(scheme);
    (following as Disposed | undefined)?.dispose();
  });
}

/** The text of a document that isn't open; undefined if nothing provides its scheme. */
export async function textAt(uri: Uri): Promise<string | undefined> {
  const texts = textProviders.get(uri.scheme);
  if (texts) return ((await texts.provideTextDocumentContent(uri, neverCancelled)) as string | undefined) ?? '';
  if (uri.scheme !== 'file' && !fileSystems.has(uri.scheme)) return undefined;
  return new TextDecoder().decode(await fs.readFile(uri));
}

/** Undefined if no file system has its scheme, or if there is no such file. */
export async function stateAt(uri: Uri): Promise<FileState | undefined> {
  if (uri.scheme !== 'file' && !fileSystems.has(uri.scheme)) return undefined;
  try {
    const { mtime, size } = (await fs.stat(uri)) as FileState;
    return { mtime, size };
  } catch {
    return undefined;
  }
}

function at({ scheme }: Uri): FileSystem {
  return fileSystems.get(scheme) ?? disk;
}

/** `vscode.workspace.fs` */
export const fs = {
  stat: async (uri: Uri) => at(uri).stat(uri),
  readFile: async (uri: Uri) => (await at(uri).readFile(uri)) as Uint8Array,
  readDirectory: async (uri: Uri) => (await at(uri).readDirectory(uri)) as [string, number][],
  writeFile: async (uri: Uri, bytes: Uint8Array) => at(uri).writeFile(uri, bytes, { create: true, overwrite: true }),
  delete: async (uri: Uri, options: object = {}) => at(uri).delete(uri, options),
  /** Only within a file system. */
  rename: async (from: Uri, to: Uri, { overwrite = false }: { readonly overwrite?: boolean } = {}) =>
    at(from).rename(from, to, { overwrite }),
  createDirectory: async (uri: Uri) => at(uri).createDirectory(uri),
  isWritableFileSystem: (scheme: string) =>
    scheme === 'file' || fileSystems.has(scheme) ? !readonlySchemes.has(scheme) : undefined,
};

const disk: FileSystem = {
  stat: async ({ fsPath }) => {
    const found = await stat(fsPath).catch(failed);
    return {
      type: typeOf(found) | ((await lstat(fsPath)).isSymbolicLink() ? FileType.SymbolicLink : 0),
      size: found.size,
      mtime: found.mtimeMs,
      ctime: found.ctimeMs,
    };
  },
  readFile: async ({ fsPath }) => readFile(fsPath).catch(failed),
  readDirectory: async ({ fsPath }) =>
    Promise.all(
      (await readdir(fsPath, { withFileTypes: true }).catch(failed)).map(async (entry) => [
        entry.name,
        entry.isSymbolicLink() ? FileType.SymbolicLink | (await typeBehind(entry)) : typeOf(entry),
      ]),
    ),
  writeFile: async ({ fsPath }, bytes) => writeFile(fsPath, bytes),
  delete: async ({ fsPath }) => rm(fsPath, { recursive: true }),
  rename: async (from, to, { overwrite }: { readonly overwrite?: boolean }) => {
    if (!overwrite && (await stat(to.fsPath).catch(() => undefined))) throw FileSystemError.FileExists(to.fsPath);
    await rename(from.fsPath, to.fsPath).catch(failed);
  },
  createDirectory: async ({ fsPath }) => mkdir(fsPath, { recursive: true }),
};

function typeOf(entry: Pick<Dirent, 'isDirectory'>): number {
  return entry.isDirectory() ? FileType.Directory : FileType.File;
}

/** The type of a link's target; a broken link has none. */
async function typeBehind({ parentPath, name }: Dirent): Promise<number> {
  return stat(path.join(parentPath, name)).then(typeOf, () => FileType.Unknown);
}

function failed(error: NodeJS.ErrnoException): never {
  switch (error.code) {
    case 'ENOENT':
      throw FileSystemError.FileNotFound(error.message);
    case 'EISDIR':
      throw FileSystemError.FileIsADirectory(error.message);
    case 'ENOTDIR':
      throw FileSystemError.FileNotADirectory(error.message);
    default:
      throw error;
  }
}
