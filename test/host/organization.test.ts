import assert from 'node:assert/strict';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import type { Testing } from '../../src/extension.ts';
import type { Person } from './person.ts';
import { shownRows } from './shownRows.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

suite('The Organization view', () => {
  let testing: Testing;
  let person: Person;

  signedIn((given) => ({ testing, person } = given));

  setup(async () => {
    person.startOver();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const run = (command: string, ...given: unknown[]) =>
    vscode.commands.executeCommand(`docsPlatform.organization.${command}`, ...given);
  const rows = () => shownRows(testing.organization);
  const rowAt = (...labels: string[]) => rows().at('Northwind Robotics', ...labels);
  const shownText = () => vscode.window.activeTextEditor?.document.getText() ?? '';

  test('changes a role, and shows it in the row', async () => {
    person.picks('editor');

    await run('changeRole', (await rowAt('Members', 'Jin Watanabe')).row);

    assert.equal((await rowAt('Members', 'Jin Watanabe')).marks, 'editor');
  });

  test('opens versions of a specification as files that nobody can change', async () => {
    const spec = await rowAt('OpenAPI Specifications', 'nw7-rest-api');
    const [, first] = await rows().below(spec);
    await run('openVersion', first?.row);
    const text = shownText();
    assert.match(text, /"version": "1\.8\.0"/);

    await vscode.commands.executeCommand('type', { text: 'x' });

    assert.equal(shownText(), text);
  });

  test('shows an integration as a page, in the preview', async () => {
    await run('showIntegration', (await rowAt('Integrations', 'Northwind Issues')).row);

    await until('the preview', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('northwind-issues'),
    );
  });

  test('opens settings and details from its rows', async () => {
    await vscode.commands.executeCommand('docsPlatform.settings.edit', (await rowAt('Teams', 'Documentation')).row);
    assert.match(shownText(), /"title": "Documentation"/);

    await vscode.commands.executeCommand('docsPlatform.showDetails', (await rowAt('Settings')).row);
    assert.match(shownText(), /"plan"/);
  });
});
