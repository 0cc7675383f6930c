import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, onTestFinished, test } from 'vitest';
import { openLocalPlatform } from '../../../src/server/localPlatform.ts';
import { temporaryFolder } from '../serve.ts';

// Updates and merges of pages that main and a change request both changed. The document only has the result
// `conflicts`; the pages are returned with the changes, an endpoint that isn't in the document.

interface Reply {
  readonly id: string;
  readonly revision: string;
  readonly revisionInitial: string;
  readonly result: string;
  readonly markdown: string;
  readonly title: string;
  readonly slug: string;
  readonly path: string;
  readonly items: readonly Reply[];
  readonly pages: readonly Reply[];
  readonly inserted: readonly string[];
  readonly changes: readonly { readonly type: string }[];
  readonly conflicts: readonly {
    readonly page: string;
    readonly base: string;
    readonly main: string;
    readonly own: string;
    readonly attributes: readonly string[];
  }[];
}

/** A space with one page, and a change request. */
async function open(text = 'one\n\ntwo\n\nthree\n', data = ':memory:') {
  const platform = openLocalPlatform({ data });
  onTestFinished(() => platform.close());
  const answer = async (method: string, path: string, body?: unknown) => {
    const request = new Request(`http://a.invalid/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${platform.token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await platform.handle(request);
    return { status: response.status, reply: (await response.json()) as Reply };
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, reply } = await answer(method, path, body);
    assert.ok(status < 300, `${status} of ${method} ${path}: ${JSON.stringify(reply)}`);
    return reply;
  };
  const organization = (await call('GET', '/orgs')).items[0]?.id;
  const { id } = await call('POST', `/orgs/${organization}/spaces`, {});
  const space = `/spaces/${id}`;
  const [page = ''] = platform.edit(id, [{ operation: 'insert_page', title: 'Page', markdown: text }]).pages;
  const newRequest = async () => `${space}/change-requests/${(await call('POST', `${space}/change-requests`, {})).id}`;
  const request = await newRequest();
  return {
    call,
    answer,
    space,
    page,
    request,
    /** Merges another change request with these changes. */
    publish: async (...changes: unknown[]) => {
      const other = await newRequest();
      await call('POST', `${other}/content`, { changes });
      return call('POST', `${other}/merge`);
    },
    propose: (...changes: unknown[]) => call('POST', `${request}/content`, { changes }),
    update: () => call('POST', `${request}/update`),
    merge: () => call('POST', `${request}/merge`),
    conflicts: async () => (await call('GET', `${request}/changes`)).conflicts,
    head: (id = page) => call('GET', `${request}/content/page/${id}?format=markdown`),
    published: (id = page) => call('GET', `${space}/content/page/${id}?format=markdown`),
    at: (revision: string, id = page) => call('GET', `${space}/revisions/${revision}/page/${id}?format=markdown`),
  };
}

const text = (page: string, markdown: string) => ({ operation: 'update_page', page, document: { markdown } });

describe('a page that both sides changed', () => {
  test('has both texts after an update if they changed different lines', async () => {
    const { page, publish, propose, update, head, conflicts, merge, published } = await open();
    await propose(text(page, 'ONE\n\ntwo\n\nthree\n'));
    await publish(text(page, 'one\n\ntwo\n\nthree\n\nfour\n'));

    assert.equal((await update()).result, 'update');

    assert.equal((await head()).markdown, '# Page\n\nONE\n\ntwo\n\nthree\n\nfour\n');
    assert.deepEqual(await conflicts(), []);
    assert.equal((await merge()).result, 'merge');
    assert.equal((await published()).markdown, '# Page\n\nONE\n\ntwo\n\nthree\n\nfour\n');
  });

  test('has both texts after a merge without an update', async () => {
    const { page, publish, propose, merge, published } = await open();
    await propose(text(page, 'ONE\n\ntwo\n\nthree\n'));
    await publish(text(page, 'one\n\ntwo\n\nTHREE\n'));

    assert.equal((await merge()).result, 'merge');

    assert.equal((await published()).markdown, '# Page\n\nONE\n\ntwo\n\nTHREE\n');
  });

  test('keeps a title of one side with the text of the other', async () => {
    const { page, publish, propose, update, head } = await open();
    await propose({ operation: 'update_page', page, title: 'Renamed' });
    await publish(text(page, 'new\n'));

    assert.equal((await update()).result, 'update');

    assert.equal((await head()).markdown, '# Renamed\n\nnew\n');
  });

  test('moves with one side, and keeps the text of the other', async () => {
    const { page, publish, propose, update, head } = await open();
    const { inserted } = await propose({ operation: 'insert_page', title: 'Parent', document: { markdown: '' } });
    await propose({ operation: 'update_page', page, into: inserted[0] });
    await publish({ ...text(page, 'new\n'), slug: 'other' });

    assert.equal((await update()).result, 'update');

    const { markdown, path } = await head();
    assert.deepEqual([markdown, path], ['# Page\n\nnew\n', 'parent/other']);
  });

  test('is no change of the change request once it equals main', async () => {
    const { call, request, page, publish, propose, update } = await open();
    await propose(text(page, 'same\n'));
    await publish(text(page, 'same\n'));

    await update();

    assert.deepEqual((await call('GET', `${request}/changes`)).changes, []);
  });
});

describe('a conflict', () => {
  /** Line one is in conflict, line five is combined. */
  async function openConflict(data?: string) {
    const opened = await open(undefined, data);
    const { page, publish, propose, update, call, space, request } = opened;
    const base = (await call('GET', space)).revision;
    await propose(text(page, 'mine\n\ntwo\n\nthree\n'));
    const own = (await call('GET', request)).revision;
    await publish(text(page, 'theirs\n\ntwo\n\nTHREE\n'));
    const main = (await call('GET', space)).revision;
    const { result } = await update();
    return { ...opened, result, expected: { page, base, main, own, attributes: ['document'] } };
  }

  test("keeps the change request's lines, and combines the rest", async () => {
    const { result, head } = await openConflict();

    assert.equal(result, 'conflicts');
    assert.equal((await head()).markdown, '# Page\n\nmine\n\ntwo\n\nTHREE\n');
  });

  test('names the revisions of both sides', async () => {
    const { conflicts, expected, at } = await openConflict();

    assert.deepEqual(await conflicts(), [expected]);
    const texts = [expected.base, expected.main, expected.own].map(async (each) => (await at(each)).markdown);
    assert.deepEqual(await Promise.all(texts), [
      '# Page\n\none\n\ntwo\n\nthree\n',
      '# Page\n\ntheirs\n\ntwo\n\nTHREE\n',
      '# Page\n\nmine\n\ntwo\n\nthree\n',
    ]);
  });

  test('survives a restart of the server', async () => {
    const data = temporaryFolder();
    const { request, expected } = await openConflict(data);
    const again = openLocalPlatform({ data });
    onTestFinished(() => again.close());

    const response = await again.handle(
      new Request(`http://a.invalid/v1${request}/changes`, { headers: { Authorization: `Bearer ${again.token}` } }),
    );

    assert.deepEqual(((await response.json()) as Reply).conflicts, [expected]);
  });

  test('is reported by another update, and by the merge', async () => {
    const { update, merge, conflicts } = await openConflict();

    assert.equal((await update()).result, 'conflicts');
    assert.equal((await merge()).result, 'conflicts');
    assert.deepEqual(await conflicts(), []);
  });

  test("stays, with main's current version, when main changes elsewhere", async () => {
    const { page, publish, update, conflicts, expected, call, space, head } = await openConflict();
    await publish(text(page, 'theirs\n\nTWO\n\nTHREE\n'));
    const main = (await call('GET', space)).revision;

    assert.equal((await update()).result, 'conflicts');

    assert.deepEqual(await conflicts(), [{ ...expected, main }]);
    assert.equal((await head()).markdown, '# Page\n\nmine\n\nTWO\n\nTHREE\n');
  });

  test('is resolved when main reverts its lines', async () => {
    const { page, publish, update, conflicts, head } = await openConflict();
    await publish(text(page, 'one\n\ntwo\n\nTHREE\n'));

    await update();

    assert.equal((await head()).markdown, '# Page\n\nmine\n\ntwo\n\nTHREE\n');
    assert.deepEqual(await conflicts(), []);
  });

  test.each([
    ['writes the text', (page: string) => [text(page, 'both\n')]],
    ['writes the same text again', (page: string) => [text(page, 'mine\n\ntwo\n\nTHREE\n')]],
    ['reverts the page', (page: string) => [{ operation: 'revert_page', page }]],
    ['deletes the page', (page: string) => [{ operation: 'delete_page', page }]],
  ])('is resolved when the change request %s', async (_, changes) => {
    const { page, propose, conflicts, merge } = await openConflict();

    await propose(...changes(page));

    assert.deepEqual(await conflicts(), []);
    assert.equal((await merge()).result, 'merge');
  });

  test('stays if the change request only writes other lines of the text', async () => {
    const { page, propose, conflicts, expected, merge } = await openConflict();

    await propose(text(page, 'mine\n\ntwo\n\nTHREE\n\nfour\n'));

    assert.deepEqual(await conflicts(), [expected]);
    assert.equal((await merge()).result, 'conflicts');
  });

  test("of the text isn't resolved by another title", async () => {
    const { page, propose, conflicts, expected } = await openConflict();

    await propose({ operation: 'update_page', page, title: 'Other' });

    assert.deepEqual(await conflicts(), [expected]);
  });

  test('stays if the edit that would resolve it is refused', async () => {
    const { page, answer, request, conflicts, expected } = await openConflict();
    const changes = [text(page, 'both\n'), { operation: 'delete_page', page: 'none' }];

    assert.equal((await answer('POST', `${request}/content`, { changes })).status, 422);

    assert.deepEqual(await conflicts(), [expected]);
  });

  test('stays while the change request is archived', async () => {
    const { call, request, conflicts, expected } = await openConflict();

    await call('PATCH', request, { status: 'archived' });
    await call('PATCH', request, { status: 'open' });

    assert.deepEqual(await conflicts(), [expected]);
  });

  test('of titles names title and slug, and is resolved by the title', async () => {
    const { page, publish, propose, update, conflicts } = await open();
    await propose({ operation: 'update_page', page, title: 'Mine' });
    await publish({ operation: 'update_page', page, title: 'Theirs' });
    await update();
    assert.deepEqual(
      (await conflicts()).map(({ attributes }) => [...attributes].sort()),
      [['slug', 'title']],
    );

    await propose({ operation: 'update_page', page, title: 'Mine' });

    assert.deepEqual(await conflicts(), []);
  });

  test('results from two moves to different parents', async () => {
    const { call, space, page, publish, propose, update, conflicts, head } = await open();
    await publish(
      { operation: 'insert_page', title: 'X', document: { markdown: '' } },
      { operation: 'insert_page', title: 'Y', document: { markdown: '' } },
    );
    await update();
    const ids = (await call('GET', `${space}/content/pages`)).pages.map(({ id }) => id);
    await propose({ operation: 'update_page', page, into: ids[1] });
    await publish({ operation: 'update_page', page, into: ids[2] });

    assert.equal((await update()).result, 'conflicts');

    assert.equal((await head()).path, 'x/page');
    assert.deepEqual((await conflicts())[0]?.attributes, ['parent']);
  });
});

