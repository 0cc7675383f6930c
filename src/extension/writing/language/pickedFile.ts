import * as vscode from 'vscode';
import { lastSegmentOf } from '../../../model/shared/segment.ts';

/** A file from outside. */
export interface PickedFile {
  /** Empty for a picture from the clipboard. */
  readonly name: string;
  /** Undefined if the source doesn't say it. */
  readonly type: string | undefined;
  /** In bytes. */
  readonly size: number;
  /** Not called for a file that is far too large. */
  readonly bytes: () => Promise<Uint8Array>;
}

/** A file that the user has picked or dropped. */
export async function pickedAt(uri: vscode.Uri): Promise<PickedFile> {
  const { size } = await vscode.workspace.fs.stat(uri);
  const bytes = async () => vscode.workspace.fs.readFile(uri);
  return { name: lastSegmentOf(uri.path), type: undefined, size, bytes };
}

/** VS Code calls a picture from the clipboard `image.png`. */
export function isNameless({ name }: { readonly name: string }): boolean {
  return name === '' || /^image\.\w+$/.test(name);
}
