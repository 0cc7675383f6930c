import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../../src/extension.ts';
import { spaceId } from '../../../../src/server/sample/seeding.ts';
import { idOf, menuEntries, type Contributes } from '../../../menuEntries.ts';
import { holds } from '../../../whenClause.ts';
import { changeRequestRow, changeRequestRows } from '../../../host/changeRequestRows.ts';
import { rowAt } from '../../../host/libraryRows.ts';
import type { Person } from '../../../host/person.ts';
import { signedIn } from '../../activated.ts';

/** The question as if the user dismissed it when it appears. */
function leftAtOnce<Question extends vscode.QuickInput>(question: Question): Question {
  const show = question.show.bind(question);
  return Object.assign(question, { show: () => (show(), question.hide()) });
}

describe('Every command of the palette', () => {
  let testing: Testing;
  let person: Person;
  let account: Account;
  let palette: { readonly command: string; readonly when?: string }[];
  let errors: string[];
  const { createInputBox, createQuickPick, showErrorMessage, showSaveDialog, showOpenDialog } = vscode.window;

  signedIn((given) => ({ testing, person, account } = given));

  beforeAll(() => {
    const { contributes } = testing.context.extension.packageJSON as { contributes: Contributes };
    const whens = new Map((contributes.menus['commandPalette'] ?? []).map(({ command, when }) => [command, when]));
    palette = contributes.commands.flatMap(({ command }) => {
      const when = whens.get(command);
      return when === 'false' ? [] : [when === undefined ? { command } : { command, when }];
    });
  });

  beforeEach(() => {
    person.startOver();
    errors = [];
    Object.assign(vscode.window, {
      showErrorMessage: async (message: string) => void errors.push(message),
      showSaveDialog: async () => undefined,
      showOpenDialog: async () => undefined,
      createQuickPick: () => leftAtOnce(createQuickPick()),
      createInputBox: () => leftAtOnce(createInputBox()),
    });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  afterAll(() => {
    Object.assign(vscode.window, { createInputBox, createQuickPick, showErrorMessage, showSaveDialog, showOpenDialog });
  });

  /**
   * Runs all commands that the palette offers there, dismissing every question. Returns the errors, and the messages
   * that ask to start elsewhere.
   */
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
        if (['docsPlatform.openSample', 'docsPlatform.openGuide'].includes(command)) continue;
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        if (uri) await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand(command);
        const elsewhere = person.messages.filter((message) => /\b(open|select|choose)\b.*\bfirst\b/i.test(message));
        // A missing permission for the row is an expected error.
        const failed = errors.filter((message) => !/^(Your account may not|You don't have permission)/.test(message));
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

  test('applies to the selected row if that is suitable, else asks', async () => {
    const space = await rowAt(testing, 'Northwind Robotics', '🧭 Start Here');
    const changeRequest = await changeRequestRow(testing, 'Open', 'Add a page about call buttons');
    const selected = { ...testing.selected };
    const run = (row: unknown, command: string): Thenable<unknown> => {
      person.startOver();
      Object.assign(testing.selected, { forCommand: () => row });
      return vscode.commands.executeCommand(command);
    };
    try {
      await run(space.row, 'docsPlatform.settings.edit');
      assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /Start/);
      assert.equal(person.offered.length, 0);

      await run(changeRequest.row, 'docsPlatform.changeRequest.requestReviewers');
      assert.equal(person.offered.length, 1);
      assert.ok(!person.offered[0]?.some((label) => label.startsWith('#')), 'No change request is to be picked.');

      await run(changeRequest.row, 'docsPlatform.changeRequest.openForReview');
      assert.ok(
        person.offered[0]?.every((label) => label.startsWith('#')),
        'It is open already.',
      );
    } finally {
      Object.assign(testing.selected, selected);
    }
  });

  test('refreshes all views and the open page', async () => {
    await vscode.window.showTextDocument(page());
    testing.ran.length = 0;

    await vscode.commands.executeCommand('docsPlatform.refresh');

    const refreshed = ['library', 'changeRequests', 'inbox', 'sites', 'organization', 'page', 'comments'];
    assert.deepEqual(
      [...new Set(testing.ran.slice(1))].sort(),
      refreshed.map((name) => `docsPlatform.${name}.refresh`).sort(),
    );
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

describe('An entry of a row’s menu', () => {
  let testing: Testing;
  let person: Person;
  const { showSaveDialog, showOpenDialog, createInputBox, createQuickPick } = vscode.window;
  let dialogs = 0;

  signedIn((given) => ({ testing, person } = given));

  beforeAll(() => {
    const dialog = async () => void dialogs++;
    const left = <Question extends vscode.QuickInput>(question: Question): Question => {
      dialogs++;
      return leftAtOnce(question);
    };
    Object.assign(vscode.window, {
      showSaveDialog: dialog,
      showOpenDialog: dialog,
      createQuickPick: () => left(createQuickPick()),
      createInputBox: () => left(createInputBox()),
    });
  });

  afterAll(() => {
    Object.assign(vscode.window, { showSaveDialog, showOpenDialog, createInputBox, createQuickPick });
  });

  /** The titles of entries that ask something but don't end with an ellipsis, or the other way round. */
  async function wrongTitles(view: string, row: unknown, item: vscode.TreeItem): Promise<string[]> {
    const { contributes } = testing.context.extension.packageJSON as { contributes: Contributes };
    const context = { view: `docsPlatform.${view}`, viewItem: item.contextValue ?? '' };
    const all = menuEntries(contributes, 'view/item/context', context).flatMap((each) =>
      each.submenu === undefined ? [each] : menuEntries(contributes, each.submenu, context),
    );
    const titles = new Map(contributes.commands.map(({ command, title }) => [command, title]));
    const wrong: string[] = [];
    // A command that asks does nothing when it is dismissed, so it runs first.
    for (const isAsking of [true, false]) {
      for (const entry of all) {
        const title = titles.get(idOf(entry)) ?? '';
        if (title.endsWith('…') !== isAsking || showsList.test(idOf(entry))) continue;
        person.startOver();
        dialogs = 0;
        await vscode.commands.executeCommand(idOf(entry), row);
        const modal = person.choices.filter((choice) => choice.modal).length;
        const asked = person.questions.length + person.offered.length + modal + dialogs;
        // Instead of asking, a command may say that there is nothing to choose from, or that the space is locked.
        const isElse = isAsking ? person.messages.length > 0 : /locked/.test(JSON.stringify(person.choices));
        if (asked > 0 !== isAsking && !isElse)
          wrong.push(`${context.viewItem}: ${title}: ${person.messages.join(' ')}`);
      }
    }
    return wrong;
  }

  /** Commands that show a list. */
  const showsList = /\.(showReviews|showMemberships|whereIsSpace\.row|backlinks|replyInEditor)$/;

  test('ends with an ellipsis if it asks for something before it acts', async () => {
    const northwind = await rowAt(testing, 'Northwind Robotics');
    const collection = await rowAt(testing, 'Northwind Robotics', 'Products');
    const space = await rowAt(testing, 'Northwind Robotics', '🧭 Start Here');
    const wrong: string[] = [];
    for (const { row, item } of [northwind, collection, space])
      wrong.push(...(await wrongTitles('library', row, item)));
    for (const group of ['Open', 'Drafts', 'Merged']) {
      const [first] = await changeRequestRows(testing, await changeRequestRow(testing, group));
      assert.ok(first, group);
      wrong.push(...(await wrongTitles('changeRequests', first.row, first.item)));
    }
    const [inSites] = (await testing.sites.getChildren()) ?? [];
    const [site] = (await testing.sites.getChildren(inSites)) ?? [];
    assert.ok(site);
    wrong.push(...(await wrongTitles('sites', site, await testing.sites.getTreeItem(site))));
    const [inOrganization] = (await testing.organization.getChildren()) ?? [];
    const lists = (await testing.organization.getChildren(inOrganization)) ?? [];
    for (const list of lists) {
      wrong.push(...(await wrongTitles('organization', list, await testing.organization.getTreeItem(list))));
      const [row] = (await testing.organization.getChildren(list)) ?? [];
      if (row) wrong.push(...(await wrongTitles('organization', row, await testing.organization.getTreeItem(row))));
    }

    assert.deepEqual(wrong, []);
  });
});
