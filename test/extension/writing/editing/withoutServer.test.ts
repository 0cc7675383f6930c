import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as vscode from 'vscode';
import { explainedFiles } from '../../../../src/extension/writing/editing/withoutServer.ts';

const uri = vscode.Uri.parse('docs-platform-edit://key/Handbook %231/start.md');
const bytes = (text: string) => new TextEncoder().encode(text);

/** Files of a server that doesn't answer, and what was written to them. */
function opened() {
  const written: string[] = [];
  const never = () => ({ dispose: () => undefined });
  const files = explainedFiles(
    {
      accounts: { byKey: () => ({ key: 'key' }), onDidChange: never },
      reachability: { onDidRecover: never },
    } as unknown as Parameters<typeof explainedFiles>[0],
    {
      readFile: async () => assert.fail(vscode.FileSystemError.Unavailable('No answer.')),
      writeFile: async (_: vscode.Uri, content: Uint8Array) => void written.push(new TextDecoder().decode(content)),
    } as unknown as Parameters<typeof explainedFiles>[1],
    new vscode.EventEmitter(),
  );
  return { files, written };
}

test('what was typed before a restart is saved, although another view could not read the page since', async () => {
  const { files, written } = opened();
  await files.readFile(uri);

  await files.writeFile(uri, bytes('# Start\n\nTyped before.\n'));

  assert.deepEqual(written, ['# Start\n\nTyped before.\n']);
  const sample = vscode.Uri.parse('docs-platform-edit://sample/Handbook %231/start.md');
  await files.writeFile(sample, bytes('The sample workspace is closed.\n'));
  assert.equal(written.length, 2);
});

test('the explanation is never saved as the text of a page, not even after a restart and with more around it', async () => {
  const explanation = new TextDecoder().decode(await opened().files.readFile(uri));
  const { files, written } = opened();

  for (const text of [explanation, `Typed above.\n\n${explanation}Typed below.\n`])
    await assert.rejects(async () => files.writeFile(uri, bytes(text)), /Can't reach the server/);
  assert.deepEqual(written, []);
});
