import assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { rowAt, rowsBelow } from './libraryRows.ts';
import type { Person } from './person.ts';
import { signedIn } from './signedIn.ts';

const { fs } = vscode.workspace;

suite('Downloads', () => {
  let testing: Testing;
  let person: Person;

  signedIn((given) => ({ testing, person } = given));

  test('save a file of the Library where the user wants it, byte for byte', async () => {
    const folder = vscode.Uri.joinPath(testing.context.globalStorageUri, 'downloads');
    await fs.createDirectory(folder);
    const files = await rowAt(
      testing,
      'Northwind Robotics',
      'Products',
      'Robots',
      '📘 Heron Operator Handbook',
      'Files',
    );
    const image = (await rowsBelow(testing, files)).find(({ label }) => label.endsWith('.svg')) ?? assert.fail();
    const suggested: (string | undefined)[] = [];
    const chosen = vscode.Uri.joinPath(folder, 'saved.svg');
    const { showSaveDialog } = vscode.window;
    Object.assign(vscode.window, {
      showSaveDialog: async ({ defaultUri }: vscode.SaveDialogOptions) => {
        suggested.push(defaultUri?.path.split('/').at(-1));
        return chosen;
      },
    });

    try {
      await vscode.commands.executeCommand('docsPlatform.file.download', image.row);

      assert.deepEqual(suggested, [image.label]);
      assert.deepEqual(await fs.readFile(chosen), await fs.readFile(image.item.command?.arguments?.[0] as vscode.Uri));
      const names = (await fs.readDirectory(folder)).map(([name]) => name);
      assert.deepEqual(names, ['saved.svg'], person.messages.join());
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
      await fs.delete(folder, { recursive: true });
    }
  });
});
