import * as vscode from 'vscode';
import { asApiError } from './errorEdge.ts';

/**
 * An error of ours as VS Code takes it from a file system: it tells what is not there from what may not be read, and what may
 * be tried again. `gone` says what is not there; without it, the address does.
 */
export function fileSystemErrorOf(error: unknown, uri: vscode.Uri, gone?: string): Error {
  if (error instanceof Error && error.name === 'GoneError') return vscode.FileSystemError.FileNotFound(error.message);
  const api = asApiError(error);
  switch (api?.kind) {
    case 'missing':
      return vscode.FileSystemError.FileNotFound(gone ?? uri);
    case 'forbidden':
    case 'signedOut':
      return vscode.FileSystemError.NoPermissions(api.message);
    case undefined:
      return error instanceof Error ? error : new Error(String(error));
    default:
      return vscode.FileSystemError.Unavailable(api?.message);
  }
}
