import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import type { Testing } from '../../../../src/extension.ts';
import { organizationId, spaceId } from '../../../../src/server/sample/seeding.ts';
import { addressOf as addressOfUri, pageUri } from '../../../../src/extension/ground/places/pageUri.ts';
import { openEditingWindow } from '../../../host/editingWindow.ts';
import { rowAt } from '../../../host/libraryRows.ts';
import type { Person } from '../../../host/person.ts';
import { openQuickPick } from '../../../host/quickPick.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { signedIn } from '../../activated.ts';
import { until } from '../../../host/until.ts';

const handbook = spaceId('operator-handbook');
const inBrowser = 'https://docs.northwind.example';

describe('Search and navigation', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => ({ testing, person, platform, account } = given), { appUrl: inBrowser });

  afterEach(async () => {
    platform.instead = undefined;
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const opened = (name: string) =>
    until(`${name} to be open`, () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.path.endsWith(`/${name}`) ? editor : undefined;
    });
  const lineAt = (editor: vscode.TextEditor) => editor.document.lineAt(editor.selection.active.line).text;
  const recentPages = () =>
    (testing.globalState.get(`recentPages/${account.key}`) ?? []) as readonly { readonly page: string }[];
  const openFromUrl = async (...addresses: string[]) => {
    person.types(...addresses);
    await vscode.commands.executeCommand('docsPlatform.openFromUrl');
  };
  const addressOf = async (title: string): Promise<string> => {
    const library = await testing.stores(account).library();
    const node = [...(await library.pages(handbook)).byId.values()].find((each) => each.title === title);
    assert.ok(node?.page.urls?.app);
    return node.page.urls.app;
  };

  test('Go to Page starts with the recently opened pages, without the open one', async () => {
    for (const title of ['First mission', 'Charging', 'Glossary']) {
      const library = await testing.stores(account).library();
      const node = [...(await library.pages(handbook)).byId.values()].find((each) => each.title === title);
      assert.ok(node?.path, title);
      await vscode.commands.executeCommand('vscode.open', pageUri(account.key, handbook, node.path));
      await until('it to be remembered', () => {
        const [last] = recentPages();
        return last?.page === node.id;
      });
    }

    const picker = await openQuickPick('docsPlatform.goToPage');

    await until('the pages', () => picker.labels().length > 100);
    assert.equal(picker.labels()[0], 'recently opened');
    assert.match(picker.labels()[1] ?? '', /Charging$/);
    assert.match(picker.labels()[2] ?? '', /First mission$/);
    assert.equal(picker.labels().filter((label) => / ?Charging$/.test(label)).length, 1);
    picker.leave();
  });

  test('Go to Page leaves out recent pages that are gone, and forgets those of a removed account', async () => {
    await testing.globalState.update(`recentPages/${account.key}`, [{ space: handbook, page: 'gone' }]);

    const picker = await openQuickPick('docsPlatform.goToPage');
    await until('the pages', () => picker.labels().length > 100);

    assert.ok(!picker.labels().includes('recently opened'));
    picker.leave();
    await testing.accounts.remove(account.key);
    assert.deepEqual(recentPages(), []);
    await testing.accounts.add(account, platform.token);
  });

  test('Go to Page starts with the pages of the change request that is edited, also new ones', async () => {
    const session = await openEditingWindow({ testing, platform, account });
    await session.propose('With a new page');
    await session.change({ operation: 'insert_page', title: 'Brand new page', document: { markdown: 'New.' } });
    await session.open(session.pages[0]!);

    const picker = await openQuickPick('docsPlatform.goToPage');
    await until('the pages', () => picker.labels().includes('Brand new page'));
    picker.type('Brand new');
    await picker.baseOf(/^Brand new page$/);
    await picker.accept();

    const { document } = await opened('brand-new-page.md');
    assert.equal(document.uri.scheme, 'docs-platform-edit');
    await session.leave();
  });

  test('Search starts with the words typed in Go to Page', async () => {
    const picker = await openQuickPick('docsPlatform.search', 'battery charging');

    await picker.baseOf(/^E2xx: battery and charging$/);

    picker.leave();
  });

  test("Go to Page offers the other pages if those of one space can't be loaded", async () => {
    await testing.accounts.remove(account.key);
    await testing.accounts.add(account, platform.token);
    platform.instead = (request, real) =>
      request.url.includes(`${handbook}/content`)
        ? Response.json({ error: { code: 500, message: 'no' } }, { status: 500 })
        : real(request);

    const picker = await openQuickPick('docsPlatform.goToPage');

    await until('the other pages', () => picker.labels().length > 100);
    assert.ok(!picker.labels().includes('First mission'));
    await until('what is missing', () => picker.prompt()?.startsWith('Pages from 1 of '));
    assert.deepEqual(person.messages, []);
  });

  test('Search shows the ancestors of a page: their path, or their titles if its space is cached', async () => {
    await testing.accounts.remove(account.key);
    await testing.accounts.add(account, platform.token);
    const whereItStands = async () => {
      const picker = await openQuickPick('docsPlatform.search');
      picker.type('E2xx battery charging');
      const { description } = await picker.baseOf(/^E2xx: battery and charging$/);
      picker.leave();
      return description;
    };
    platform.instead = (request, real) =>
      request.url.includes(`${handbook}/content`)
        ? Response.json({ error: { code: 500, message: 'no' } }, { status: 500 })
        : real(request);
    assert.equal(await whereItStands(), 'Error codes: E100 to E499 · Heron Operator Handbook › troubleshooting');

    platform.instead = undefined;
    await (await testing.stores(account).library()).pages(handbook);
    assert.equal(await whereItStands(), 'Error codes: E100 to E499 · Heron Operator Handbook › Troubleshooting');
  });

  test('Search from the row of a space stays in it', async () => {
    const { row } = await rowAt(testing, 'Northwind Robotics', '📣 Release Notes');
    const picker = await openQuickPick('docsPlatform.search', row);
    await until('the scope', () => picker.title() === 'Search in Release Notes');
    platform.taken();

    picker.type('battery');

    await until('results', () => picker.labels().length > 0);
    const asked = platform.taken().filter((request) => request.includes('/search'));
    assert.deepEqual(asked, [`GET /v1/spaces/${spaceId('release-notes')}/search`]);
  });

  test('Search sends a request only after the user has stopped typing', async () => {
    const { row } = await rowAt(testing, 'Northwind Robotics', '📣 Release Notes');
    const picker = await openQuickPick('docsPlatform.search', row);
    await until('the scope', () => picker.title() === 'Search in Release Notes');
    platform.taken();

    for (const text of ['b', 'ba', 'bat', 'batt', 'batte', 'batter', 'battery']) picker.type(text);

    await until('results', () => picker.labels().length > 0);
    assert.equal(platform.taken().filter((request) => request.includes('/search')).length, 1);
  });

  test('Search says when there are no results', async () => {
    const picker = await openQuickPick('docsPlatform.search');

    picker.type('xyzzyplugh');

    await until(
      'the note',
      () => picker.prompt() === 'Nothing found for “xyzzyplugh” in Northwind Robotics, Harbor Labs.',
    );
    assert.deepEqual(picker.labels(), []);
  });

  test('Search sends nothing for a query without a letter, digit or symbol', async () => {
    const picker = await openQuickPick('docsPlatform.search');
    await until('the scope', () => picker.title() === 'Search in Northwind Robotics, Harbor Labs');
    platform.taken();

    picker.type('"');
    picker.type('"battery charging"');

    await until('the results', () => picker.labels().includes('E2xx: battery and charging'));
    assert.equal(platform.taken().length, 2);
    picker.leave();
  });

  test('Search finds an emoji', async () => {
    const picker = await openQuickPick('docsPlatform.search', '🚨');

    await picker.baseOf(/Emergency stop/);

    picker.leave();
  });

  test('Search shows the text around the found words', async () => {
    const picker = await openQuickPick('docsPlatform.search', 'battery charging');

    const { detail = '' } = await picker.baseOf(/^E2xx: battery and charging$/);

    assert.ok(/battery|charging/i.test(detail.slice(0, 60)), detail);
    picker.leave();
  });

  test('Search shows an error once, even if no organization could be searched', async () => {
    const picker = await openQuickPick('docsPlatform.search');
    await until('the scope', () => picker.title() === 'Search in Northwind Robotics, Harbor Labs');
    platform.instead = () => Response.json({ error: { code: 500, message: 'no' } }, { status: 500 });

    picker.type('battery');

    const words = await until('the reason', () => picker.prompt());
    assert.match(words, /^Couldn't search: /);
    assert.equal(words.split("Couldn't").length, 2, words);
    assert.deepEqual(picker.labels(), []);
    picker.leave();
  });

  test("Search says where it couldn't search, shows other results, and continues", async () => {
    const picker = await openQuickPick('docsPlatform.search');
    platform.instead = (request, real) =>
      request.url.includes(`/orgs/${organizationId('harbor')}/search`)
        ? Response.json({ error: { code: 500, message: 'no' } }, { status: 500 })
        : real(request);
    picker.type('battery');
    await until('the note', () => picker.prompt()?.startsWith("Couldn't search in Harbor Labs: "));
    assert.ok(picker.labels().includes('E2xx: battery and charging'));
    platform.instead = undefined;

    picker.type('battery charging');

    await picker.baseOf(/^E2xx: battery and charging$/);
  });

  test('Open from URL goes to the section in the URL', async () => {
    const { document } = await (async () => {
      await openFromUrl(await addressOf('Error codes: E100 to E499'));
      return opened('error-codes-e100-to-e499.md');
    })();
    assert.match(document.getText(), /^## E2xx: battery and charging$/m);

    await openFromUrl(`${await addressOf('Error codes: E100 to E499')}#e2xx-battery-and-charging`);

    assert.equal(lineAt(await opened('error-codes-e100-to-e499.md')), '## E2xx: battery and charging');
  });

  test('Open from URL opens a space at its first page, by its URL in the app or on its site', async () => {
    await openFromUrl(`${inBrowser}/o/${organizationId('northwind')}/s/${handbook}/`);
    const first = vscode.window.activeTextEditor?.document.uri.toString();
    assert.match(first ?? '', /\/Heron-Operator-Handbook\//);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');

    await openFromUrl(`${inBrowser}/handbook`);

    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), first);
  });

  test('Open from URL offers to restore a deleted space', async () => {
    const id = spaceId('nw5');
    const address = `${inBrowser}/o/${organizationId('northwind')}/s/${id}/`;
    const isDeleted = async () =>
      'deletedAt' in ((await (await platform.call('GET', `/spaces/${id}`)).json()) as object);

    await openFromUrl(address);
    assert.match(person.choices[0]?.message ?? '', /^The space “NW-5 Controller” was deleted .* You can restore it/);
    assert.ok(await isDeleted());
    person.presses('Restore');
    await openFromUrl(address);

    assert.equal(await isDeleted(), false);
    await platform.call('DELETE', `/spaces/${id}`);
  });

  test('Open from URL asks which space of a site to open', async () => {
    person.picks('REST API');

    await openFromUrl(inBrowser);

    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /^\/REST-API\//);
  });

  describe('of a change request or a revision', () => {
    const inApp = `${inBrowser}/o/${organizationId('northwind')}/s/${handbook}`;
    const charging = async () => new URL(await addressOf('Charging')).pathname.split('/').slice(5).join('/');
    const shown = async (title: string, number: number | undefined, ...addresses: string[]) => {
      for (const address of addresses) {
        await openFromUrl(address);
        const editor = await until(`${address}: ${person.refusals.join()}`, () => vscode.window.activeTextEditor);
        assert.match(editor.document.getText(), new RegExp(`^# ${title}$`, 'm'), address);
        assert.equal(placeOf(editor.document.uri)?.number, number, address);
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      }
    };
    const placeOf = (uri: vscode.Uri) => {
      const version = addressOfUri(uri)?.version;
      return version && { number: version.kind === 'changeRequest' ? version.number : undefined, kind: version.kind };
    };

    test('opens that page of it, however it is written', async () => {
      const session = await openEditingWindow({ testing, platform, account });
      await session.propose('Charge twice');
      const path = await charging();
      const [{ id }, before] = [
        await session.json<{ id: string }>('GET', `/spaces/${handbook}/change-requests/${session.number}`),
        (await session.json<{ revision: string }>('GET', `/spaces/${handbook}`)).revision,
      ];
      await session.change({
        operation: 'insert_page',
        title: 'Charge twice',
        document: { markdown: 'Words.\n\n## Here\n\nMore.\n' },
      });
      const number = String(session.number);
      const atSite = `${inBrowser}/~/changes/${number}/handbook`;

      await shown(
        'Charge twice',
        session.number,
        `${inApp}/~/changes/${number}/charge-twice`,
        `${inApp}/~/changes/${id}/charge-twice/?from=mail#here#here`,
        `${inBrowser}/s/${handbook}/~/changes/${number}/charge-twice#:~:text=Words`,
        `/s/${handbook}/~/changes/${number}/charge-twice`,
        `https://ELSEWHERE.example/s/${handbook}/%7E/changes/${number}/charge%2Dtwice.`,
        `[Charge twice](${atSite}/charge-twice)`,
        `<${inBrowser}/handbook/~/changes/${number}/charge-twice>`,
        `“${atSite}/charge-twice”,`,
      );
      await openFromUrl(`${inApp}/~/changes/${number}/charge-twice#here#here`);
      assert.equal(lineAt(await opened('charge-twice.md')), '## Here');
      await shown('Charging', session.number, `${inApp}/~/changes/${number}/${path}`);
      await shown('Charging', undefined, `${inApp}/~/revisions/${before}/${path}`, `${inApp}/${path}#:~:text=a`);
      await openFromUrl(`(${inApp}/~/revisions/${before}/${path})`);
      const revision = addressOfUri(vscode.window.activeTextEditor!.document.uri)?.version;
      assert.deepEqual(revision, { kind: 'revision', revision: before });

      await openFromUrl(`${inApp}/~/changes/${number}`);
      await until('the row', () => {
        const chosen = testing.changeRequests?.view.selection[0];
        return chosen?.kind === 'changeRequest' && chosen.changeRequest.id === id;
      });
      await session.leave();
    });

    test('is found by Go to Change Request, also as a preview of its site', async () => {
      const session = await openEditingWindow({ testing, platform, account });
      await session.propose('Previewed');
      const picker = await openQuickPick('docsPlatform.changeRequests.goTo');
      picker.type(`<${inBrowser}/handbook/~/changes/${session.number}/any-page>.`);
      await picker.baseOf(/^Find/);

      await picker.accept();

      await until('the row', () => {
        const chosen = testing.changeRequests?.view.selection[0];
        return chosen?.kind === 'changeRequest' && chosen.changeRequest.subject === 'Previewed';
      });
      await session.leave();
    });

    test('is refused with the reason if it leads nowhere', async () => {
      const session = await openEditingWindow({ testing, platform, account });
      await session.propose('Nothing new');
      const { revision } = await session.json<{ revision: string }>('GET', `/spaces/${handbook}`);

      await openFromUrl(
        `${inApp}/~/changes/${session.number}/nothing/here`,
        `${inApp}/~/changes/98765/${await charging()}`,
        `${inApp}/~/revisions/${revision}/nothing`,
        `${inApp}/~/revisions/nothing/${await charging()}`,
        `${inApp}/~/settings`,
        `${inBrowser}/~/changes/98765`,
      );

      assert.deepEqual(person.refusals, [
        `“Heron Operator Handbook #${session.number}” has no page at nothing/here.`,
        "This change request doesn't exist, or you don't have access to it.",
        `“Heron Operator Handbook @${revision}” has no page at nothing.`,
        "This revision doesn't exist, or you don't have access to it.",
        'Only your browser can show this view. Enter the URL of a page or a change request.',
        "No space has this URL, or you don't have access to it. Check the URL.",
      ]);
      assert.equal(vscode.window.activeTextEditor, undefined);
      await session.leave();
    });
  });

  test("Open from URL says what is wrong with each URL that it can't open", async () => {
    await openFromUrl(
      'nonsense',
      'https://elsewhere.example/page',
      `${inBrowser}/handbook/nothing/here`,
      'command:workbench.action.quit',
    );

    assert.deepEqual(person.refusals, [
      "This isn't a URL from your browser. Enter one that starts with https://.",
      "No space has this URL, or you don't have access to it. Check the URL.",
      '“Heron Operator Handbook” has no page at nothing/here.',
      "This isn't a URL from your browser. Enter one that starts with https://.",
    ]);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});
