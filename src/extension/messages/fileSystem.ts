import * as vscode from 'vscode';
import { ReasonedError } from '../../model/shared/failure.ts';
import { plainText } from '../words/plainText.ts';
import { laterSentenceOf } from './errorEdge.ts';

/** Errors whose links are ours. Text by others in them is already escaped. */
const withOurLinks = new WeakSet<Error>();

/** An error for a failed save. VS Code shows the error's name next to its message. Our own `links` follow it. */
export function failedSave(name: string, message: string, links = ''): Error {
  const error = new Error(`${plainText(message)} ${links}`.trimEnd());
  error.name = name;
  withOurLinks.add(error);
  return error;
}

/**
 * The only way to register a file system. VS Code shows thrown errors in notifications, where `[text](command:…)`
 * becomes a link, so text from a server has to be escaped.
 */
export function registerFileSystem(
  scheme: string,
  files: vscode.FileSystemProvider,
  options?: Parameters<typeof vscode.workspace.registerFileSystemProvider>[2],
): vscode.Disposable {
  const plainly =
    <Given extends unknown[], Result>(action: (...given: Given) => Result | Thenable<Result>) =>
    async (...given: Given): Promise<Result> => {
      try {
        return await action(...given);
      } catch (error) {
        throw toBeShown(error instanceof ReasonedError ? new Error(await laterSentenceOf(error)) : error);
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

/** The only way to register virtual documents. VS Code shows the message of an error, so it has to be in words. */
export function registerTextDocuments(
  scheme: string,
  documents: vscode.TextDocumentContentProvider,
): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    ...(documents.onDidChange && { onDidChange: documents.onDidChange }),
    async provideTextDocumentContent(uri, token) {
      try {
        return await documents.provideTextDocumentContent(uri, token);
      } catch (error) {
        throw toBeShown(error instanceof ReasonedError ? new Error(await laterSentenceOf(error)) : error);
      }
    },
  });
}

/**
 * Keeps the same error object, because VS Code recognizes the kind of error by its class. The message of a DOMException
 * can't be assigned.
 */
function toBeShown(error: unknown): unknown {
  if (error instanceof Error && !withOurLinks.has(error))
    Object.defineProperty(error, 'message', { value: plainText(error.message), configurable: true, writable: true });
  return error;
}
