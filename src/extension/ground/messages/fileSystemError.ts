import * as vscode from 'vscode';
import { GoneError } from '../../../model/settings/errors.ts';
import { failureOf, ReasonedError } from '../../../model/shared/failure.ts';
import { isMissingCode } from './missingCode.ts';
import { sentenceOf } from './sentence.ts';

/**
 * Turns one of our errors into a file system error of VS Code, which distinguishes a missing file from a forbidden one
 * and from an error worth retrying. `gone` names what is missing; without it, the URI does.
 */
export function fileSystemErrorOf(error: unknown, uri: vscode.Uri, gone?: string): Error {
  if (error instanceof GoneError) return vscode.FileSystemError.FileNotFound(sentenceOf(error));
  const api = failureOf(error);
  switch (api?.kind) {
    case 'missing':
      return vscode.FileSystemError.FileNotFound(gone ?? uri);
    case 'forbidden':
    case 'signedOut':
      return vscode.FileSystemError.NoPermissions(sentenceOf(error));
    case undefined:
      return error instanceof Error && !(error instanceof ReasonedError) && !isMissingCode(error)
        ? error
        : new Error(sentenceOf(error));
    default:
      return vscode.FileSystemError.Unavailable(sentenceOf(error));
  }
}
