import * as vscode from 'vscode';
import {
  importLimits,
  importSourceOf,
  isHiddenName,
  type LocalImportSource,
} from '../../../model/pages/importSources.ts';
import { plural } from '../../ground/words/plural.ts';

/** The file that the user picked. A folder becomes a zip archive. */
export interface PickedFile {
  readonly name: string;
  readonly source: LocalImportSource;
  readonly bytes: Uint8Array;
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
export async function readPicked(uri: vscode.Uri, token: vscode.CancellationToken): Promise<PickedFile> {
  const name = nameOf(uri);
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (type & vscode.FileType.Directory) return { name, source: 'zip', bytes: await zipped(uri, token) };
  const source = importSourceOf(name);
  if (!source) {
    throw new Error(
      vscode.l10n.t("“{0}” can't be imported. Choose a Markdown file, a web page, or a ZIP archive.", name),
    );
  }
  if (size > importLimits.bytes) throw tooLarge(name, importLimits.bytes);
  return { name, source, bytes: await vscode.workspace.fs.readFile(uri) };
}

export function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1).replace(/\/$/, '');
}

/** Symbolic links are left out: they could point outside the folder, or form a cycle. */
async function zipped(folder: vscode.Uri, token: vscode.CancellationToken): Promise<Uint8Array> {
  const name = nameOf(folder);
  const files = new Map<string, Uint8Array>();
  let size = 0;

  async function addAll(at: vscode.Uri, path: string): Promise<void> {
    for (const [entry, type] of await vscode.workspace.fs.readDirectory(at)) {
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      // Names in an archive can't contain a backslash.
      if (isHiddenName(entry) || entry.includes('\\')) continue;
      const uri = vscode.Uri.joinPath(at, entry);
      if (type === vscode.FileType.Directory) await addAll(uri, `${path}${entry}/`);
      else if (type === vscode.FileType.File) await add(uri, `${path}${entry}`);
    }
  }

  async function add(uri: vscode.Uri, path: string): Promise<void> {
    const file = await vscode.workspace.fs.stat(uri);
    if (file.size > importLimits.bytes) return;
    if ((size += file.size) > importLimits.unpacked) throw tooLarge(name, importLimits.unpacked);
    if (files.size === importLimits.files) {
      throw new Error(
        plural(
          vscode.l10n.t(
            '“{1}” contains more than {0} file. Choose a smaller folder.|“{1}” contains more than {0} files. Choose a smaller folder.',
          ),
          importLimits.files,
          name,
        ),
      );
    }
    files.set(path, await vscode.workspace.fs.readFile(uri));
  }

  // All entries go into one folder, which is ignored when the archive is read: archives refuse top-level names that
  // look like a drive, such as “Q: why.md”.
  await addAll(folder, 'folder/');
  const { zipSync } = await import('fflate');
  // Text compresses well. Pictures are already compressed.
  const packed = zipSync(
    Object.fromEntries([...files].map(([path, bytes]) => [path, [bytes, { level: isText(path) ? 1 : 0 }]])),
  );
  if (packed.length > importLimits.bytes) throw tooLarge(name, importLimits.bytes);
  return packed;
}

function isText(path: string): boolean {
  return importSourceOf(path) !== undefined && !/\.zip$/i.test(path);
}

function tooLarge(name: string, bytes: number): Error {
  return new Error(
    vscode.l10n.t('“{0}” is larger than {1} MB. Import it in smaller parts.', name, Math.round(bytes / 1_000_000)),
  );
}
