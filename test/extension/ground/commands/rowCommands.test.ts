import assert from 'node:assert/strict';
import { beforeEach, describe, onTestFinished, test } from 'vitest';
import * as vscode from 'vscode';
import type { Testing } from '../../../../src/extension.ts';
import type { Person } from '../../../host/person.ts';
import { idOf, type Contributes } from '../../../menuEntries.ts';
import { readManifest } from '../../../readManifest.ts';
import { rowAt } from '../../../host/libraryRows.ts';
import { signedIn } from '../../activated.ts';

const { menus, commands } = readManifest<{ contributes: Contributes }>().contributes;

/** Commands that are in no menu but those of rows. Those that the palette offers, too, have two ids. */
function rowCommands(): string[] {
  const isOfRows = (menu: string): boolean =>
    menu === 'view/item/context' || (menus['view/item/context'] ?? []).some(({ submenu }) => submenu === menu);
  const hidden = new Set((menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map(idOf));
  const menusOf = (id: string): string[] =>
    Object.keys(menus).filter((menu) => menu !== 'commandPalette' && menus[menu]?.some((item) => idOf(item) === id));
  return commands
    .map(({ command }) => command)
    .filter(
      (id) =>
        hidden.has(id) && hidden.has(id.replace(/\.row$/, '')) && menusOf(id).length > 0 && menusOf(id).every(isOfRows),
    );
}

/** They filter a list of the Organization view. */
const needsNoRow = /\.filter\w+$/;

describe('A command that only rows offer, run by a keybinding of the user’s own', () => {
  let testing: Testing;
  let person: Person;

  signedIn((given) => ({ testing, person } = given));

  beforeEach(() => person.startOver());

  test('says where to find it', async () => {
    const said = async (id: string): Promise<readonly string[]> => {
      person.startOver();
      await vscode.commands.executeCommand(`docsPlatform.${id}`);
      return person.messages;
    };

    assert.deepEqual(await said('space.delete'), [
      'To run “Delete…”, open the context menu of a row in the Library view.',
    ]);
    assert.deepEqual(await said('sites.changeProxy'), [
      'To run “Change Proxy…”, open the context menu of a row in the Sites view.',
    ]);
    assert.deepEqual(await said('organization.updateSpec'), [
      'To run “Update OpenAPI Specification…”, open the context menu of a row in the Organization view.',
    ]);
    assert.deepEqual(await said('changeRequest.revert'), [
      'To run “Revert”, open the context menu of a row in the Change Requests view.',
    ]);
  });

  test('acts on the selected row if that is one of those', async () => {
    const row = await rowAt(testing, 'Northwind Robotics', '🧭 Start Here');
    const selected = { ...testing.selected };
    Object.assign(testing.selected, { forCommand: () => row.row });
    onTestFinished(() => void Object.assign(testing.selected, selected));

    await vscode.commands.executeCommand('docsPlatform.space.rename');
    await vscode.commands.executeCommand('docsPlatform.sites.changeProxy');

    assert.match(JSON.stringify(person.questions), /Start Here/);
    assert.deepEqual(person.messages, ['To run “Change Proxy…”, open the context menu of a row in the Sites view.']);
  });

  test('asks nothing', async () => {
    const asking: string[] = [];
    for (const id of rowCommands().filter((each) => !needsNoRow.test(each))) {
      person.startOver();
      await vscode.commands.executeCommand(id);
      if (person.offered.length + person.questions.length + person.choices.length > 0) asking.push(id);
    }

    assert.ok(testing.ran.includes('docsPlatform.library.move'));
    assert.deepEqual(asking, []);
  });
});
