import * as vscode from 'vscode';

/**
 * Asks for a location, starting in the open folder, else in the home directory. VS Code itself asks before it replaces
 * a file.
 */
export async function askWhereToSave(file: {
  readonly title: string;
  readonly name: string;
  readonly filters?: Record<string, string[]>;
}): Promise<vscode.Uri | undefined> {
  const { name, ...options } = file;
  const home = process.env['HOME'] ?? process.env['USERPROFILE'] ?? '/';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(home);
  return vscode.window.showSaveDialog({ ...options, defaultUri: vscode.Uri.joinPath(folder, name) });
}

/** A failed write leaves no partial file and doesn't remove the existing one. */
export async function saveWhole(file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const { fs } = vscode.workspace;
  const partial = file.with({ path: `${file.path}.${crypto.randomUUID().slice(0, 8)}.part` });
  try {
    await fs.writeFile(partial, bytes);
    await fs.rename(partial, file, { overwrite: true });
  } catch (error) {
    await fs.delete(partial).then(undefined, () => undefined);
    throw error;
  }
}
