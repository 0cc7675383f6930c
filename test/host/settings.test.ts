import assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { organizationId, spaceId } from '../../src/server/sample/seeding.ts';
import { rowAt } from './libraryRows.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const row = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;

suite('Settings as documents', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, person, platform, account } = given));

  teardown(async () => {
    // A browser-hosted VS Code saves after a delay by default.
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    while (vscode.window.activeTextEditor?.document.isDirty) await executeCommand('workbench.action.files.revert');
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  async function open(kind: string, ids: Record<string, string>, title = 'Some thing'): Promise<vscode.TextEditor> {
    await executeCommand('docsPlatform.settings.edit', { settings: { kind, ids, title } });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.scheme, 'docs-platform-settings', person.messages.join());
    return editor;
  }

  async function change(editor: vscode.TextEditor, from: RegExp, to: string): Promise<void> {
    const { document } = editor;
    const found = from.exec(document.getText());
    assert.ok(found, `${from} is not in ${document.getText()}`);
    const range = new vscode.Range(
      document.positionAt(found.index),
      document.positionAt(found.index + found[0].length),
    );
    assert.ok(await editor.edit((edit) => edit.replace(range, to)));
  }

  const spaceOnPlatform = async () =>
    (await (await platform.call('GET', `/spaces/${handbook}`)).json()) as { title: string; editMode: string };
  const problemsOf = ({ document }: vscode.TextEditor) => vscode.languages.getDiagnostics(document.uri);

  test('a save by hand applies what changed, and the Library shows it', async () => {
    const place = await rowAt(testing, ...row);
    await executeCommand('docsPlatform.settings.edit', place.row);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    platform.taken();

    await change(editor, /"editMode": "\w+"/, '"editMode": "locked"');
    await executeCommand('docsPlatform.settings.apply');

    assert.equal(editor.document.isDirty, false);
    assert.equal((await spaceOnPlatform()).editMode, 'locked');
    assert.equal(platform.taken().filter((request) => !request.startsWith('GET')).length, 1);
    const library = await testing.stores(account).library();
    await until('the Library', () => library.cachedSpaces().find(({ id }) => id === handbook)?.editMode === 'locked');
  });

  const configure = (name: string, value: unknown, languageId?: string) =>
    vscode.workspace
      .getConfiguration('files', languageId === undefined ? undefined : { languageId })
      .update(name, value, vscode.ConfigurationTarget.Global, languageId !== undefined);

  test('nothing is saved automatically when other documents are: the editor stays dirty without a message', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail();
    const other = vscode.Uri.joinPath(folder, 'other.json');
    await vscode.workspace.fs.writeFile(other, new TextEncoder().encode('{}'));
    await configure('autoSave', 'afterDelay');
    await configure('autoSaveDelay', 50);
    const reasons: vscode.TextDocumentSaveReason[] = [];
    const listening = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (document.uri.scheme === 'docs-platform-settings') reasons.push(reason);
    });
    const editor = await open('space', { spaceId: handbook });
    assert.equal(editor.document.languageId, 'docs-platform-settings');
    const before = await spaceOnPlatform();

    await change(editor, /"title": ".*"/, '"title": "Half typed"');
    const text = await vscode.window.showTextDocument(other);
    await text.edit((edit) => edit.insert(new vscode.Position(0, 1), ' '));
    await until('the other one is saved', () => !text.document.isDirty);

    assert.deepEqual([editor.document.isDirty, reasons], [true, []]);
    assert.deepEqual(await spaceOnPlatform(), before);
    await vscode.window.showTextDocument(editor.document);
    await executeCommand('docsPlatform.settings.apply');
    assert.equal((await spaceOnPlatform()).title, 'Half typed');
    listening.dispose();
    await platform.call('PATCH', `/spaces/${handbook}`, { title: before.title });
    await configure('autoSaveDelay', undefined);
  });

  test('automatic saves of settings are refused even if the user turns them on', async () => {
    const editor = await open('space', { spaceId: handbook });
    const before = await spaceOnPlatform();
    let tried = false;
    const listening = vscode.workspace.onWillSaveTextDocument(({ reason }) => {
      tried ||= reason === vscode.TextDocumentSaveReason.AfterDelay;
    });
    await configure('autoSave', 'afterDelay', 'docs-platform-settings');
    await configure('autoSaveDelay', 50, 'docs-platform-settings');

    await change(editor, /"title": ".*"/, '"title": "Half typed"');
    await until('an automatic save', () => tried);
    await configure('autoSave', undefined, 'docs-platform-settings');
    await configure('autoSaveDelay', undefined, 'docs-platform-settings');

    listening.dispose();
    assert.equal(editor.document.isDirty, true);
    assert.deepEqual(await spaceOnPlatform(), before);
  });

  test('the contract reports a wrong value before it is saved', async () => {
    const editor = await open('space', { spaceId: handbook });

    await change(editor, /"editMode": "\w+"/, '"editMode": "sometimes"');

    await until('a diagnostic', () => problemsOf(editor).some(({ message }) => /live.*locked/.test(message)));
  });

  const isSso = async () =>
    ((await (await platform.call('GET', `/orgs/${organizationId('northwind')}`)).json()) as { sso?: boolean }).sso;

  /** The diff that asks for a confirmation, if there is one. */
  const diff = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .map(({ input }) => input)
      .find((input) => input instanceof vscode.TabInputTextDiff);

  test('reviewing the diff lets the user apply it with its title button, or close it and change nothing', async () => {
    const editor = await open('organization', { organizationId: organizationId('northwind') });
    const next = (await isSso()) !== true;
    await change(editor, /"sso": (true|false)/, `"sso": ${next}`);
    person.presses('Review Changes', 'Review Changes');

    const first = editor.document.save();
    await until('the question is put aside', () => person.choices.length === 1 && diff());
    await executeCommand('workbench.action.closeActiveEditor');
    assert.deepEqual([await first, await isSso()], [false, !next]);

    const second = editor.document.save();
    await until('the question is put aside', () => person.choices.length === 2 && diff());
    await executeCommand('docsPlatform.settings.confirm');
    assert.deepEqual([await second, await isSso()], [true, next]);
  });

  test("a change by someone else isn't overwritten", async () => {
    const editor = await open('space', { spaceId: handbook });
    await change(editor, /"title": ".*"/, '"title": "My own title"');
    await platform.call('PATCH', `/spaces/${handbook}`, { title: 'Their much longer title' });

    assert.equal(await editor.document.save(), false);

    assert.equal((await spaceOnPlatform()).title, 'Their much longer title');
    assert.equal(editor.document.isDirty, true);
  });
});
