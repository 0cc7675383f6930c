import assert from 'node:assert/strict';
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/account/accounts.ts';
import type { Testing } from '../../src/extension.ts';
import { spaceId } from '../../src/server/sampleSeeding.ts';
import { holds } from '../whenClause.ts';
import { changeRequestRow, changeRequestRows } from './changeRequestRows.ts';
import { rowAt } from './libraryRows.ts';
import type { Person } from './person.ts';
import { signedIn } from './signedIn.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
  };
}

suite('Every command of the palette', () => {
  let testing: Testing;
  let person: Person;
  let account: Account;
  let palette: { readonly command: string; readonly when?: string }[];
  let errors: string[];
  const { createQuickPick, showErrorMessage, showSaveDialog, showOpenDialog } = vscode.window;

  signedIn((given) => ({ testing, person, account } = given));

  suiteSetup(() => {
    const { contributes } = testing.context.extension.packageJSON as Manifest;
    const whens = new Map(contributes.menus.commandPalette.map(({ command, when }) => [command, when]));
    palette = contributes.commands.flatMap(({ command }) => {
      const when = whens.get(command);
      return when === 'false' ? [] : [when === undefined ? { command } : { command, when }];
    });
  });

  setup(() => {
    person.startOver();
    errors = [];
    Object.assign(vscode.window, {
      showErrorMessage: async (message: string) => void errors.push(message),
      showSaveDialog: async () => undefined,
      showOpenDialog: async () => undefined,
      createQuickPick: () => {
        const picker = createQuickPick();
        const show = picker.show.bind(picker);
        return Object.assign(picker, { show: () => (show(), picker.hide()) });
      },
    });
  });

  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  suiteTeardown(() => {
    Object.assign(vscode.window, { createQuickPick, showErrorMessage, showSaveDialog, showOpenDialog });
  });

  /** Runs what the palette offers there, dismissing every question, and gives what was shown as an error or asks to begin elsewhere. */
  async function complaints({ row, uri }: { readonly row?: unknown; readonly uri?: vscode.Uri }): Promise<string[]> {
    const selected = { ...testing.selected };
    Object.assign(testing.selected, { forCommand: () => row });
    const resource = uri && { resourceScheme: uri.scheme, resourceExtname: '.md', resourcePath: uri.path };
    const known = { 'docsPlatform.account': 'server', 'docsPlatform.signedIn': true, ...resource };
    const context = { ...known, 'docsPlatform.page.isOpen': uri !== undefined };
    const found: string[] = [];
    try {
      for (const { command } of palette.filter((each) => holds(each.when, context))) {
        person.startOver();
        errors = [];
        if (command === 'docsPlatform.openSample') continue;
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        if (uri) await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand(command);
        const elsewhere = person.messages.filter((message) => /\b(open|select|choose)\b.*\bfirst\b/i.test(message));
        // A right that is missing in the place of the row is said as it is.
        const failed = errors.filter((message) => !message.startsWith('Your account may not'));
        found.push(...[...failed, ...elsewhere].map((message) => `${command}: ${message}`));
      }
    } finally {
      Object.assign(testing.selected, selected);
    }
    return found;
  }

  const page = () =>
    vscode.Uri.parse(`docs-platform://${account.key}/${spaceId('operator-handbook')}/why-does-my-heron-stop.md`);

  test('works with nothing selected and nothing open', async () => {
    assert.deepEqual(await complaints({}), []);
  });

  test('works with a page open', async () => {
    assert.deepEqual(await complaints({ uri: page() }), []);
  });

  test('refreshes all views and the open page', async () => {
    await vscode.window.showTextDocument(page());
    testing.ran.length = 0;

    await vscode.commands.executeCommand('docsPlatform.refresh');

    const refreshed = ['library', 'changeRequests', 'inbox', 'sites', 'organization', 'page', 'comments'];
    assert.deepEqual(testing.ran.slice(1).sort(), refreshed.map((name) => `docsPlatform.${name}.refresh`).sort());
    assert.deepEqual(errors, []);
  });

  test('works with any row selected', async () => {
    const organization = await rowAt(testing, 'Northwind Robotics');
    const collection = await rowAt(testing, 'Northwind Robotics', 'Products');
    const space = await rowAt(testing, 'Northwind Robotics', '🧭 Start Here');
    const changeRequest = await changeRequestRow(testing, 'Open', 'Describe people who walk in groups');
    const below = await changeRequestRows(testing, changeRequest);
    const merged = (await changeRequestRows(testing, await changeRequestRow(testing, 'Merged')))[0];
    const [siteOrganization] = (await testing.sites.getChildren()) ?? [];
    const sites = (await testing.sites.getChildren(siteOrganization)) ?? [];
    const [place] = (await testing.organization.getChildren()) ?? [];
    const lists = (await testing.organization.getChildren(place)) ?? [];
    const members = (await testing.organization.getChildren(lists[0])) ?? [];
    const rows = [organization, collection, space, changeRequest, merged, ...below].map((each) => each?.row);

    const found: string[] = [];
    for (const row of [...rows, siteOrganization, sites[0], place, ...lists, members[0]]) {
      assert.ok(row);
      found.push(
        ...(await complaints({ row })).map((complaint) => `${JSON.stringify(row).slice(0, 100)}: ${complaint}`),
      );
    }

    assert.deepEqual(found, []);
  });
});
