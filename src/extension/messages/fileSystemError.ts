import * as vscode from 'vscode';
import { GoneError } from '../../model/settings/errors.ts';
import { failureOf } from '../../model/shared/failure.ts';
import { plainText } from '../words/plainText.ts';
import { isMissingCode, sentenceOf } from './errorEdge.ts';

/**
 * An error of ours as VS Code takes it from a file system: it tells what is not there from what may not be read, and what may
 * be tried again. `gone` says what is not there; without it, the address does.
 */
export function fileSystemErrorOf(error: unknown, uri: vscode.Uri, gone?: string): Error {
  if (error instanceof GoneError) return vscode.FileSystemError.FileNotFound(error.message);
  const api = failureOf(error);
  switch (api?.kind) {
    case 'missing':
      return vscode.FileSystemError.FileNotFound(gone ?? uri);
    case 'forbidden':
    case 'signedOut':
      return vscode.FileSystemError.NoPermissions(api.message);
    case undefined:
      return error instanceof Error && !isMissingCode(error) ? error : new Error(sentenceOf(error));
    default:
      return vscode.FileSystemError.Unavailable(api?.message);
  }
}

/** Errors whose links are ours: what others wrote in them is text already. */
const withOurLinks = new WeakSet<Error>();

/** A save that failed: VS Code shows the name of an error beside its message. `links` of ours follow it. */
export function failedSave(name: string, message: string, links = ''): Error {
  const error = new Error(`${plainText(message)} ${links}`.trimEnd());
  error.name = name;
  withOurLinks.add(error);
  return error;
}

/**
 * The only way to register a file system. VS Code tells what is thrown in one in a notification, where `[text](command:…)` becomes
 * a link: whatever a server said in it stays text.
 */
export function registerFileSystem(
  scheme: string,
  files: vscode.FileSystemProvider,
  options?: Parameters<typeof vscode.workspace.registerFileSystemProvider>[2],
): vscode.Disposable {
  const plainly =
    <Given extends unknown[], Result>(act: (...given: Given) => Result | Thenable<Result>) =>
    async (...given: Given): Promise<Result> => {
      try {
        return await act(...given);
      } catch (error) {
        throw toBeShown(error);
      }
    };
  return vscode.workspace.registerFileSystemProvider(
    scheme,
    {
      onDidChangeFile: files.onDidChangeFile,
      watch: (uri, watched) => files.watch(uri, watched),
      stat: plainly((uri) => files.stat(uri)),
      readDirectory: plainly((uri) => files.readDirectory(uri)),
      createDirectory: plainly((uri) => files.createDirectory(uri)),
      readFile: plainly((uri) => files.readFile(uri)),
      writeFile: plainly((uri, content, how) => files.writeFile(uri, content, how)),
      delete: plainly((uri, how) => files.delete(uri, how)),
      rename: plainly((from, to, how) => files.rename(from, to, how)),
    },
    options,
  );
}

/** The error itself, since VS Code tells by its class what kind it is. The message of a DOMException takes no assignment. */
function toBeShown(error: unknown): unknown {
  if (error instanceof Error && !withOurLinks.has(error))
    Object.defineProperty(error, 'message', { value: plainText(error.message), configurable: true, writable: true });
  return error;
}
