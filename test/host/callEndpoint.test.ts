import assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import { rowAt } from './libraryRows.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const { executeCommand } = vscode.commands;
const handbook = spaceId('operator-handbook');
const row = ['Northwind Robotics', 'Products', 'Robots', '📘 Heron Operator Handbook'] as const;

interface ShownReply {
  readonly request: string;
  readonly status?: string;
  readonly time: string;
  readonly size?: string;
  readonly reply?: unknown;
}

suite('Call API Endpoint', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;

  signedIn((given) => ({ testing, person, platform } = given));

  teardown(async () => {
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  async function request(endpoint: string, id: string, given?: unknown): Promise<vscode.TextEditor> {
    person.picks(endpoint);
    await executeCommand('docsPlatform.callEndpoint', given);
    return until('the request', () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.getText().includes(`/schemas/${id}.json`) && editor;
    });
  }

  async function rewrite(editor: vscode.TextEditor, change: (request: { body?: object; query?: object }) => void) {
    const { document } = editor;
    const [, heading = '', json = ''] = /^((?:\/\/.*\n)*)([^]*)$/.exec(document.getText()) ?? [];
    const written = JSON.parse(json) as object;
    change(written);
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    await editor.edit((edit) => edit.replace(all, heading + JSON.stringify(written, undefined, 2)));
  }

  const reply = () =>
    until('the reply', () => {
      const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.path.endsWith('.reply.json'));
      return shown && (JSON.parse(shown.document.getText()) as ShownReply);
    });

  test('a read is sent at once with its path filled from the row, and the response appears next to it', async () => {
    const place = await rowAt(testing, ...row);
    const editor = await request('GET /v1/spaces/{spaceId}', 'spaces.get', place.row);
    assert.match(editor.document.getText(), new RegExp(`"spaceId": "${handbook}"`));

    await executeCommand('docsPlatform.callEndpoint.send');

    const { request: curl, reply: space, status, time, size = '' } = await reply();
    assert.equal(status, '200 OK');
    assert.match(time, /^\d+ ms$/);
    assert.match(size, /^[\d,]+ bytes$/);
    assert.equal((space as { id: string }).id, handbook);
    assert.match(curl, /^curl -X GET -H "Authorization: Bearer \$TOKEN"/);
    assert.doesNotMatch(curl, new RegExp(platform.token));
  });

  test('from the palette the path is filled from the selected row', async () => {
    // Requested from the library, because rows requested from the tree would replace those that VS Code has.
    const library = await testing.stores(testing.accounts.active ?? assert.fail()).library();
    await executeCommand('docsPlatform.library.reveal', await library.placeOf(handbook));
    await until('the row is selected', () => {
      const [selected] = testing.tree?.view.selection ?? [];
      return selected?.kind === 'space' && selected.space.id === handbook;
    });

    const editor = await request('GET /v1/spaces/{spaceId}', 'spaces.get');

    assert.match(editor.document.getText(), new RegExp(`"spaceId": "${handbook}"`));
  });

  test('closing a changed request asks nothing and keeps the typed text', async () => {
    const editor = await request('GET /v1/spaces/{spaceId}', 'spaces.get');
    const { uri } = editor.document;
    await rewrite(editor, (written) => Object.assign(written, { path: { spaceId: 'Typed' } }));

    await executeCommand('workbench.action.closeActiveEditor');

    await until('the tab to close', () => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
    await executeCommand('workbench.action.reopenClosedEditor');
    const reopened = await until('the request', () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.uri.toString() === uri.toString() && shown;
    });
    assert.match(reopened.getText(), /"spaceId": "Typed"/);
  });

  test('what is typed is saved before VS Code backs it up, and is not formatted', async () => {
    const formatter = vscode.languages.registerDocumentFormattingEditProvider(
      { scheme: 'docs-platform-request' },
      { provideDocumentFormattingEdits: () => [vscode.TextEdit.insert(new vscode.Position(0, 0), '// formatted\n')] },
    );
    const settings = vscode.workspace.getConfiguration('editor');
    await settings.update('formatOnSave', true, vscode.ConfigurationTarget.Global);
    try {
      const { document } = await request('GET /v1/spaces/{spaceId}', 'spaces.get');
      await vscode.window.activeTextEditor?.edit((edit) => edit.insert(new vscode.Position(0, 0), '// typed\n'));

      await until('the request to be saved', () => !document.isDirty);

      assert.match(document.getText(), /^\/\/ typed\n(?!\/\/ formatted)/);
    } finally {
      formatter.dispose();
      await settings.update('formatOnSave', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test('the contract reports problems of a request while the user types', async () => {
    const place = await rowAt(testing, ...row);
    const editor = await request('PATCH /v1/spaces/{spaceId}', 'spaces.update', place.row);

    await rewrite(editor, (written) => (written.body = { editMode: 'sometimes' }));

    await until('a diagnostic', () =>
      vscode.languages.getDiagnostics(editor.document.uri).some(({ message }) => /live.*locked/.test(message)),
    );
  });
});
