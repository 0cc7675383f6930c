import * as vscode from 'vscode';

/** Small texts by key, each a file of its own below `folder`. */
export interface Texts {
  read(key: string): Promise<string | undefined>;
  write(key: string, text: string): Promise<void>;
}

/** A key may hold any characters; each becomes one file name. Writing replaces the file as a whole. */
export function filesIn(folder: vscode.Uri): Texts {
  const fileOf = (key: string): vscode.Uri => vscode.Uri.joinPath(folder, `${encodeURIComponent(key)}.json`);
  return {
    async read(key) {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(fileOf(key)));
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
        throw error;
      }
    },
    async write(key, text) {
      const temporary = fileOf(`${key}.${crypto.randomUUID()}`);
      await vscode.workspace.fs.writeFile(temporary, new TextEncoder().encode(text));
      await vscode.workspace.fs.rename(temporary, fileOf(key), { overwrite: true });
    },
  };
}
