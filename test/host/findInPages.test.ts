import assert from 'node:assert/strict';
import { suite, suiteSetup, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import type { Account } from '../../src/extension/ground/services/accounts.ts';
import type { Results } from '../../src/extension/writing/findInPages/results.ts';
import type { MatchRow } from '../../src/extension/writing/findInPages/rows.ts';
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
    await executeCommand('docsPlatform.findInPages.clear');
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const place = async (): Promise<Place> =>
    (await (await testing.stores(account).library()).placeOf(space)) ?? assert.fail('no space');
  async function find(query: Partial<FindQuery>): Promise<Results> {
    const found = await executeCommand<Results | undefined>('docsPlatform.findInPages.find', await place(), query);
    assert.ok(found);
    return found;
  }
  const pagesIn = (results: Results) => results.rows.map(({ found, matches }) => `${found.title} ${matches.length}`);
  const previews = () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs.map(({ label }) => label))
      .filter((label) => label.startsWith('Replace “'));
  const lineOf = ({ line }: MatchRow) => line.excerpt;

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
    // Nothing is sent before the preview, which opens instead.
    person.picks('Create Change Request…');
    person.types('Too early');
    person.presses('Replace');
    await executeCommand('docsPlatform.findInPages.apply');
    assert.equal(person.choices.length, 0);
    person.startOver();
    await until('the preview', () => previews().length === 1);
    // The diff of another replacement is outdated.
    person.types('quagga', 'okapi');
    await executeCommand('docsPlatform.findInPages.replace');
    await until('no preview', () => previews().length === 0);
    await executeCommand('docsPlatform.findInPages.preview');
    await until('the other preview', () => previews()[0]?.startsWith('Replace “zebra” with “quagga”'));
    await executeCommand('docsPlatform.findInPages.replace');
    await executeCommand('docsPlatform.findInPages.preview');
    await until('the last preview', () => previews()[0]?.startsWith('Replace “zebra” with “okapi”'));
    assert.equal(previews().length, 1);
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
    await until('no preview', () => previews().length === 0);
    assert.match(await publishedText(ids[0]!), /A zebra crosses/);
    assert.deepEqual(pagesIn(results), []);
  });
});
