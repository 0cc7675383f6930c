import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { findIn } from '../../../src/composition/find.ts';
import type { FindQuery } from '../../../src/model/find/query.ts';
import { findTasks } from '../../../src/model/find/task.ts';
import { createFind } from '../../../src/store/find/createFind.ts';
import type { Find, FindInThread, FindOptions, FindPlace, PageReplacement } from '../../../src/store/find/find.ts';
import { runInWorker } from '../../../src/workers/runInWorker.ts';
import { openEdits, type OpenedEdits } from '../openEdits.ts';

const query = (text: string, isRegex = false): FindQuery => ({
  ...{ text, isRegex, isCaseSensitive: true, isWholeWord: false },
});

function open({ opened, edits }: OpenedEdits): Find {
  const { api, library, content } = opened;
  return findIn({ api, library, content, edits: async () => edits });
}

/** Some pages with the word, and others. */
const pages = (count: number, every = 1) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ operation: 'insert_page' as const, id: `p${at}`, title: `Page ${at}` },
    markdown: at % every === 0 ? `An apple ${at}.\n` : 'Nothing, only pineapples.\n',
  }));

async function results(find: Find, places: readonly FindPlace[], of: FindQuery, options: Partial<FindOptions> = {}) {
  const found = new Map<string, number>();
  const unsent: string[] = [];
  const outcome = await find.find(places, of, {
    onPage({ page, matches, isUnsent }) {
      if (matches.length > 0) found.set(page, matches.length);
      if (isUnsent) unsent.push(page);
    },
    ...options,
  });
  return { outcome, unsent, found: Object.fromEntries([...found].sort()) };
}

const isRead = (request: string) => /content\/page\/|revisions\/[^/]+\/page\//.test(request);