describe('a page that one side deleted', () => {
  test("stays with the change request's edits, in conflict until it edits or deletes the page", async () => {
    const { page, publish, propose, update, head, conflicts } = await open();
    await propose(text(page, 'mine\n'));
    await publish({ operation: 'delete_page', page });

    assert.equal((await update()).result, 'conflicts');

    assert.equal((await head()).markdown, '# Page\n\nmine\n');
    assert.deepEqual((await conflicts())[0]?.attributes, ['document']);
    await publish({ operation: 'insert_page', title: 'Elsewhere', document: { markdown: '' } });
    assert.equal((await update()).result, 'conflicts');
    await propose({ operation: 'delete_page', page });
    assert.deepEqual(await conflicts(), []);
  });

  test('is removed if the change request only reordered it among its siblings', async () => {
    const { answer, space, page, publish, propose, update, merge } = await open();
    await propose(
      { operation: 'insert_page', title: 'First', document: { markdown: '' } },
      { operation: 'update_page', page, at: 1 },
    );
    await publish({ operation: 'delete_page', page });

    assert.equal((await update()).result, 'update');
    await merge();

    assert.equal((await answer('GET', `${space}/content/page/${page}`)).status, 404);
  });

  test('stays deleted although main edited it, in conflict until it is deleted again', async () => {
    const { page, publish, propose, update, conflicts, answer, request, at } = await open();
    await propose({ operation: 'delete_page', page });
    await publish(text(page, 'theirs\n'));

    assert.equal((await update()).result, 'conflicts');

    assert.equal((await answer('GET', `${request}/content/page/${page}`)).status, 404);
    const [conflict] = await conflicts();
    assert.deepEqual(conflict?.attributes, ['document']);
    assert.equal((await at(conflict?.main ?? '')).markdown, '# Page\n\ntheirs\n');
    await propose({ operation: 'delete_page', page });
    assert.deepEqual(await conflicts(), []);
  });

  test('is no longer in conflict when main reverts its edit', async () => {
    const { page, publish, propose, update, conflicts } = await open();
    await propose({ operation: 'delete_page', page });
    await publish(text(page, 'theirs\n'));
    await update();
    await publish(text(page, 'one\n\ntwo\n\nthree\n'));

    assert.equal((await update()).result, 'update');

    assert.deepEqual(await conflicts(), []);
  });

  test('returns as in main if the change request reverts it', async () => {
    const { page, publish, propose, update, conflicts, head } = await open();
    await propose({ operation: 'delete_page', page });
    await publish(text(page, 'theirs\n'));
    await update();

    await propose({ operation: 'revert_page', page });

    assert.equal((await head()).markdown, '# Page\n\ntheirs\n');
    assert.deepEqual(await conflicts(), []);
  });

  test('has no conflict if both sides deleted it', async () => {
    const { page, publish, propose, update, conflicts } = await open();
    await propose({ operation: 'delete_page', page });
    await publish({ operation: 'delete_page', page });

    assert.equal((await update()).result, 'update');
    assert.deepEqual(await conflicts(), []);
  });
});

