import * as vscode from 'vscode';
import { ReasonedError } from '../../../model/shared/failure.ts';
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
 * becomes a link, so text from a server has to be escaped. What `files` lacks is refused, and a folder is empty.
 */
export function registerFileSystem(
  scheme: string,
  refusal: () => string | undefined,
  files: Pick<vscode.FileSystemProvider, 'onDidChangeFile' | 'stat' | 'readFile'> & Partial<vscode.FileSystemProvider>,
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
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions(refusal());
  };
  const { readDirectory = () => [], createDirectory = refuse, writeFile = refuse, rename = refuse } = files;
  return vscode.workspace.registerFileSystemProvider(
    scheme,
    {
      onDidChangeFile: files.onDidChangeFile,
      watch: () => new vscode.Disposable(() => undefined),
      stat: plainly((uri) => files.stat(uri)),
      readDirectory: plainly(readDirectory),
      createDirectory: plainly(createDirectory),
      readFile: plainly((uri) => files.readFile(uri)),
      writeFile: plainly(writeFile),
      delete: plainly(files.delete ?? refuse),
      rename: plainly(rename),
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
