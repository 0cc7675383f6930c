import assert from 'node:assert/strict';
import { afterEach, beforeAll, describe, test } from 'vitest';
import * as vscode from 'vscode';
import type { Account } from '../../../../src/extension/ground/services/accounts.ts';
import { editUriOf } from '../../../../src/extension/ground/places/pageUri.ts';
import type { Results } from '../../../../src/extension/writing/findInPages/results.ts';
import type { Testing } from '../../../../src/extension.ts';
import type { FindQuery } from '../../../../src/model/find/query.ts';
import { spaceId } from '../../../../src/server/sample/seeding.ts';
import type { Place } from '../../../../src/store/library/library.ts';
import type { Person } from '../../../host/person.ts';
import type { ServedPlatform } from '../../../host/servedPlatform.ts';
import { until } from '../../../host/until.ts';
import { signedIn } from '../../activated.ts';

const space = spaceId('operator-handbook');
const { executeCommand } = vscode.commands;

describe('Find in Pages', () => {
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
  const headText = async (number: number, id: string) =>
    (
      await json<{ markdown: string }>(
        'GET',
        `/spaces/${space}/change-requests/${number}/content/page/${id}?format=markdown`,
      )
    ).markdown;

  beforeAll(async () => {
    await publish(
      page(
        'Zebra one',
        'A zebra crosses.\n\nSee [zebra](https://example.com/zebra) and `zebra`.\n\n{% hint style="zebra" %}\nNo stripes.\n{% endhint %}\n',
      ),
      page('Zebra two', 'Zebras are many.\n\nOne zebra.\n'),
      page('Others', 'The word superzebra has it inside.\n'),
    );
  });

  afterEach(async () => {
    platform.instead = undefined;
    await executeCommand('docsPlatform.findInPages.clear');
    await executeCommand('workbench.action.closeAllEditors');
    person.startOver();
  });

  const editUri = (number: number, path: string) =>
    editUriOf({ account: account.key, space, version: { kind: 'changeRequest', number }, path });
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
  const reads = () => platform.taken().filter((request) => /content\/page\/[^/]+$/.test(request)).length;

  test('asks the server, and reads only the pages that it finds', async () => {
    platform.taken();

    const results = await find({ text: 'zebra' });

    assert.deepEqual(pagesIn(results), ['Zebra one 6', 'Zebra two 3']);
    assert.equal(reads(), 2);
    assert.match(results.message ?? '', /^9 matches in 2 pages\. Searched 2 of \d{2,} pages\.$/);
    const [more] = (await results.tree.provider.getChildren()) ?? [];
    assert.equal(more?.key, 'searchAll');
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

    assert.match(endless.message ?? '', /Results may be missing: This took longer than 5 seconds/);
  });

  test('refuses a regular expression that is not valid', async () => {
    await find({ text: '(', isRegex: true }).then(
      () => assert.fail('it was accepted'),
      () => undefined,
    );

    assert.match(person.messages.at(-1) ?? '', /This regular expression isn't valid: Unterminated group/);
  });

  /** Gives the replacement, and previews it. */
  async function previewed(by: string): Promise<void> {
    person.types(by);
    await executeCommand('docsPlatform.findInPages.replace');
    await executeCommand('docsPlatform.findInPages.preview');
  }

  test('says before it sends anything what a replacement would break, and leaves it out', async () => {
    const [id = ''] = await publish(
      page('Gnu one', 'A gnu.\n'),
      page('Gnu two', '{% hint style="info" %}\nA gnu.\n{% endhint %}\n\ngnu\n'),
    );
    const results = await find({ text: 'gnu(\\.\\n\\{% endhint %\\})?', isRegex: true, isCaseSensitive: true });
    person.types('okapi');
    await executeCommand('docsPlatform.findInPages.replace');
    for (const match of results.matches()) match.isTicked = true;
    await executeCommand('docsPlatform.findInPages.preview');
    assert.match(
      String((await results.tree.provider.getTreeItem(results.rows[1]!)).description),
      /breaks a template tag/,
    );
    person.picks('Create Change Request…');
    person.types('Gnus');
    person.presses('Skip These Pages');

    await executeCommand('docsPlatform.findInPages.apply');

    assert.equal(person.choices[0]?.detail, 'Check these pages first:\n“Gnu two”: breaks a template tag');
    const done = await until('the report', () => person.choices[1]?.message);
    const [, number] = /^Replaced 1 match in 1 page in #(\d+)/.exec(done) ?? assert.fail(done);
    assert.equal(await headText(Number(number), id), '# Gnu one\n\nA okapi.\n');
    assert.deepEqual(pagesIn(results), ['Gnu two 2']);
  });

  test('sends the rest to the same change request after a broken connection', async () => {
    await publish(...Array.from({ length: 60 }, (_, at) => page(`Lynx ${at}`, `A lynx ${at}.\n`)).slice(0, 45));
    await publish(...Array.from({ length: 15 }, (_, at) => page(`Lynx ${45 + at}`, `A lynx ${45 + at}.\n`)));
    const results = await find({ text: 'A lynx', isCaseSensitive: true });
    assert.equal(results.rows.length, 60);
    person.types('A bobcat');
    await executeCommand('docsPlatform.findInPages.replace');
    for (const portion of ['1–50 of 60', '51–60 of 60']) {
      person.picks(portion);
      await executeCommand('docsPlatform.findInPages.preview');
    }
    let posts = 0;
    platform.instead = (request, handle) => {
      const isPost = request.method === 'POST' && request.url.endsWith('/content');
      if (isPost && ++posts > 1) return new Response('broken', { status: 500 });
      return handle(request);
    };
    person.picks('Create Change Request…');
    person.types('Bobcats');
    person.presses('Replace');
    await executeCommand('docsPlatform.findInPages.apply');
    const failed = person.choices.at(-1);
    assert.match(failed?.message ?? '', /^Changed 50 of 60 pages in #\d+\. The rest is still selected\./);
    assert.equal(results.rows.length, 10);
    platform.instead = undefined;
    person.presses('Replace');

    await executeCommand('docsPlatform.findInPages.apply');

    const done = await until('the report', () =>
      person.choices.find(({ message }) => message.startsWith('Replaced 10')),
    );
    const [, number] = /in #(\d+)/.exec(done.message) ?? assert.fail(done.message);
    assert.match(failed?.message ?? '', new RegExp(`in #${number}\\.`));
    const { changes } = await json<{ changes: unknown[] }>(
      'GET',
      `/spaces/${space}/change-requests/${number}/changes?limit=100`,
    );
    assert.equal(changes.length, 60);
  });

  describe('Undo', () => {
    /** Replaces a word in two pages; `change` happens before Undo is pressed. */
    async function replaceAndUndo(word: string, change: (number: number, id: string) => Promise<unknown>) {
      const ids = await publish(page(`${word} one`, `A ${word}.\n`), page(`${word} two`, `Two: ${word}\n`));
      await find({ text: word, isCaseSensitive: true });
      person.types('okapi');
      await executeCommand('docsPlatform.findInPages.replace');
      await executeCommand('docsPlatform.findInPages.preview');
      person.picks('Create Change Request…');
      person.types(word);
      person.presses('Replace');
      const before = { ...testing.prompts };
      let number = 0;
      let revision = '';
      testing.prompts.choose = async (choice) => {
        const [, found] = /^Replaced 4 matches in 2 pages in #(\d+)/.exec(choice.message) ?? [];
        if (found === undefined) return before.choose(choice);
        Object.assign(testing.prompts, before);
        assert.deepEqual(choice.actions, ['Undo', 'Open Changes']);
        number = Number(found);
        assert.match(await headText(number, ids[0]!), /A okapi/);
        await change(number, ids[1]!);
        revision = await revisionOf(number);
        return choice.actions.find((each) => each === 'Undo');
      };
      await executeCommand('docsPlatform.findInPages.apply');
      await until('the report', () => revision !== '');
      return { ids, number, before: revision };
    }

    const revisionOf = async (number: number) =>
      (await json<{ revision: string }>('GET', `/spaces/${space}/change-requests/${number}`)).revision;

    test('gives all pages their texts back in one revision', async () => {
      let posts = 0;
      platform.instead = (request, handle) => {
        if (request.method === 'POST' && request.url.endsWith('/content')) posts++;
        return handle(request);
      };

      const { ids, number } = await replaceAndUndo('Quagga', async () => {
        posts = 0;
      });

      await until('the text', async () => (await headText(number, ids[0]!)) === '# Quagga one\n\nA Quagga.\n');
      assert.equal(await headText(number, ids[1]!), '# Quagga two\n\nTwo: Quagga\n');
      assert.equal(posts, 1);
    });

    test('changes nothing once someone else has changed one of the pages', async () => {
      const { ids, number, before } = await replaceAndUndo('Tapir', async (at, id) =>
        changeOf(at, { operation: 'update_page', page: id, document: { markdown: 'Theirs.\n' } }),
      );

      await until('the message', () => person.messages.some((message) => /Nothing was undone/.test(message)));
      assert.match(person.messages.join(), /“[^”]+ two” in #\d+ is no longer as you left it\./);
      assert.equal(await revisionOf(number), before);
      assert.match(await headText(number, ids[0]!), /A okapi/);
    });

    test('changes nothing once someone else has deleted one of the pages', async () => {
      const { number, before } = await replaceAndUndo('Saola', async (at, id) =>
        changeOf(at, { operation: 'delete_page', page: id }),
      );

      await until('the message', () => person.messages.some((message) => /Nothing was undone/.test(message)));
      assert.match(person.messages.join(), /“Saola two” in #\d+ is no longer as you left it/);
      assert.equal(await revisionOf(number), before);
    });
  });

  test('searches the change request of the page that is edited, with the text that is unsent', async () => {
    const { number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject: 'Yaks' });
    const { inserted } = await changeOf(number, page('Yak one', 'A yak.\n'), page('Yak two', 'Nothing yet.\n'));
    const edits = await testing.stores(account).edits();
    const [one = '', two = ''] = inserted;
    await edits.drafts.keep(
      { space, number, page: two },
      '# Yak two\n\nAn unsent yak.\n',
      '# Yak two\n\nNothing yet.\n',
    );
    await vscode.window.showTextDocument(editUri(number, 'yak-one.md'));

    const results = await executeCommand<Results>('docsPlatform.findInPages.find', undefined, { text: 'yak' });

    assert.deepEqual(pagesIn(results), ['Yak one 2', 'Yak two 2']);
    const unsent = results.matches().find(({ parent }) => parent.found.page === two);
    assert.equal(unsent?.parent.found.isUnsent, true);
    await executeCommand('docsPlatform.findInPages.open', unsent);
    await until('the editable page', () => {
      const { uri } = vscode.window.activeTextEditor?.document ?? {};
      return uri?.scheme === 'docs-platform-edit' && uri.path.endsWith('/yak-two.md');
    });
    await previewed('ox');
    person.presses('Replace');
    await executeCommand('docsPlatform.findInPages.apply');
    assert.match(await headText(number, one), /A ox/);
    assert.equal(await headText(number, two), '# Yak two\n\nNothing yet.\n');
    assert.deepEqual(
      results.rows.map(({ found, skipped }) => [found.page, skipped]),
      [[two, 'unsent']],
    );
    await edits.drafts.discard({ space, number, page: two });
  });

  test('shows what changes in the pages of the search', async () => {
    const [id = ''] = await publish(page('Emu', 'An emu.\n'));
    const results = await find({ text: 'emu' });
    assert.deepEqual(pagesIn(results), ['Emu 2']);
    const { number } = await json<{ number: number }>('POST', `/spaces/${space}/change-requests`, { subject: 'Two' });
    await changeOf(number, { operation: 'update_page', page: id, document: { markdown: 'An emu, and an emu.\n' } });
    await json('POST', `/spaces/${space}/change-requests/${number}/merge`, {});

    await (await testing.stores(account).library()).refresh();

    await until('the other match', () => pagesIn(results)[0] === 'Emu 3');
  });

  test('searches all spaces of an organization, or those of a collection', async () => {
    const library = await testing.stores(account).library();
    const [organization] = (await library.children(undefined)).places;
    platform.taken();

    const results = await find({ text: 'battery' }, organization);

    const spaces = new Set(results.rows.map(({ found }) => found.space));
    assert.ok(spaces.size > 3, `only ${spaces.size} spaces`);
    assert.equal(reads(), results.rows.length);
    const collection = (await library.children(organization)).places.find(({ kind }) => kind === 'collection');
    const inside = await find({ text: 'battery' }, collection);
    const fewer = new Set(inside.rows.map(({ found }) => found.space));
    assert.ok(fewer.size > 0 && fewer.size < spaces.size, `${fewer.size} of ${spaces.size} spaces`);
  });
});