describe('texts of both sides', () => {
  test('are in conflict if comparing them would delay other requests', async () => {
    const { call, space, request } = await open();
    const start = async () => `${space}/change-requests/${(await call('POST', `${space}/change-requests`, {})).id}`;
    const change = (at: string, ...changes: unknown[]) => call('POST', `${at}/content`, { changes });
    const lines = Array.from({ length: 9_000 }, (_, at) => `${at} ${'x'.repeat(90)}`);
    const [first, other] = [await start(), await start()];
    const document = { markdown: lines.join('\n') };
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C', 'D', 'E']) {
      ids.push(...(await change(first, { operation: 'insert_page', title, document })).inserted);
    }
    await call('POST', `${first}/merge`);
    await call('POST', `${request}/update`);
    await call('POST', `${other}/update`);
    for (const id of ids) {
      await change(request, text(id, ['mine', ...lines].join('\n')));
      await change(other, text(id, [...lines, 'theirs'].join('\n')));
    }
    await call('POST', `${other}/merge`);

    assert.equal((await call('POST', `${request}/update`)).result, 'conflicts');

    const { conflicts } = await call('GET', `${request}/changes`);
    const inConflict = new Set(conflicts.map(({ page }) => page));
    assert.equal(inConflict.size, 2);
    for (const id of ids) {
      const { markdown } = await call('GET', `${request}/content/page/${id}?format=markdown`);
      assert.ok(markdown.includes('mine'));
      assert.equal(markdown.includes('theirs'), !inConflict.has(id));
    }
  });

  test("aren't combined to a page that exceeds the length limit", async () => {
    const block = (letter: string) => `${letter.repeat(99)}\n`.repeat(6_000);
    const { page, publish, propose, update, head } = await open('base\n\nbetween\n\nbase\n');
    await propose(text(page, `${block('m')}\nbetween\n\nbase\n`));
    await publish(text(page, `base\n\nbetween\n\n${block('t')}`));

    assert.equal((await update()).result, 'conflicts');

    assert.ok((await head()).markdown.length < 700_000);
  });
});

