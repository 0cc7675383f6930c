import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension.ts';
import type { Account } from '../../../src/extension/ground/services/accounts.ts';
import { spaceId } from '../../../src/server/sample/seeding.ts';
import { signIn, type Person } from '../../host/person.ts';
import type { ServedPlatform } from '../../host/servedPlatform.ts';
import { until } from '../../host/until.ts';
import { signedInForEach } from '../activated.ts';

describe('A page whose account is signed out', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedInForEach((given) => ({ testing, person, platform, account } = given));

  const host = () => new URL(platform.address).host;
  const page = () => {
    const folder = vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path: '/' });
    return vscode.Uri.joinPath(folder, spaceId('operator-handbook'), 'why-does-my-heron-stop.md');
  };
  const lenses = async (uri: vscode.Uri) =>
    vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri);

  test('shows the host and Sign In if it was open', async () => {
    await vscode.window.showTextDocument(page());
    assert.deepEqual(await lenses(page()), []);

    await testing.accounts.remove(account.key);

    const shown = (await lenses(page())).map(({ command }) => command);
    assert.deepEqual(
      shown.map((each) => [each?.title, each?.command]),
      [
        [`This belongs to an account on ${host()} that is signed out.`, ''],
        ['Sign In…', 'docsPlatform.signIn'],
      ],
    );
    assert.deepEqual(shown[1]?.arguments, [host()]);
  });

  test('shows the host if it opens, and its text after signing in', async () => {
    await testing.accounts.remove(account.key);

    const { document } = await vscode.window.showTextDocument(page());

    assert.equal(
      document.getText(),
      `This belongs to an account on ${host()} that is signed out. The page loads when you sign in again.\n`,
    );
    await signIn(person, platform.address, platform.token);
    await until('the page', () => document.getText().startsWith('#'));
    assert.deepEqual(await lenses(page()), []);
  });

  test('offers to sign in instead of listing the change requests or spaces of another account', async () => {
    await testing.accounts.remove(account.key);
    await vscode.commands.executeCommand('docsPlatform.openSample');
    const path = `/${spaceId('operator-handbook')}.change-request-1/why-does-my-heron-stop.md`;
    const uri = vscode.Uri.from({ scheme: 'docs-platform', authority: account.key, path });
    for (const command of ['docsPlatform.changeRequest.rename', 'docsPlatform.changeRequests.create']) {
      person.startOver();

      await vscode.commands.executeCommand(command, uri);

      assert.deepEqual(
        person.choices.map(({ message, actions }) => [message, actions]),
        [[`This belongs to an account on ${host()} that is signed out.`, ['Sign In…']]],
      );
      assert.deepEqual(person.offered, []);
    }
  });

  test('begins the sign-in with its server', async () => {
    person.startOver();

    await vscode.commands.executeCommand('docsPlatform.signIn', host());

    assert.equal(person.questions[0]?.value, host());
  });
});
