import assert from 'node:assert/strict';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as vscode from 'vscode';
import { findIn } from '../../../../src/composition/find.ts';
import { applyReplacements } from '../../../../src/extension/writing/findInPages/apply.ts';
import type { FindContext } from '../../../../src/extension/writing/findInPages/context.ts';
import { findItem } from '../../../../src/extension/writing/findInPages/items.ts';
import type { AccountRows } from '../../../../src/extension/ground/trees/create.ts';
import { askReplacement, previewReplacements } from '../../../../src/extension/writing/findInPages/replace.ts';
import { createResults } from '../../../../src/extension/writing/findInPages/results.ts';
import type { FindRow } from '../../../../src/extension/writing/findInPages/rows.ts';
import type { Search } from '../../../../src/extension/writing/findInPages/state.ts';
import type { Find, FindOptions, FindOutcome, FoundPage } from '../../../../src/store/find/find.ts';
import { Document } from '../../../fakes/vscode/documents.ts';
import { fake } from '../../../fakes/vscode/index.ts';
import { openEdits } from '../../../store/openEdits.ts';
import { fakeStores } from '../../../fakes/stores.ts';

type Boxes = vscode.TreeCheckboxChangeEvent<FindRow>;

const account = { key: 'acme' } as Search['account'];
const whole: FindOutcome = { searched: 1, total: 1, isWhole: true, isCut: false, failures: [] };

/** The results for a change request of the local platform, or what `find` finds. */
async function open(pages: readonly string[], find?: Partial<Find>) {
  const all = await openEdits([], {
    pages: pages.map((markdown, at) => ({ operation: 'insert_page', id: `p${at}`, title: `P ${at}`, markdown })),
  });
  const { space, api, library, content } = all.opened;
  const boxes = new vscode.EventEmitter<Boxes>();
  const choices: { readonly message: string; readonly detail?: string; readonly actions: readonly string[] }[] = [];
  const real = findIn({ api, library, content, edits: async () => all.edits });
  const suggested: string[] = [];
  const prompted: string[] = [];
  const answers: string[] = [];
  let replacement = 'pear';
  let tree: AccountRows<FindRow> | undefined;
  const parts = {
    createTree({ load }: { load: () => Promise<(host: object) => AccountRows<FindRow>> }) {
      void load().then((create) => (tree = create({ say: () => undefined })));
      return {
        view: { onDidChangeCheckboxState: boxes.event, selection: [] },
        loadAgain: () => undefined,
        dispose: () => undefined,
      };
    },
    accounts: { active: account, byKey: () => account },
    edge: { note: () => undefined, explain: () => undefined },
    prompts: {
      ask: async ({ value, prompt }: { readonly value: string; readonly prompt: string }) => {
        suggested.push(value);
        prompted.push(prompt);
        return replacement;
      },
      choose: async (asked: { message: string; detail?: string; actions: readonly string[] }) => {
        choices.push(asked);
        const answer = answers.shift();
        return asked.actions.find((each) => (answer ? each === answer : each === 'Replace' || each === 'Delete'));
      },
    },
    state: { get: () => undefined, update: async () => undefined },
    stores: fakeStores(() => ({
      find: async () => ({ ...real, ...find }),
      edits: async () => all.edits,
      library: async () => library,
      contents: async () => content,
      currentUser: async () => ({ load: async () => 'me' }),
    })),
  } as unknown as FindContext;
  const results = createResults(parts);
  const search = (text: string, number: number | undefined = 1): Search => ({
    account,
    places: [{ space, number }],
    query: { text, isRegex: false, isCaseSensitive: true, isWholeWord: false },
    scope: { kind: 'space', name: 'Guide', places: async () => [] },
    sentTo: new Map(),
  });
  const shown: unknown[] = [];
  fake.commands.set('setContext', (key, value) => key === 'docsPlatform.findInPages.shows' && shown.push(value));
  const previews: string[][] = [];
  fake.commands.set('vscode.changes', (_name, diffs) => {
    previews.push((diffs as vscode.Uri[][]).map(([, before]) => before?.path.split('/').at(-1) ?? ''));
  });
  return {
    all,
    results,
    parts,
    choices,
    previews,
    suggested,
    /** What the view shows: its stage, its message, and the actions in its first rows. */
    async view() {
      const rows = (await tree?.children(undefined)) ?? [];
      const actions = rows.flatMap((row) => (row.kind === 'action' ? [row.key] : []));
      return [shown.at(-1), results.message, ...actions];
    },
    prompted,
    answers,
    search,
    space,
    find: async (text: string, number?: number) => results.run(search(text, number), { all: true }),
    async replace(by = 'pear') {
      replacement = by;
      await askReplacement(parts, results);
    },
    preview: async () => previewReplacements(parts, results),
    apply: async () => applyReplacements(parts, results),
    tick(row: FindRow | undefined, isTicked: boolean) {
      const box = vscode.TreeItemCheckboxState[isTicked ? 'Checked' : 'Unchecked'];
      boxes.fire({ items: [[row!, box]] });
    },
    [Symbol.dispose]() {
      results.dispose();
      all[Symbol.dispose]();
    },
  };
}

