import assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';

suite('Activation', () => {
  test('the extension is installed and activates', async () => {
    const extension = vscode.extensions.getExtension('docs-platform.docs-platform');

    await extension?.activate();

    assert.equal(extension?.isActive, true);
  });
});
