import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import { rowAt, rowsBelow, type ShownRow } from '../../../host/libraryRows.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { keepSampleWorkspace, signedIn } from '../../activated.ts';
import { until } from '../../../host/until.ts';

describe('Links of the Library', () => {
  let testing: Testing;
  let platform: ServedPlatform;
  let person: Person;
  let handbook: ShownRow;

  signedIn(
    async (given) => {
      ({ testing, person, platform } = given);
      keepSampleWorkspace(testing);
      const rows = await rowsBelow(testing, await rowAt(testing, 'Northwind Robotics', 'Engineering'));
      handbook = rows.find(({ label }) => label.includes('Engineering Handbook')) ?? assert.fail();
    },
    { appUrl: 'https://app.example' },
  );

  beforeEach(() => person.startOver());

  afterEach(async () => {
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

  test("a broken link is reported at the start of the file, which isn't read for that", async () => {
    platform.taken();
    await report(handbook.row);

    const { uri, diagnostic } = only();
    assert.match(uri.path, /\/how-we-build\/testing-on-robots\.md$/);
    assert.equal(diagnostic.range.start.line, 0);
    assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Warning);
    assert.match(diagnostic.message, /^Broken link: page “run\/test-hall” doesn't exist/);
    assert.deepEqual(
      platform.taken().filter((request) => /\/content\/page\/[^/]+$/.test(request)),
      [],
    );
    assert.match(person.choices.at(-1)?.message ?? '', /“Engineering Handbook” has 1 broken link\./);
  });

  test('a broken link of another account is hidden until the user switches back', async () => {
    const own = testing.accounts.active?.key ?? '';
    await report(handbook.row);
    assert.equal(reported().length, 1);

    await vscode.commands.executeCommand('docsPlatform.openSample');
    assert.deepEqual(reported(), []);
    await testing.accounts.activate(own);

    assert.equal(reported().length, 1);
    await testing.accounts.remove('sample');
  });

  test('the report of one page covers only that page, and links to the app if the user includes them', async () => {
    await report(handbook.row);
    const { uri } = only();
    await vscode.commands.executeCommand('docsPlatform.links.clear');
    assert.deepEqual(reported(), []);
    await vscode.window.showTextDocument(uri);

    person.picks('Links on the page');
    await report();
    assert.equal(only().uri.path, uri.path);

    person.picks('Links in the whole space');
    person.presses('Include Links to the App');
    await report();
    const information = reported().filter(
      ({ diagnostic }) => diagnostic.severity === vscode.DiagnosticSeverity.Information,
    );
    assert.ok(information.length > 5);
    assert.match(information[0]?.diagnostic.message ?? '', /points to the app/);
  });

  test('a new report replaces the previous one, and a space without broken links is reported', async () => {
    await report(handbook.row);
    await report(handbook.row);
    assert.equal(reported().length, 1);

    const start = (await rowsBelow(testing, await rowAt(testing, 'Northwind Robotics'))).find(({ label }) =>
      label.includes('Start Here'),
    );
    await report(start?.row);
    assert.match(person.choices.at(-1)?.message ?? '', /“Start Here” has no broken links\./);
    assert.equal(reported().length, 1);
  });

  test('backlinks of a file open a page that shows it, at the link', async () => {
    const robots = await rowAt(testing, 'Northwind Robotics', 'Products', 'Robots');
    const operator = (await rowsBelow(testing, robots)).find(({ label }) => label.includes('Operator Handbook'));
    const files = (await rowsBelow(testing, operator)).find(({ label }) => label === 'Files');
    const [file] = await rowsBelow(testing, files);
    assert.ok(file);
    person.picks('');

    await vscode.commands.executeCommand('docsPlatform.links.backlinks', file.row);

    const editor = await until('the page', () => vscode.window.activeTextEditor);
    assert.ok(editor.document.uri.path.endsWith('.md'));
    assert.match(decodeURIComponent(editor.document.getText(editor.selection)), new RegExp(`_files/${file.label}$`));
  });

  test('what links to a page is listed with the pages of other spaces, and opens at the link', async () => {
    const controllers = ['Northwind Robotics', 'Products', 'Controllers'];
    const pair = await rowAt(testing, ...controllers, '📗 NW-7 Firmware Guide', 'Operate', 'Failover pair');
    person.picks('Service levels');

    await vscode.commands.executeCommand('docsPlatform.links.backlinks', pair.row);

    const editor = await until('the page', () => vscode.window.activeTextEditor);
    assert.match(editor.document.uri.path, /service-levels\.md$/);
    assert.match(decodeURIComponent(editor.document.getText(editor.selection)), /failover-pair\.md$/);
    assert.ok((person.offered.at(-1)?.length ?? 0) > 1);
  });

  test('a file that no page shows is reported', async () => {
    const robots = await rowAt(testing, 'Northwind Robotics', 'Products', 'Robots');
    const operator = (await rowsBelow(testing, robots)).find(({ label }) => label.includes('Operator Handbook'));
    const files = (await rowsBelow(testing, operator)).find(({ label }) => label === 'Files');
    const [file] = await rowsBelow(testing, files);
    platform.instead = (request, handle) =>
      request.url.includes('/backlinks') ? Response.json({ items: [] }) : handle(request);
    try {
      await vscode.commands.executeCommand('docsPlatform.links.backlinks', file?.row);
    } finally {
      platform.instead = undefined;
    }

    assert.match(person.messages.at(-1) ?? '', /^No page shows or links/);
  });
});
