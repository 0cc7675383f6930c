import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { followCommands } from './calledEndpoints.ts';

/** The activated extension, with the parts that only tests get. */
export async function extensionUnderTest(): Promise<Testing> {
  const extension = vscode.extensions.getExtension<{ testing?: Testing }>('docs-platform.docs-platform');
  const testing = (await extension?.activate())?.testing;
  assert.ok(testing, 'The extension was not activated in test mode.');
  followCommands(testing.ran);
  return testing;
}

/** Also deletes the data stored for the accounts, so that each test starts like a new installation. */
export async function forgetAllAccounts({ accounts, accountData }: Testing): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  for (const { key } of accounts.all()) {
    await accounts.remove(key);
    await accountData.forget(key);
  }
}