describe('with any edits on both sides,', () => {
  const blocks = fc.array(fc.constantFrom('own', 'main', 'both', 'none'), { minLength: 1, maxLength: 12 });

  /** A paragraph per block, naming the side that changed it. */
  const written = (side: 'own' | 'main', changes: readonly string[]) =>
    changes
      .map((who, at) => `Paragraph ${at}${who === side || who === 'both' ? ` by ${side}` : ''}.\n`)
      .join('\nA line that stays.\n\n');

  test('nothing except conflicts is missing after update and merge', async () => {
    const { call, space } = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(blocks, { minLength: 1, maxLength: 3 }), fc.boolean(), async (pages, updatesFirst) => {
        const start = async () => `${space}/change-requests/${(await call('POST', `${space}/change-requests`, {})).id}`;
        const change = (request: string, changes: unknown) => call('POST', `${request}/content`, { changes });
        const first = await start();
        const { inserted } = await change(
          first,
          pages.map((each) => ({
            operation: 'insert_page',
            title: 'P',
            document: {
              markdown: written(
                'own',
                each.map(() => 'none'),
              ),
            },
          })),
        );
        await call('POST', `${first}/merge`);
        const [own, main] = [await start(), await start()];
        await change(
          own,
          pages.map((each, at) => text(inserted[at] ?? '', written('own', each))),
        );
        await change(
          main,
          pages.map((each, at) => text(inserted[at] ?? '', written('main', each))),
        );
        await call('POST', `${main}/merge`);
        const inConflict = inserted.filter((_, at) => pages[at]?.includes('both')).sort();

        if (updatesFirst) {
          const { result } = await call('POST', `${own}/update`);
          assert.equal(result, inConflict.length > 0 ? 'conflicts' : 'update');
          const { conflicts } = await call('GET', `${own}/changes`);
          assert.deepEqual(conflicts.map(({ page }) => page).sort(), inConflict);
          for (const { page, main: revision } of conflicts) {
            const { markdown } = await call('GET', `${space}/revisions/${revision}/page/${page}?format=markdown`);
            assert.match(markdown, /by main/);
          }
        }
        const { result } = await call('POST', `${own}/merge`);

        assert.equal(result, inConflict.length > 0 ? 'conflicts' : 'merge');
        for (const [at, id] of inserted.entries()) {
          const { markdown } = await call('GET', `${space}/content/page/${id}?format=markdown`);
          for (const [block, who] of (pages[at] ?? []).entries()) {
            const words = who === 'none' ? '' : ` by ${who === 'both' ? 'own' : who}`;
            assert.ok(markdown.includes(`Paragraph ${block}${words}.\n`), `${who} lost paragraph ${block}`);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  const turn = fc.oneof(
    fc.record({
      who: fc.constantFrom('own' as const, 'main' as const),
      at: fc.nat(2),
      word: fc.constantFrom('a', 'b', 'c'),
    }),
    fc.record({ who: fc.constant('update' as const) }),
  );

  test("an update, in any order with edits of both sides, names each page that misses main's lines", async () => {
    const { call, space } = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 12 }), async (turns) => {
        const start = async () => `${space}/change-requests/${(await call('POST', `${space}/change-requests`, {})).id}`;
        const change = (at: string, changes: unknown[]) => call('POST', `${at}/content`, { changes });
        const markdown = (words: readonly string[]) => words.map((word, at) => `${word}\n\nLine ${at}.\n`).join('\n');
        const wordsIn = (text: string) => [...text.matchAll(/^(\w)$/gm)].map(([, word]) => word);
        const first = await start();
        const main = ['-', '-', '-'].map(() => 'o');
        const [page = ''] = (
          await change(first, [{ operation: 'insert_page', title: 'P', document: { markdown: markdown(main) } }])
        ).inserted;
        await call('POST', `${first}/merge`);
        const own = await start();
        const read = async () =>
          wordsIn((await call('GET', `${own}/content/page/${page}?format=markdown`)).markdown) as string[];
        const conflicts = async () => (await call('GET', `${own}/changes`)).conflicts;
        /** Main's version when the change request last took or knowingly overwrote it. */
        let seen = [...main];
        let known = [...main];

        for (const each of [...turns, { who: 'update' as const }]) {
          if (each.who === 'main') {
            main[each.at] = each.word;
            const other = await start();
            await change(other, [text(page, markdown(main))]);
            await call('POST', `${other}/merge`);
          } else if (each.who === 'own') {
            const before = await read();
            const after = before.with(each.at, each.word);
            const inConflict = known.map((word, at) => before[at] !== word && seen[at] !== word);
            await change(own, [text(page, markdown(after))]);
            const isDecision = inConflict[each.at] === true || before[each.at] === each.word;
            seen = isDecision ? [...known] : seen.with(each.at, known[each.at]!);
          } else {
            await call('POST', `${own}/update`);
            known = [...main];
            const words = await read();
            seen = seen.map((word, at) => (words[at] === main[at] ? main[at]! : word));
          }
          const words = await read();
          const lacks = known.some((word, at) => words[at] !== word && seen[at] !== word);
          if (lacks)
            assert.deepEqual(
              (await conflicts()).map((conflict) => conflict.page),
              [page],
            );
        }
      }),
      {
        numRuns: 60,
        examples: [
          // Another line is written over, and then taken back from main.
          [
            [
              { who: 'main', at: 1, word: 'b' },
              { who: 'main', at: 0, word: 'a' },
              { who: 'own', at: 1, word: 'a' },
              { who: 'update' },
              { who: 'own', at: 0, word: 'c' },
              { who: 'own', at: 0, word: 'a' },
            ],
          ],
        ],
      },
    );
  });
});