describe('a search', () => {
  test('reads only the pages that the server finds, and says so', async () => {
    using all = await openEdits([], { pages: pages(20, 10) });
    const { space, taken } = all.opened;
    const find = open(all);
    taken();

    const { found, outcome } = await results(find, [{ space }], query('apple'));

    assert.deepEqual(found, { p0: 1, p10: 1 });
    const { searched, total, isWhole } = outcome;
    assert.deepEqual({ searched, total, isWhole }, { searched: 2, total: 20, isWhole: false });
    assert.equal(taken().filter(isRead).length, 2);
    assert.deepEqual((await results(find, [{ space }], query('An apple'))).found, { p0: 1, p10: 1 });
    assert.equal(taken().filter(isRead).length, 0, 'a page was read twice');
  });

  test('of all pages finds what the server misses', async () => {
    using all = await openEdits([], { pages: pages(20, 10) });
    const { space } = all.opened;

    const { found, outcome } = await results(open(all), [{ space }], query('apple'), { all: true });

    assert.equal(Object.keys(found).length, 20);
    assert.deepEqual([outcome.searched, outcome.isWhole], [20, true]);
  });

  test('reads all pages for what the server has no words for, and for a regular expression', async () => {
    using all = await openEdits();
    const { space } = all.opened;

    assert.deepEqual((await results(open(all), [{ space }], query(']('))).found, { b: 1 });
    assert.deepEqual((await results(open(all), [{ space }], query('^(Th|F)', true))).found, { c: 1, d: 1 });
  });

  test('of a regular expression that never ends is stopped', async () => {
    const long = { operation: 'insert_page' as const, id: 'x', title: 'X', markdown: `${'a '.repeat(50)}\n` };
    using all = await openEdits([], { pages: [long] });

    const { outcome } = await results(open(all), [{ space: all.opened.space }], query('(?:[^]+)+§', true));

    assert.match(String(outcome.failures[0]), /findTooSlow/);
    assert.equal(outcome.isWhole, false);
  });

  test('of a change request finds its changes and the text that is unsent', async () => {
    using all = await openEdits([
      { operation: 'insert_page', id: 'n', title: 'N', markdown: 'A new apple.\n' },
      { operation: 'update_page', page: 'c', markdown: 'Three apples.\n' },
    ]);
    const { space } = all.opened;
    await all.edits.drafts.keep(all.target('d'), '# D\n\nFour apples, unsent.\n', '# D\n\nFour.\n');
    const find = open(all);

    assert.deepEqual((await results(find, [{ space }], query('apple'))).found, {});
    const { found, unsent } = await results(find, [{ space, number: 1 }], query('apple'));

    assert.deepEqual(found, { c: 1, d: 1, n: 1 });
    assert.deepEqual(unsent, ['d']);
  });

  test('finds text that is typed in an editor in place of the text of the server', async () => {
    using all = await openEdits();
    const { space } = all.opened;
    const unsaved = [{ space, number: 1, page: 'd', text: '# D\n\nFour apples, unsaved.\n' }];

    const { found, unsent } = await results(open(all), [{ space, number: 1 }], query('apples, unsaved'), { unsaved });

    assert.deepEqual([found, unsent], [{ d: 1 }, ['d']]);
    assert.deepEqual((await results(open(all), [{ space }], query('apples, unsaved'), { unsaved })).found, {});
  });

  test('reports the pages that it read and those that are gone, but not one that it could not read', async () => {
    using all = await openEdits();
    const { space } = all.opened;
    all.opened.instead = async (request, platform) =>
      isRead(request.url) && /page\/c(\?|$)/.test(request.url)
        ? Response.json({ error: { code: 403, message: 'No' } }, { status: 403 })
        : platform(request);
    const reported: string[] = [];

    const outcome = await open(all).find([{ space, pages: ['c', 'd', 'never'] }], query('nothing of this'), {
      onPage: ({ page }) => void reported.push(page),
    });

    assert.deepEqual(reported.sort(), ['d', 'never']);
    assert.equal(outcome.failures.length, 1);
  });

  test('of a page reads that page alone', async () => {
    using all = await openEdits();
    const { space, taken } = all.opened;
    taken();

    const { found } = await results(open(all), [{ space, pages: ['c'] }], query('e'));

    assert.deepEqual(found, { c: 2 });
    assert.equal(taken().filter(isRead).length, 1);
  });

  test('shows what it has found when the server goes away', async () => {
    using all = await openEdits([], { pages: pages(20) });
    let reads = 0;
    all.opened.instead = async (request, platform) => {
      if (isRead(request.url) && ++reads > 5) throw new TypeError('fetch failed');
      return platform(request);
    };

    const { found, outcome } = await results(open(all), [{ space: all.opened.space }], query('apple'));

    assert.equal(Object.keys(found).length, 5);
    assert.ok(outcome.failures.length > 0);
    assert.equal(outcome.isWhole, false);
  });

  test('shows at most ten thousand matches, and says that there are more', async () => {
    const markdown = `${'apple '.repeat(100)}\n`.repeat(60);
    using all = await openEdits([], {
      pages: ['x', 'y'].map((id) => ({ operation: 'insert_page' as const, id, title: id, markdown })),
    });

    const { found, outcome } = await results(open(all), [{ space: all.opened.space }], query('apple'));

    assert.equal(
      Object.values(found).reduce((sum, count) => sum + count, 0),
      10_000,
    );
    assert.equal(outcome.isCut, true);
  });

  test('stops when the user stops it', async () => {
    using all = await openEdits([], { pages: pages(20) });
    const stop = new AbortController();
    all.opened.instead = async (request, platform) => {
      if (isRead(request.url)) stop.abort();
      return platform(request);
    };

    const running = results(open(all), [{ space: all.opened.space }], query('apple'), { signal: stop.signal });

    await assert.rejects(running, (error: { kind?: string }) => error.kind === 'cancelled');
  });
});

