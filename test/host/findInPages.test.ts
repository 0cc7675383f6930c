import assert from 'node:assert/strict';
import { suite, suiteSetup, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/services/accounts.ts';
import type { Results } from '../../src/extension/findInPages/results.ts';
import type { MatchRow } from '../../src/extension/findInPages/rows.ts';
import type { Testing } from '../../src/extension.ts';
import type { FindQuery } from '../../src/model/find/query.ts';
import { spaceId } from '../../src/server/sample/seeding.ts';
import type { Place } from '../../src/store/library/library.ts';
import type { Person } from './person.ts';
import type { ServedPlatform } from './servedPlatform.ts';
import { signedIn } from './signedIn.ts';
import { until } from './until.ts';

const space = spaceId('operator-handbook');
const { executeCommand } = vscode.commands;

suite('Find in Pages', () => {
  let testing: Testing;
  let person: Person;
  let platform: ServedPlatform;
  let account: Account;

  signedIn((given) => {
    ({ testing, person, platform, account } = given);
  });

  async function json<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await platform.call(method, path, body);
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Body;
  }

  const changeOf = (number: number, ...changes: object[]) =>
    json<{ inserted: string[] }>('POST', `/spaces/${space}/change-requests/${number}/content`, { changes });

  /** Publishes pages, and returns their ids. */
  async function publish(...changes: object[]): Promise<string[]> {
    const { number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject: 'Seed' });
    const { inserted } = await changeOf(number, ...changes);
    await json('POST', `/spaces/${space}/change-requests/${number}/merge`, {});
    await (await testing.stores(account).library()).refresh();
    return inserted;
  }

  const page = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } });
  const publishedText = async (id: string) =>
    (await json<{ markdown: string }>('GET', `/spaces/${space}/content/page/${id}?format=markdown`)).markdown;
  const headText = async (number: number, id: string) =>
    (
      await json<{ markdown: string }>(
        'GET',
        `/spaces/${space}/change-requests/${number}/content/page/${id}?format=markdown`,
      )
    ).markdown;

  let ids: string[] = [];

  suiteSetup(async () => {
    ids = await publish(
      page(
        'Zebra one',
        'A zebra crosses.\n\nSee [zebra](https://example.com/zebra) and `zebra`.\n\n{% hint style="zebra" %}\nNo stripes.\n{% endhint %}\n',
      ),
      page('Zebra two', 'Zebras are many.\n\nOne zebra.\n'),
      page('Others', 'The word superzebra has it inside.\n'),
    );
  });

  teardown(async () => {
    platform.instead = undefined;
    await executeCommand('docsPlatform.findInPages.clear');
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const place = async (): Promise<Place> =>
    (await (await testing.stores(account).library()).placeOf(space)) ?? assert.fail('no space');
  async function find(query: Partial<FindQuery>, given?: unknown): Promise<Results> {
    const found = await executeCommand<Results | undefined>(
      'docsPlatform.findInPages.find',
      given ?? (await place()),
      query,
    );
    assert.ok(found);
    return found;
  }
  const pagesIn = (results: Results) => results.rows.map(({ found, matches }) => `${found.title} ${matches.length}`);
  const lineOf = ({ line }: MatchRow) => line.excerpt;
  const reads = () => platform.taken().filter((request) => /content\/page\/[^/]+$/.test(request)).length;

  test('asks the server, and reads only the pages that it finds', async () => {
    platform.taken();

    const results = await find({ text: 'zebra' });

    assert.deepEqual(pagesIn(results), ['Zebra one 6', 'Zebra two 3']);
    assert.equal(reads(), 2);
    assert.match(results.message ?? '', /^9 matches in 2 pages\. Searched 2 of \d{2,} pages\.$/);
    const [more] = (await results.tree.provider.getChildren()) ?? [];
    assert.equal(more?.kind, 'more');
  });

  test('searches all pages, where parts of words are found', async () => {
    await find({ text: 'zebra' });

    await executeCommand('docsPlatform.findInPages.searchAll');

    const results = await find({ text: 'zebra' });
    assert.deepEqual(pagesIn(results), ['Zebra one 6', 'Zebra two 3']);
    await executeCommand('docsPlatform.findInPages.searchAll');
    assert.deepEqual(pagesIn(results), ['Zebra one 6', 'Zebra two 3', 'Others 1']);
    assert.match(results.message ?? '', /Searched (\d+) of \1 pages\.$/);
  });

  test('finds whole words, and text in its case', async () => {
    assert.deepEqual(pagesIn(await find({ text: 'zebra', isWholeWord: true })), ['Zebra one 6', 'Zebra two 2']);
    assert.deepEqual(pagesIn(await find({ text: 'Zebra', isCaseSensitive: true })), ['Zebra one 1', 'Zebra two 2']);
  });

  test('looks for a regular expression in all pages, and stops one that never ends', async () => {
    const results = await find({ text: 'zebra(s|c)?\\b', isRegex: true });
    assert.deepEqual(pagesIn(results), ['Zebra one 6', 'Zebra two 3', 'Others 1']);

    const endless = await find({ text: '(?:[^]+)+§', isRegex: true });

    assert.match(endless.message ?? '', /Results may be missing: The regular expression took longer than 5 seconds/);
  });

  test('refuses a regular expression that is not valid', async () => {
    await find({ text: '(', isRegex: true }).then(
      () => assert.fail('it was accepted'),
      () => undefined,
    );

    assert.match(person.messages.at(-1) ?? '', /This regular expression isn't valid: Unterminated group/);
  });

  test('opens a match in its page, and walks to the next one', async () => {
    const results = await find({ text: 'zebra' });
    const [first] = results.matches();

    await executeCommand('docsPlatform.findInPages.open', first);

    const selected = () => {
      const { document, selection } = vscode.window.activeTextEditor ?? {};
      return (
        document &&
        selection &&
        `${document.uri.path.split('/').at(-1)} ${selection.start.line} ${document.getText(selection)}`
      );
    };
    await until('the match', () => selected() === 'zebra-one.md 0 Zebra');
    for (const expected of ['2 zebra', '4 zebra', '4 zebra', '4 zebra', '6 zebra']) {
      await executeCommand('docsPlatform.findInPages.next');
      await until(expected, () => selected() === `zebra-one.md ${expected}`);
    }
    await executeCommand('docsPlatform.findInPages.next');
    await until('the next page', () => selected() === 'zebra-two.md 0 Zebra');
    await executeCommand('docsPlatform.findInPages.previous');
    await until('the page before', () => selected() === 'zebra-one.md 6 zebra');
  });

  test('replaces what is selected, in one change request', async () => {
    const results = await find({ text: 'zebra', isCaseSensitive: true });
    person.types('okapi');
    await executeCommand('docsPlatform.findInPages.replace');
    const ticked = results.matches().filter(({ isTicked }) => isTicked);
    assert.deepEqual(ticked.map(lineOf), [
      'A zebra crosses.',
      'See [zebra](https://example.com/zebra) and `zebra`.',
      'One zebra.',
    ]);
    await executeCommand('docsPlatform.findInPages.apply');
    assert.equal(person.choices.length, 0, 'it was asked before the preview');

    await executeCommand('docsPlatform.findInPages.preview');
    await until('the preview', () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Replace “zebra” with “okapi”'),
    );
    person.picks('Create Change Request…');
    person.types('Okapis');
    person.presses('Replace');
    await executeCommand('docsPlatform.findInPages.apply');

    assert.match(person.choices[0]?.message ?? '', /^Replace 3 matches in 2 pages in “Okapis”\?$/);
    const done = await until('the report', () => person.choices[1]?.message);
    const [, number] = /^Replaced 3 matches in 2 pages in #(\d+)/.exec(done) ?? assert.fail(done);
    assert.equal(
      await headText(Number(number), ids[0]!),
      '# Zebra one\n\nA okapi crosses.\n\nSee [okapi](https://example.com/zebra) and `zebra`.\n\n{% hint style="zebra" %}\nNo stripes.\n{% endhint %}\n',
    );
    assert.match(await publishedText(ids[0]!), /A zebra crosses/);
    assert.deepEqual(pagesIn(results), []);
  });
});
