import assert from 'node:assert/strict';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import type { Person } from './person.ts';
import { shownRows } from './shownRows.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

suite('The Sites view', () => {
  let testing: Testing;
  let person: Person;

  signedIn((given) => ({ testing, person } = given), { appUrl: 'https://app.example' });

  setup(async () => {
    person.startOver();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const run = (command: string, ...given: unknown[]) =>
    vscode.commands.executeCommand(`docsPlatform.sites.${command}`, ...given);
  const rowAt = (...labels: string[]) => shownRows(testing.sites).at('Northwind Robotics', ...labels);

  test('shows a renamed site', async () => {
    person.types('Partner Portal');

    await run('rename', (await rowAt('Service Partners')).row);

    assert.equal((await rowAt('Partner Portal')).marks, 'published · share link');
  });

  test('stores an entered share key as a secret, and shows the site as its holder sees it', async () => {
    const { row } = await rowAt('Partner Portal', 'Share Links', 'Service partners');
    await run('copyShareLink', row);
    person.types(await vscode.env.clipboard.readText());
    await run('enterShareKey', (await rowAt('Partner Portal')).row);
    person.picks('With the share key you entered');

    await run('showPublished', (await rowAt('Partner Portal')).row);

    const { document } = await until('the document', () => vscode.window.activeTextEditor);
    assert.match(document.getText(), /^# Partner Portal\n\nPublished at </);
    assert.equal(document.languageId, 'markdown');
  });

  test("opens a site's board once, from its row and from the row of a part", async () => {
    const boards = () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.endsWith(': structure'));
    await run('openBoard', (await rowAt('Northwind Documentation')).row);
    await until('the board', () => boards().length === 1);

    await run('openBoard', (await rowAt('Northwind Documentation', 'Releases')).row);

    assert.deepEqual(
      boards().map(({ label }) => label),
      ['Northwind Documentation: structure'],
    );
  });

  test('opens the customization of a site and the settings of a section as settings', async () => {
    for (const labels of [['Customization'], ['Operate'], ['Audience']]) {
      const { row } = await rowAt('Northwind Documentation', ...labels);
      await vscode.commands.executeCommand('docsPlatform.settings.edit', row);
      await until('the settings', () =>
        vscode.window.activeTextEditor?.document.uri.path.endsWith(`.${row.settings?.kind}.docs.json`),
      );
    }
  });
});