describe('replacements', () => {
  /** Replaces the word in the published pages. */
  async function replacedPages(all: OpenedEdits): Promise<PageReplacement[]> {
    const { space } = all.opened;
    const find = open(all);
    const { found } = await results(find, [{ space }], query('apple'), { all: true });
    const pages = Object.keys(found).map((page) => ({ space, page }));
    return (await find.replaceable(pages, query('apple'), 'pear')).map(({ page, markdown }) => ({
      page,
      base: markdown,
      text: markdown.replaceAll('apple', 'pear'),
    }));
  }

  function sending(all: OpenedEdits) {
    const sent: string[] = [];
    const skipped: Record<string, string> = {};
    const send = (pages: readonly PageReplacement[]) =>
      open(all).send({ space: all.opened.space, number: 1 }, pages, {
        onSent: (done) => void sent.push(...done),
        onSkipped: (page, why) => void (skipped[page] = why),
      });
    return { sent, skipped, send };
  }

  test('are made and checked in portions of a size that a thread can parse in time', async () => {
    const markdown = `${'One apple and more. '.repeat(20)}\n\n`.repeat(200);
    using all = await openEdits([], {
      pages: ['x', 'y', 'z'].map((id) => ({ operation: 'insert_page' as const, id, title: id, markdown })),
    });
    const { api, library, content, space } = all.opened;
    const sizes: number[] = [];
    const inThread: FindInThread = async (kind, task) => {
      sizes.push(JSON.stringify(task).length);
      return findTasks[kind](task);
    };
    const find = createFind({ api, library, content, edits: async () => all.edits, inThread });

    const made = await find.replaceable(
      ['x', 'y', 'z'].map((page) => ({ space, page })),
      query('apple'),
      'pear',
    );
    await find.problems(made.map((page) => ({ base: page.markdown, text: `${page.markdown}.` })));

    assert.deepEqual(
      made.map(({ page }) => page),
      ['x', 'y', 'z'],
    );
    assert.equal(sizes.length, 5, `tasks of ${sizes.join(', ')} characters`);
    assert.ok(sizes.every((size) => size < 210_000));
  });

  test('that get no time on a busy computer are not blamed on the text', async () => {
    const page = { operation: 'insert_page' as const, id: 'x', title: 'X', markdown: 'An apple.\n' };
    using all = await openEdits([], { pages: [page] });
    const { space } = all.opened;
    const endless = `${'a '.repeat(50)}\n`;
    const file = new URL('../../../src/composition/pageWorker.ts', import.meta.url);
    const task = { find: 'find', task: { query: query('(?:[^]+)+§', true), texts: [endless], most: 1 } };
    const busy = [1, 2].map(async () =>
      runInWorker(file, task, { kind: 'short', deadline: 4000 }).catch(() => undefined),
    );

    await assert.rejects(open(all).replaceable([{ space, page: 'x' }], query('ap+le', true), 'pear'), /findStopped/);
    await Promise.all(busy);
  });

  test('are sent in one revision for every fifty pages', async () => {
    using all = await openEdits([], { pages: pages(120) });
    const { sent, skipped, send } = sending(all);

    await send(await replacedPages(all));

    assert.equal(sent.length, 120);
    assert.deepEqual(skipped, {});
    assert.equal(all.revisions(), 3);
    assert.equal(await all.markdown('p7'), '# Page 7\n\nAn pear 7.\n');
  });

  test('go on after a broken connection, without sending anything twice', async () => {
    using all = await openEdits([], { pages: pages(120) });
    const { sent, send } = sending(all);
    const replaced = await replacedPages(all);
    let posts = 0;
    all.opened.instead = async (request, platform) => {
      const isPost = request.method === 'POST' && request.url.endsWith('/content');
      if (isPost) posts += 1;
      // The second revision is made, but its answer and all others are lost.
      if (posts < 2) return platform(request);
      if (isPost) await platform(request);
      throw new TypeError('fetch failed');
    };
    await assert.rejects(send(replaced));
    assert.deepEqual([sent.length, all.revisions()], [50, 2]);
    all.opened.instead = undefined;

    // After a restart of the window, the window no longer knows what was sent.
    const again = sending(all);
    await again.send(replaced);

    assert.equal(again.sent.length, 120);
    assert.equal(all.revisions(), 3);
    assert.equal(await all.markdown('p119'), '# Page 119\n\nAn pear 119.\n');
  });

  test('skip pages that someone changed or deleted, or that have unsent text', async () => {
    using all = await openEdits([], { pages: pages(5) });
    const replaced = await replacedPages(all);
    all.opened.platform.editChangeRequest(all.opened.changeRequest.id, [
      { operation: 'update_page', page: 'p1', markdown: 'Someone else ate the apple.\n' },
      { operation: 'delete_page', page: 'p2' },
    ]);
    await all.edits.drafts.keep(all.target('p3'), '# Page 3\n\nTyped.\n', '# Page 3\n\nAn apple 3.\n');
    const { sent, skipped, send } = sending(all);

    await send(replaced);

    assert.deepEqual(sent, ['p0', 'p4']);
    assert.deepEqual(skipped, { p1: 'changed', p2: 'gone', p3: 'unsent' });
    assert.match((await all.markdown('p1')) ?? '', /Someone else/);
    assert.equal(await all.markdown('p3'), '# Page 3\n\nAn apple 3.\n');
  });

  test('of published pages are compared with a change request, of which only changed pages are read', async () => {
    using all = await openEdits([], { pages: pages(20) });
    const { api, space, platform, taken } = all.opened;
    const replaced = await replacedPages(all);
    await api.changeRequests.merge({ spaceId: space, changeRequestId: '1' });
    const { id, number } = await api.changeRequests.create({ spaceId: space, body: { subject: 'Other' } });
    platform.editChangeRequest(id, [
      { operation: 'update_page', page: 'p1', markdown: 'Someone else ate the apple.\n' },
      { operation: 'update_page', page: 'p2', markdown: 'An pear 2.\n' },
      { operation: 'delete_page', page: 'p3' },
    ]);
    taken();

    const differing = await open(all).differing({ space, number }, replaced);

    assert.deepEqual([...differing], ['p1', 'p3']);
    assert.ok(taken().filter(isRead).length <= 3);
  });

  test('skip a page in whose editor the user has typed', async () => {
    using all = await openEdits([], { pages: pages(3) });
    const { space } = all.opened;
    const skipped: string[] = [];

    await open(all).send({ space, number: 1 }, await replacedPages(all), {
      unsaved: async () => [
        { space, number: 1, page: 'p1', text: '# Page 1\n\nTyped.\n' },
        { space, number: 2, page: 'p2', text: '# Page 2\n\nElsewhere.\n' },
      ],
      onSent: () => undefined,
      onSkipped: (page, why) => void skipped.push(`${page} ${why}`),
    });

    assert.deepEqual(skipped, ['p1 unsent']);
    assert.equal(await all.markdown('p1'), '# Page 1\n\nAn apple 1.\n');
  });

  test("don't overwrite a page that changes at the last moment", async () => {
    using all = await openEdits([], { pages: pages(3) });
    const replaced = await replacedPages(all);
    const { sent, skipped, send } = sending(all);
    let gets = 0;
    all.opened.instead = async (request, platform) => {
      // The change comes after the first comparison of `send`.
      if (request.method === 'GET' && request.url.endsWith('/change-requests/1') && ++gets === 2) {
        all.opened.platform.editChangeRequest(all.opened.changeRequest.id, [
          { operation: 'update_page', page: 'p1', markdown: 'Someone else.\n' },
        ]);
      }
      return platform(request);
    };

    await send(replaced);

    assert.deepEqual([sent, skipped], [['p0', 'p2'], { p1: 'changed' }]);
  });
});