describe('replacements', () => {
  test('are sent for the pages that were previewed alone', async () => {
    const count = 52;
    using opened = await open(Array.from({ length: count }, (_, at) => `An apple ${at}.\n`));
    const { all, results, choices } = opened;
    await opened.find('apple');
    await opened.replace();
    fake.pick = (items) => items[1];
    await opened.preview();
    assert.match(
      results.message ?? '',
      /Apply the replacements.* 50 pages aren't previewed yet and stay as they are\.$/,
    );

    const [, , ...actions] = await opened.view();
    assert.deepEqual(actions, ['preview', 'apply']);

    await opened.apply();

    assert.equal(choices[0]?.message.startsWith('Replace 2 matches in 2 pages in '), true, choices[0]?.message);
    assert.equal(choices[0].detail, "50 pages aren't previewed yet and stay as they are.");
    assert.equal(results.rows.length, 50);
    assert.match(results.message ?? '', /Preview the replacements/);
    assert.equal(await all.markdown('p0'), '# P 0\n\nAn apple 0.\n');
    assert.equal(await all.markdown('p51'), '# P 51\n\nAn pear 51.\n');
  });

  test('are previewed again after a box was ticked while the preview was made', async () => {
    using opened = await open(['An apple, an apple.\n', 'One apple.\n']);
    const { all, results, choices, previews } = opened;
    await opened.find('apple');
    await opened.replace();
    fake.commands.set('vscode.changes', () => opened.tick(results.rows[0]?.matches[1], false));
    await opened.preview();

    await opened.apply();

    assert.match(choices[0]?.message ?? '', /^Replace 1 match in 1 page in /);
    assert.equal(await all.markdown('p0'), '# P 0\n\nAn apple, an apple.\n');
    assert.equal(await all.markdown('p1'), '# P 1\n\nOne pear.\n');
    fake.commands.set('vscode.changes', () => void previews.push(['again']));
    await opened.apply();
    assert.deepEqual(previews, [['again']]);
    assert.equal(await all.markdown('p0'), '# P 0\n\nAn apple, an apple.\n');
  });

  test('are not previewed any longer once something else is searched', async () => {
    using opened = await open(Array.from({ length: 51 }, (_, at) => `An apple ${at}, and a plum.\n`));
    await opened.find('apple');
    await opened.replace();
    fake.pick = async (items) => {
      await opened.find('plum');
      return items[0];
    };

    await opened.preview();

    assert.deepEqual(opened.previews, []);
  });

  test('keep the selection when another replacement is given, and the preview when it is made again', async () => {
    using opened = await open(['An apple, an apple.\n', 'One apple.\n']);
    const { results } = opened;
    const actions = async () => (await opened.view()).slice(2);
    await opened.find('apple');
    await opened.replace('pear');
    opened.tick(results.rows[0]?.matches[1], false);

    await opened.replace('plum');

    assert.match(results.message ?? '', /^2 of 3 matches selected\./);
    await opened.preview();
    assert.deepEqual(await actions(), ['apply']);
    opened.tick(results.rows[0]?.matches[0], false);
    opened.tick(results.rows[0]?.matches[1], true);
    assert.deepEqual(await actions(), ['preview', 'apply']);
    opened.tick(results.rows[0]?.matches[0], true);
    opened.tick(results.rows[0]?.matches[1], false);
    assert.deepEqual(await actions(), ['apply']);
  });

  test('leave out pages with unsent changes, and the question says so', async () => {
    using opened = await open(['An apple.\n', 'One apple.\n']);
    const { all, space, choices } = opened;
    await all.edits.drafts.keep({ space, number: 1, page: 'p0' }, '# P 0\n\nMy apple.\n', '# P 0\n\nAn apple.\n');
    await opened.find('apple');
    await opened.replace();
    await opened.preview();

    await opened.apply();

    assert.equal(choices[0]?.detail, '1 page has unsent changes and stays as it is: “P 0”');
  });

  test('say that it was too late to cancel if all were sent', async () => {
    const opened = await open(['An apple.']);
    const cancelled = new vscode.EventEmitter<void>();
    const token = { isCancellationRequested: false, onCancellationRequested: cancelled.event };
    const { withProgress } = vscode.window;
    Object.assign(vscode.window, {
      async withProgress(_: object, work: (progress: object, token: object) => Promise<unknown>) {
        return work(
          { report: ({ message }: { message: string }) => message.startsWith('1') && cancelled.fire() },
          token,
        );
      },
    });
    onTestFinished(() => void Object.assign(vscode.window, { withProgress }));
    await opened.find('apple');
    await opened.replace();
    await opened.preview();

    await opened.apply();

    await expect
      .poll(() => opened.choices.at(-1)?.message)
      .toBe('It was too late to cancel. Replaced 1 match in 1 page in #1 Better words.');
  });

  test('by nothing delete the matches, and say so from the start', async () => {
    using opened = await open(['An apple, a pear.\n']);
    const { all, choices } = opened;
    await opened.find('apple');
    await opened.replace('');
    assert.match(opened.prompted[0] ?? '', /Leave it empty to delete the matches/);
    await opened.preview();

    await opened.apply();

    assert.match(choices[0]?.message ?? '', /^Delete 1 match in 1 page in /);
    assert.match(choices[1]?.message ?? '', /^Deleted 1 match in 1 page in #1 /);
    assert.equal(await all.markdown('p0'), '# P 0\n\nAn , a pear.\n');
  });

  test('lead from the preview on to what is left, in the message and the first row', async () => {
    using opened = await open(['An apple.\n', 'An apple.\n']);
    const { results, all, space } = opened;
    await opened.find('apple');
    assert.deepEqual(await opened.view(), ['matches', '2 matches in 2 pages. Searched 2 of 2 pages.']);
    await opened.replace();
    assert.deepEqual(await opened.view(), [
      ...['replacements', '2 of 2 matches selected. Preview the replacements before you apply them.', 'preview'],
    ]);
    for (const row of results.rows) opened.tick(row, false);
    assert.deepEqual(await opened.view(), [
      ...['matches', '0 of 2 matches selected. Select at least one match that the replacement changes.'],
    ]);
    for (const row of results.rows) opened.tick(row, true);
    await opened.preview();
    assert.deepEqual(await opened.view(), [
      ...['previewed', '2 of 2 matches selected. Apply the replacements, or change the selection.', 'apply'],
    ]);
    await all.edits.drafts.keep({ space, number: 1, page: 'p0' }, 'Typed.\n', 'An apple.\n');

    await opened.apply();

    await vi.waitFor(async () =>
      assert.deepEqual(await opened.view(), [
        ...['skipped', "1 page wasn't replaced. Save or discard your unsent changes, then search again.", 'refresh'],
      ]),
    );
    results.update([]);
    await vi.waitFor(async () => assert.deepEqual(await opened.view(), ['nothing', 'Nothing is left to replace.']));
  });

  test('of published pages leave out those that the change request has changed, and lead to a search in it', async () => {
    using opened = await open(['An apple.\n', 'Another apple.\n', 'A third apple.\n']);
    const { all, results, choices, answers, space } = opened;
    const { api } = all.opened;
    await api.changeRequests.merge({ spaceId: space, changeRequestId: '1' });
    const { number } = await api.changeRequests.create({ spaceId: space, body: { subject: 'Mine' } });
    await all.edits.send({ space, number }, [
      {
        kind: 'write',
        page: 'p1',
        text: '# P 1\n\nMy apple.\n',
        base: '# P 1\n\nAnother apple.\n',
        format: 'markdown',
      },
    ]);
    await all.opened.library.refresh();
    const published = { ...opened.search('apple'), places: [{ space }] };
    published.sentTo.set(space, number);
    await results.run(published, { all: true });
    await opened.replace();
    await opened.preview();

    answers.push('Cancel');
    await opened.apply();
    assert.match(choices[0]?.message ?? '', /^Replace 2 matches in 2 pages in #2 Mine/);
    assert.equal(choices[0]?.detail, `1 page is already changed in #${number} and stays as it is: “P 1”`);
    assert.deepEqual(choices[0]?.actions, ['Replace', `Search #${number} Instead`]);
    assert.deepEqual(
      results.rows.map(({ skipped }) => skipped),
      [undefined, undefined, undefined],
    );

    answers.push('Replace');
    await opened.apply();
    assert.deepEqual(
      results.rows.map(({ found, skipped }) => [found.page, skipped]),
      [['p1', 'different']],
    );

    published.sentTo.set(space, number);
    await results.run(published, { all: true });
    await opened.replace();
    for (const row of results.rows) opened.tick(row, row.found.page === 'p1');
    await opened.preview();
    answers.push(`Search #${number} Instead`);
    await opened.apply();
    assert.match(choices.at(-1)?.message ?? '', /^Nothing can be replaced in #2 Mine/);
    assert.deepEqual(choices.at(-1)?.actions, [`Search #${number} Instead`]);
    assert.deepEqual(
      results.rows.map(({ found }) => [found.page, found.number]),
      [['p1', number]],
    );
    assert.equal(results.search?.scope.name, `Guide #${number}`);
    assert.equal(results.search.lastBy, 'pear');
    assert.equal(results.by, undefined);
  });

  test('in which nothing is selected are not asked about', async () => {
    using opened = await open(['An apple.\n']);
    await opened.find('apple');
    await opened.replace();
    await opened.preview();
    opened.tick(opened.results.rows[0], false);

    await assert.rejects(opened.apply(), /Select at least one match/);

    assert.deepEqual(opened.choices, []);
  });

  test('skip a page that is typed in, from the search on or later', async () => {
    using opened = await open(['An apple.\n', 'An apple.\n']);
    const { all, results, space } = opened;
    const type = (path: string, text: string) => {
      const path_ = `/${space}.change-request-1/${path}`;
      const document = new Document(vscode.Uri.from({ scheme: 'docs-platform-edit', authority: 'acme', path: path_ }));
      document.type(text);
      fake.documents.push(document);
    };
    type('p-0.md', '# P 0\n\nMy apple and apple.\n');
    await opened.find('apple');
    assert.deepEqual(
      results.rows.map(({ found, matches }) => [found.page, found.isUnsent, matches.length]),
      [
        ['p0', true, 2],
        ['p1', false, 1],
      ],
    );
    await opened.replace();
    await opened.preview();
    type('p-1.md', '# P 1\n\nTyped later.\n');

    await opened.apply();

    assert.deepEqual(
      results.rows.map(({ found, skipped }) => [found.page, skipped]),
      [
        ['p0', 'unsent'],
        ['p1', 'unsent'],
      ],
    );
    assert.equal(await all.markdown('p1'), '# P 1\n\nAn apple.\n');
  });

  test('go to the change request of a broken attempt once, unless it is closed', async () => {
    using opened = await open(['An apple.\n']);
    const { all, results, choices, space } = opened;
    const published = { ...opened.search('apple'), places: [{ space }] };
    published.sentTo.set(space, 1);
    await results.run(published, { all: true });
    await opened.replace();
    await opened.preview();

    await opened.apply();

    assert.match(choices[0]?.message ?? '', /^Replace 1 match in 1 page in /);
    assert.equal(await all.markdown('p0'), '# P 0\n\nAn pear.\n');
    assert.equal(published.sentTo.size, 0);

    published.sentTo.set(space, 1);
    await all.opened.api.changeRequests.merge({ spaceId: space, changeRequestId: '1' });
    choices.length = 0;
    await results.run({ ...published, query: { ...published.query, text: 'pear' } }, { all: true, again: true });
    await opened.replace('plum');
    await opened.preview();
    await opened.apply().catch(() => undefined);
    assert.equal(published.sentTo.size, 0);
    assert.deepEqual(choices, []);
  });
});

test('the replacement is suggested again after searching again', async () => {
  using opened = await open(['An apple.\n']);
  const { results } = opened;
  await opened.find('apple');
  await opened.replace('pear');

  await results.run({ ...results.search! }, { all: true });
  await opened.replace();
  await opened.find('An');
  await opened.replace();

  assert.deepEqual(opened.suggested, ['', 'pear', '']);
});

describe('the results', () => {
  const found = (page: string, count = 1): FoundPage => ({
    ...{ space: 's', number: undefined, page, title: page, isUnsent: false },
    matches: Array.from({ length: count }, (_, line) => ({
      ...{ line, column: 0, found: 'x', length: 1, excerpt: 'x', mark: [0, 1] as const },
    })),
  });

  /** Results whose searches a test answers. */
  async function answered(answers: ((options: FindOptions) => Promise<FindOutcome>)[]) {
    return open([], { find: async (_places, _query, options) => answers.shift()!(options) });
  }

  test('leave out what is reported after the end of the search', async () => {
    let late: FindOptions['onPage'] | undefined;
    using opened = await answered([
      async ({ onPage }) => {
        late = onPage;
        onPage(found('one'));
        return { ...whole, isWhole: false, failures: [new Error('too slow')] };
      },
    ]);
    const { results } = opened;
    await opened.find('x');
    vi.useFakeTimers();
    late?.(found('two'));
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();

    assert.deepEqual(
      results.rows.map(({ found }) => found.page),
      ['one'],
    );
  });

  test('keep the replacements that are given while they are sorted', async () => {
    using opened = await answered([
      async ({ onPage }) => {
        onPage(found('one'));
        return whole;
      },
    ]);
    const { parts, results } = opened;
    const { stores } = parts;
    const sorting: FindContext['stores'] = fakeStores((of) => ({
      ...stores(of),
      async library() {
        results.showReplacements([], 'y');
        return stores(of).library();
      },
    }));
    Object.assign(parts, { stores: sorting });

    await opened.find('x');

    assert.deepEqual([results.by, results.rows], ['y', []]);
  });

  test('stay when a page that changed cannot be read again', async () => {
    let reads = 0;
    using opened = await answered([
      async ({ onPage }) => {
        onPage({ ...found('one'), space: opened.space, number: 1 });
        return whole;
      },
      async () => {
        reads += 1;
        return { ...whole, isWhole: false, failures: [new Error('unavailable')] };
      },
    ]);
    const { all, results } = opened;
    await opened.find('x');

    await all.edits.drafts.keep(all.target('one'), 'Typed.\n', 'Text.\n');
    await vi.waitFor(() => assert.equal(reads, 1));
    await new Promise((resolve) => setTimeout(resolve, 50));

    assert.deepEqual(
      results.rows.map(({ found }) => found.page),
      ['one'],
    );
  });

  test('of a search are not those of the next one', async () => {
    const first = Promise.withResolvers<FindOutcome>();
    let late: FindOptions['onPage'] | undefined;
    using opened = await answered([
      ({ onPage }) => {
        late = onPage;
        return first.promise;
      },
      async ({ onPage }) => {
        onPage(found('two'));
        return whole;
      },
    ]);
    const running = opened.find('one');
    await vi.waitFor(() => assert.ok(late));
    await opened.find('two');
    late?.(found('one'));
    first.resolve(whole);
    await running;

    assert.deepEqual(
      opened.results.rows.map(({ found }) => found.page),
      ['two'],
    );
  });

  test('say what was not searched, also while replacing', async () => {
    using opened = await answered([
      async ({ onPage }) => {
        onPage(found('one', 2));
        return { searched: 1, total: 20, isWhole: false, isCut: true, failures: [new Error('broken')] };
      },
    ]);
    await opened.find('x');
    opened.results.showReplacements(opened.results.rows, 'y');

    assert.match(
      opened.results.message ?? '',
      /^0 of 2 matches selected\. .*Searched 1 of 20 pages\. There are more matches than can be shown\. Results may be/,
    );
  });

  test('tick the box of a page if one of its matches is, and say how many', async () => {
    using opened = await open(['An apple and `apple`.\n']);
    await opened.find('apple');
    await opened.replace();
    const item = () => findItem(opened.results.rows[0]!, { where: () => '', matches: 2 });
    assert.deepEqual(
      [item().checkboxState, item().description],
      [vscode.TreeItemCheckboxState.Checked, '1 of 2 selected'],
    );

    opened.tick(opened.results.rows[0], false);
    assert.equal(item().checkboxState, vscode.TreeItemCheckboxState.Unchecked);
    opened.tick(opened.results.rows[0], true);
    assert.deepEqual([item().checkboxState, item().description], [vscode.TreeItemCheckboxState.Checked, '2']);
  });
});
