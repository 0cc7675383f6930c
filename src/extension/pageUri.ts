import * as vscode from 'vscode';
import { uriOf, type Version } from '../model/address.ts';

/** The URI of a page, file or directory of a space in our file system. */
export function pageUri(account: string, space: string, path: string, version?: Version): vscode.Uri {
  return vscode.Uri.from(uriOf({ account, space, path, version }));
}
