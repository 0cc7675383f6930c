import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import { openAccounts, type Account, type AccountsChange } from '../../src/extension/ground/services/accounts.ts';
import { createPrompts } from '../../src/extension/ground/services/prompts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId, userId } from '../../src/server/sample/seeding.ts';
import { forgetAllAccounts } from './extensionUnderTest.ts';
import { signIn, type Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;

suite('Accounts', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let mara: Account;

  signedIn((given) => ({ testing, person, platform, account: mara } = given));

  setup(async () => {
    await forgetAllAccounts(testing);
    await signIn(person, platform.address, platform.token);
    person.startOver();
  });

  const keysShown = () => testing.accounts.all().map(({ key }) => key);
  const filesOf = (account: Account) =>
    globSync('**/*', { cwd: path.join(testing.context.globalStorageUri.fsPath, 'accounts', account.key) });
  const readPage = async (account: Account) => {
    const library = await testing.stores(account).library();
    const { byPath } = await library.pages(spaceId('operator-handbook'));
    const path = [...byPath.keys()].find((each) => each.endsWith('.md'));
    const uri = vscode.Uri.parse(`docs-platform://${account.key}/${spaceId('operator-handbook')}/${path}`);
    await vscode.workspace.fs.readFile(uri);
    await until('what is kept for the account', () => filesOf(account).length > 0);
  };

  test('the token is in the secret storage, and in no state, setting, file or log', async () => {
    const logs = path.dirname(testing.context.logUri.fsPath);
    await executeCommand('_extensionTests.setLogLevel', 'trace');
    await readPage(mara);
    await executeCommand('docsPlatform.library.refresh');
    const log = path.join(testing.context.logUri.fsPath, 'Docs Platform.log');
    await until('the requests in the log', () => readFileSync(log, 'utf8').includes('GET /v1/orgs'));
    await executeCommand('_extensionTests.setLogLevel', 'info');

    const { globalState, workspaceState, globalStorageUri } = testing.context;
    const states = [globalState, workspaceState].flatMap((state) => state.keys().map((key) => state.get(key)));
    const configuration = vscode.workspace.getConfiguration();
    const settings = ['docsPlatform', 'http'].map((section) => configuration.inspect(section));
    const folders = [globalStorageUri.fsPath, logs];
    const files = folders
      .flatMap((cwd) => globSync('**/*', { cwd }).map((file) => path.join(cwd, file)))
      .filter((file) => statSync(file).isFile());
    const stored = [JSON.stringify([states, settings]), ...files.map((file) => readFileSync(file, 'latin1'))];
    assert.equal(stored.filter((text) => text.includes(platform.token)).length, 0);
    assert.deepEqual(await testing.context.secrets.keys(), [`token/${mara.key}`]);
  });

  test('each window has an active account of its own, and follows what another window does with the accounts', async () => {
    const other = openAccounts({ globalState: testing.globalState, secrets: testing.context.secrets });
    const received: AccountsChange[] = [];
    other.onDidChange((change) => received.push(change));
    const jin = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    await until('the new account', () => received.some(({ added }) => added.some(({ key }) => key === jin.key)));
    assert.deepEqual([testing.accounts.active?.key, other.active?.key], [jin.key, mara.key]);
    await other.activate(jin.key);
    await testing.accounts.activate(mara.key);
    assert.deepEqual([testing.accounts.active?.key, other.active?.key], [mara.key, jin.key]);

    person.types(platform.tokenOf(userId('jin')));
    await executeCommand('docsPlatform.replaceToken', jin.key);
    await until('the other token', () => received.some(({ changed }) => changed.some(({ key }) => key === jin.key)));

    person.presses('Sign Out');
    await executeCommand('docsPlatform.signOut', jin.key);
    await other.activate(mara.key);
    other.dispose();
    assert.deepEqual([keysShown(), other.active?.key], [[mara.key], mara.key]);
  });

  test('VS Code’s Accounts menu lists the server accounts, and is notified of each change', async () => {
    const changes: string[] = [];
    const listening = vscode.authentication.onDidChangeSessions(({ provider }) => changes.push(provider.id));
    const labels = async () => (await vscode.authentication.getAccounts('docs-platform')).map(({ label }) => label);
    assert.deepEqual(await labels(), [mara.label]);

    const jin = await signIn(person, platform.address, platform.tokenOf(userId('jin')));
    await executeCommand('docsPlatform.openSample');
    await until('the news of the second account', () => changes.length > 0);
    assert.deepEqual(await labels(), [mara.label, jin.label]);

    person.presses('Sign Out');
    changes.length = 0;
    await executeCommand('docsPlatform.signOut', mara.key);
    await until('the news of signing out', () => changes.length > 0);
    assert.deepEqual(await labels(), [jin.label]);
    assert.deepEqual([...new Set(changes)], ['docs-platform']);
    listening.dispose();
  });

  test('VS Code is notified when a token is replaced', async () => {
    const changes: string[] = [];
    const listening = vscode.authentication.onDidChangeSessions(({ provider }) => changes.push(provider.id));
    person.types(platform.token);

    await executeCommand('docsPlatform.replaceToken');

    await until('the news', () => changes.includes('docs-platform'));
    listening.dispose();
  });

  test("leaving the box while the token is being checked doesn't sign in", async () => {
    const stored = () => {
      const { globalState, workspaceState } = testing.context;
      return [globalState, workspaceState].map((state) => state.keys().map((key) => [key, state.get(key)]));
    };
    const before = { prompts: { ...testing.prompts }, window: { ...vscode.window }, stored: stored() };
    const boxes: vscode.InputBox[] = [];
    const checking = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    Object.assign(testing.prompts, createPrompts());
    Object.assign(vscode.window, {
      createInputBox: () => {
        const box = before.window.createInputBox();
        boxes.push(box);
        return box;
      },
    });
    platform.instead = async (request, real) => {
      if (request.headers.has('authorization')) {
        checking.resolve();
        await left.promise;
      }
      return real(request);
    };
    const enter = async (text: string): Promise<vscode.InputBox> => {
      const box = await until('the box', () => boxes.shift());
      box.value = text;
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return box;
    };

    const signingIn = vscode.commands.executeCommand('docsPlatform.signIn');
    await enter(platform.address);
    const box = await enter(platform.tokenOf(userId('jin')));
    await checking.promise;
    box.hide();
    const account = await signingIn;
    left.resolve();
    platform.instead = undefined;

    Object.assign(testing.prompts, before.prompts);
    Object.assign(vscode.window, { createInputBox: before.window.createInputBox });
    assert.equal(account, undefined);
    assert.deepEqual([keysShown(), stored()], [[mara.key], before.stored]);
    assert.deepEqual(await testing.context.secrets.keys(), [`token/${mara.key}`]);
  });
});
