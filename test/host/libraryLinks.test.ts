import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import { rowAt, rowsBelow, type ShownRow } from './libraryRows.ts';
import type { Person } from './person.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

suite('Links of the Library', () => {
  let testing: Testing;
  let person: Person;
  let handbook: ShownRow;

  signedIn((given) => ({ testing, person } = given), { appUrl: 'https://app.example' });

  suiteSetup(async () => {
    const rows = await rowsBelow(testing, await rowAt(testing, 'Northwind Robotics', 'Engineering'));
    handbook = rows.find(({ label }) => label.includes('Engineering Handbook')) ?? assert.fail();
  });

  setup(() => person.startOver());

  teardown(async () => {
    await vscode.commands.executeCommand('docsPlatform.links.clear');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const reported = () =>
    vscode.languages
      .getDiagnostics()
      .filter(([uri]) => uri.scheme === 'docs-platform')
      .flatMap(([uri, found]) =>
        found.filter(({ source }) => source === 'Docs Platform').map((diagnostic) => ({ uri, diagnostic })),
      );
  const report = (given?: unknown) => vscode.commands.executeCommand('docsPlatform.links.report', given);
  const only = () => {
    const [problem, ...more] = reported();
    assert.ok(problem);
    assert.equal(more.length, 0);
    return problem;
  };

  test('the problem moves to the link once the page is open', async () => {
    await report(handbook.row);
    const { uri } = only();

    const document = await vscode.workspace.openTextDocument(uri);

    const { diagnostic } = await until('the link', () => {
      const [found] = reported();
      return found && found.diagnostic.range.start.line > 0 ? found : undefined;
    });
    assert.match(document.getText(diagnostic.range), /run\/test-hall/);
  });

  test('opening a page with a problem in another way leaves the cursor at its start', async () => {
    await report(handbook.row);
    const { uri } = only();

    const editor = await vscode.window.showTextDocument(uri);

    await until('the link to be marked', () => only().diagnostic.range.start.line > 0);
    assert.equal(editor.selection.active.line, 0);
  });

  test('opening a page from its problem selects the link', async () => {
    await report(handbook.row);
    const { uri, diagnostic } = only();

    const editor = await vscode.window.showTextDocument(uri, { selection: diagnostic.range });

    await until('the link', () => /run\/test-hall/.test(editor.document.getText(editor.selection)));
  });
});
