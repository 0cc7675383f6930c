import assert from 'node:assert/strict';
import { test } from 'vitest';
import type * as vscode from 'vscode';
import { ApiError } from '../../../../src/model/shared/failure.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import { failedSave, registerFileSystem } from '../../../../src/extension/ground/messages/fileSystem.ts';
import { fileSystemErrorOf } from '../../../../src/extension/ground/messages/fileSystemError.ts';

const hostile = 'Over. [Sign in again](command:workbench.action.quit)';
const uri = { toString: () => 'docs-platform:/a' } as vscode.Uri;

/** The file system as VS Code gets it, whose calls all fail with this error. */
function failing(error: unknown): vscode.FileSystemProvider {
  const fail = (): never => {
    throw error;
  };
  const files = {
    onDidChangeFile: () => ({ dispose: () => undefined }),
    stat: fail,
    readDirectory: async () => fail(),
    createDirectory: fail,
    readFile: async () => fail(),
    writeFile: fail,
    delete: fail,
    rename: fail,
  };
  registerFileSystem('docs-platform', () => undefined, files);
  return fake.fileSystems.get('docs-platform') as vscode.FileSystemProvider;
}

async function reported(action: () => unknown): Promise<Error> {
  try {
    await action();
  } catch (error) {
    return error as Error;
  }
  return assert.fail('It did not fail.');
}

test.each(['missing', 'forbidden', 'signedOut', 'unavailable', 'conflict', 'invalid', undefined] as const)(
  'no file system reports an error of the kind %s as a link',
  async (kind) => {
    const original = kind ? new ApiError(kind, { code: 'other', words: hostile }) : new Error(hostile);
    const error = fileSystemErrorOf(original, uri, hostile);
    const files = failing(error);

    for (const action of [
      () => files.stat(uri),
      () => files.readDirectory(uri),
      () => files.createDirectory(uri),
      () => files.readFile(uri),
      () => files.writeFile(uri, new Uint8Array(), { create: true, overwrite: true }),
      () => files.delete(uri, { recursive: true }),
      () => files.rename(uri, uri, { overwrite: true }),
    ]) {
      const shown = await reported(action);
      assert.equal(shown, error);
      assert.match(shown.message, /Sign in again/);
      assert.doesNotMatch(shown.message, /\]\(/);
    }
  },
);

test('a failed save keeps our own links, and none of the server', async () => {
  const ours = '[Reopen](command:docsPlatform.changeRequest.reopen)';
  const files = failing(failedSave('Not sent', hostile, ours));

  const { name, message } = await reported(() => files.readFile(uri));

  assert.equal(name, 'Not sent');
  assert.equal(message, `${hostile.replace('](', ']\u200b(')} ${ours}`);
});

test("an error whose message can't be assigned is also thrown as text", async () => {
  const error = new DOMException(hostile, 'AbortError');

  const thrown = await reported(() => failing(error).readFile(uri));

  assert.equal(thrown, error);
  assert.equal(thrown.message, hostile.replace('](', ']\u200b('));
});
