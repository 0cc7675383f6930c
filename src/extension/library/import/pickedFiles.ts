import * as vscode from 'vscode';
import {
  diskLimits,
  importLimits,
  importSourceOf,
  isHiddenName,
  nameEndings,
  type ImportNote,
  type LocalImportSource,
} from '../../../model/pages/importSources.ts';
import { plural } from '../../ground/words/plural.ts';

/** The file that the user picked. A folder becomes a zip archive. */
export interface PickedFile {
  readonly name: string;
  readonly source: LocalImportSource;
  readonly bytes: Uint8Array;
  /** What the archive of a folder leaves out. */
  readonly skipped: readonly ImportNote[];
}

export type PickKind = 'file' | 'folder';

/** Undefined if the user dismisses the dialog. */
export async function pickUri(kind: PickKind, title: string): Promise<vscode.Uri | undefined> {
  const isFolder = kind === 'folder';
  const picked = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t('Import'),
    canSelectFiles: !isFolder,
    canSelectFolders: isFolder,
    ...(!isFolder && {
      filters: { [vscode.l10n.t('Markdown, HTML, ZIP')]: ['md', 'markdown', 'txt', 'html', 'htm', 'zip'] },
    }),
  });
  return picked?.[0];
}

/** Reads the picked file. Rejects with a readable error if it is too large or can't be imported. */
export async function readPicked(
  uri: vscode.Uri,
  token: vscode.CancellationToken,
  progress: vscode.Progress<{ message?: string }>,
): Promise<PickedFile> {
  const name = nameOf(uri);
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (type & vscode.FileType.Directory) return { name, source: 'zip', ...(await zipped(uri, token, progress)) };
  const source = importSourceOf(name);
  if (!source) {
    throw new Error(
      vscode.l10n.t("“{0}” can't be imported. Choose a Markdown file, a web page, or a ZIP archive.", name),
    );
  }
  if (size > diskLimits.bytes) throw tooLarge(name, diskLimits.bytes);
  return { name, source, bytes: await vscode.workspace.fs.readFile(uri), skipped: [] };
}

export function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1).replace(/\/$/, '');
}

const top = 'folder/';

/**
 * The pages of a folder with the files that they name. Symbolic links are left out: they could point outside the folder, or
 * form a cycle.
 */
async function zipped(
  folder: vscode.Uri,
  token: vscode.CancellationToken,
  progress: vscode.Progress<{ message?: string }>,
): Promise<Pick<PickedFile, 'bytes' | 'skipped'>> {
  const name = nameOf(folder);
  const found: { readonly uri: vscode.Uri; readonly path: string }[] = [];
  const files = new Map<string, Uint8Array>();
  const skipped: ImportNote[] = [];
  const skip = (path: string, detail: string): undefined =>
    void skipped.push({ kind: 'skipped', path: path.slice(top.length), detail });
  let size = 0;

  async function find(at: vscode.Uri, path: string): Promise<void> {
    for (const [entry, type] of await vscode.workspace.fs.readDirectory(at)) {
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      if (isHiddenName(entry)) continue;
      const uri = vscode.Uri.joinPath(at, entry);
      // Names in an archive can't contain a backslash.
      if (entry.includes('\\')) skip(path + entry, vscode.l10n.t('backslash in its name'));
      else if (type & vscode.FileType.SymbolicLink) skip(path + entry, vscode.l10n.t('symbolic link'));
      else if (type === vscode.FileType.Directory) await find(uri, `${path}${entry}/`);
      else if (type === vscode.FileType.File) found.push({ uri, path: `${path}${entry}` });
    }
  }

  async function add({ uri, path }: (typeof found)[number]): Promise<Uint8Array | undefined> {
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    const { size: own } = await vscode.workspace.fs.stat(uri);
    if (own > importLimits.bytes)
      return skip(path, vscode.l10n.t('larger than {0} MB', importLimits.bytes / 1_000_000));
    if ((size += own) > diskLimits.unpacked) throw tooLarge(name, diskLimits.unpacked);
    const bytes = await vscode.workspace.fs.readFile(uri);
    files.set(path, bytes);
    progress.report({ message: plural(vscode.l10n.t('{0} file read|{0} files read'), files.size) });
    return bytes;
  }

  // All entries go into one folder, which is ignored when the archive is read: archives refuse top-level names that
  // look like a drive, such as “Q: why.md”.
  await find(folder, top);
  const isPage = ({ path }: { readonly path: string }) => /\.(?:md|markdown)$|\/\.gitbook\.ya?ml$/i.test(path);
  const named = new Set<string>();
  let isUtf8 = true;
  for (const file of found.filter(isPage)) {
    const text = new TextDecoder().decode(await add(file));
    isUtf8 &&= !text.includes('\ufffd') && !text.includes('\0');
    for (const ending of nameEndings(text)) named.add(ending);
  }
  for (const file of found.filter((each) => !isPage(each))) {
    const ending = nameEndings(file.path.slice(file.path.lastIndexOf('/') + 1)).at(-1);
    if (!isUtf8 || ending === undefined || named.has(ending)) await add(file);
  }
  if (files.size > diskLimits.files) {
    throw new Error(
      plural(
        vscode.l10n.t(
          '“{1}” contains more than {0} file. Choose a smaller folder.|“{1}” contains more than {0} files. Choose a smaller folder.',
        ),
        diskLimits.files,
        name,
      ),
    );
  }
  // Imported through a file of ours, so that the package contains only the used part of the library.
  const { packed } = await import('./packed.ts');
  const bytes = packed(files);
  if (bytes.length > diskLimits.bytes) throw tooLarge(name, diskLimits.bytes);
  return { bytes, skipped };
}

function tooLarge(name: string, bytes: number): Error {
  return new Error(
    vscode.l10n.t('“{0}” is larger than {1} MB. Import it in smaller parts.', name, Math.round(bytes / 1_000_000)),
  );
}
