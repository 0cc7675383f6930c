import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { PageEdit } from '../../../src/store/editing/edits.ts';
import { openEdits } from '../openEdits.ts';

const pages = [
  { operation: 'insert_page', id: 'a', title: 'A', markdown: 'One.\n\nTwo.\n' },
  { operation: 'insert_page', id: 'b', title: 'B', into: 'a', markdown: 'See [c](../c.md) and [d](../d.md).\n' },
  { operation: 'insert_page', id: 'c', title: 'C', markdown: 'Three.\n' },
  { operation: 'insert_page', id: 'd', title: 'D', markdown: '# D\n\nFour.\n' },
] as const;
const open = () => openEdits([], { pages });

describe('an edited page', () => {
  test('takes as many requests to open as to read', async () => {
    using reading = await open();
    await reading.opened.content.text(reading.opened.space, { kind: 'changeRequest', number: 1 }, 'a');
    using editing = await open();

    await editing.edits.page(editing.target('a'));

    const plain = (requests: string[]) => requests.map((each) => each.replace(/revisions\/\w+/, 'revisions/…'));
    assert.deepEqual(plain(editing.opened.taken()), plain(reading.opened.taken()));
    assert.equal(editing.edits.cachedPage(editing.target('a'))?.text, '# A\n\nOne.\n\nTwo.\n');
    assert.deepEqual(editing.opened.taken(), []);
  });

  test('becomes one new revision, which changes no other page', async () => {
    using all = await open();
    const { opened, send, target, edits, markdown, revisions } = all;
    const { text, modifiedAt } = await edits.page(target('a'));
    opened.taken();

    const sent = await send({ kind: 'write', page: 'a', text: text.replace('Two', '2') });

    assert.equal(revisions(), 1);
    assert.deepEqual(opened.taken(), [
      'GET /change-requests/1',
      'POST /change-requests/1/content',
      'GET /change-requests/1',
      `GET /revisions/${sent.revision}`,
      `GET /revisions/${sent.revision}/pages`,
      `GET /revisions/${sent.revision}/page/a?format=markdown`,
    ]);
    assert.equal(sent.changed, true);
    assert.deepEqual(sent.different, []);
    assert.equal(await markdown('a'), '# A\n\nOne.\n\n2.\n');
    const { pages } = await opened.content.changes(opened.space, 1);
    assert.deepEqual(
      pages.map(({ id, text, fields }) => [id, text, fields]),
      [['a', 'other', []]],
    );
    const after = await edits.page(target('a'));
    assert.equal(after.text, '# A\n\nOne.\n\n2.\n');
    assert.ok(after.modifiedAt > modifiedAt);
    assert.deepEqual(all.reported(), [{ space: opened.space, number: 1, revision: sent.revision }]);
  });

  test.each([
    ['unchanged', '# A\n\nOne.\n\nTwo.\n'],
    ['with other line endings', '# A\r\n\r\nOne.\r\n\r\nTwo.\r\n'],
    ['with more spaces before the title', '#   A\n\nOne.\n\nTwo.\n'],
  ])("isn't sent if it is the same: %s", async (_, text) => {
    using all = await open();

    const sent = await all.send({ kind: 'write', page: 'a', text });

    assert.deepEqual([sent.changed, all.revisions()], [false, 0]);
  });

  test.each([
    ['# Alpha\n\nOne.\n\nTwo.\n', 'Alpha', '# Alpha\n\nOne.\n\nTwo.\n'],
    ['# The *first* of `all` ones #\n\nOne.\n', 'The first of all ones', '# The first of all ones\n\nOne.\n'],
    ['# 1. First\n\nOne.\n', '1. First', '# 1. First\n\nOne.\n'],
    ['No title.\n', 'A', '# A\n\nNo title.\n'],
    ['# A\n# A\n\nTwice.\n', 'A', '# A\n\n# A\n\nTwice.\n'],
    ['# A', 'A', '# A\n'],
  ])("takes its title from the first heading, which isn't doubled: %j", async (text, title, markdown) => {
    using all = await open();

    await all.send({ kind: 'write', page: 'a', text });

    const tree = await all.opened.content.pages(all.opened.space, { kind: 'changeRequest', number: 1 });
    assert.equal(tree.byId.get('a')?.title, title);
    assert.equal(await all.markdown('a'), markdown);
  });

  test('keeps a title that is repeated in its text', async () => {
    using all = await open();
    const { text } = await all.edits.page(all.target('d'));

    await all.send({ kind: 'write', page: 'd', text: text.replace('Four', '4') });

    assert.equal(await all.markdown('d'), '# D\n\n# D\n\n4.\n');
  });

  test('keeps a title with marks that the server takes for letters', async () => {
    using all = await openEdits([], {
      pages: [{ operation: 'insert_page', id: 'i', title: '__init__ files', markdown: '' }],
    });

    await all.send({ kind: 'write', page: 'i', text: '# __init__ file\n' });

    assert.equal(await all.markdown('i'), '# __init__ file\n');
  });

  test("isn't sent if it has changed on the server", async () => {
    using all = await open();
    const { text: base } = await all.edits.page(all.target('a'));
    const { opened } = all;
    opened.platform.editChangeRequest(opened.changeRequest.id, [
      { operation: 'update_page', page: 'a', markdown: 'Other.' },
    ]);

    await assert.rejects(all.send({ kind: 'write', page: 'a', text: `${base}More.\n`, base }), {
      kind: 'conflict',
      message: 'changedOnServer {"title":"A"}',
    });

    assert.equal(all.revisions(), 0);
  });

  test("can be based on a newer text of the server, and then has that text's links", async () => {
    using all = await open();
    const { text } = await all.edits.page(all.target('b'));
    const { opened } = all;
    opened.platform.editChangeRequest(opened.changeRequest.id, [
      { operation: 'update_page', page: 'b', markdown: 'Other.' },
    ]);
    await all.edits.refresh(all.target('b'));

    await all.send({ kind: 'write', page: 'b', text: `${text}More.\n` });

    assert.equal(await all.markdown('b'), '# B\n\nSee [c](../c.md) and [d](../d.md).\nMore.\n');
  });

  test('keeps its text while the server has the same Markdown, unless its links would break', async () => {
    using all = await openEdits();
    const { opened, edits, target, send } = all;
    const { organization = '' } = await opened.library.space(opened.space);
    const { id: other } = await opened.api.spaces.create({ organizationId: organization, body: { title: 'Other' } });
    opened.platform.edit(other, [{ operation: 'insert_page', title: 'Intro' }]);
    const markdown = `[c](/c) and [other](https://docs.example/spaces/${other}/intro)\n`;
    opened.platform.editChangeRequest(opened.changeRequest.id, [
      { operation: 'insert_page', id: 'x', title: 'X', markdown },
    ]);
    const { text } = await edits.refresh(target('x'));
    assert.equal(text, `# X\n\n[c](c.md) and [other](https://docs.example/spaces/${other}/intro)\n`);

    await opened.library.pages(other);
    await send({ kind: 'insert', title: 'Another' });
    assert.equal((await edits.page(target('x'))).text, text);

    await send({ kind: 'move', page: 'c', into: 'x' });
    const moved = await edits.page(target('x'));

    assert.equal(moved.text, `# X\n\n[c](x/c.md) and [other](../${other}/intro.md)\n`);
    assert.equal((await send({ kind: 'write', page: 'x', text, base: text })).changed, false);
  });

  test("gets a later time only if the server's text changed", async () => {
    using all = await open();
    const { opened, edits, target, send } = all;
    const { modifiedAt } = await edits.page(target('a'));
    opened.clock.now += 5000;
    await send({ kind: 'move', page: 'a', into: undefined, at: 2 });

    assert.equal((await edits.page(target('a'))).modifiedAt, modifiedAt);

    opened.platform.editChangeRequest(opened.changeRequest.id, [
      { operation: 'update_page', page: 'a', markdown: 'Other.' },
    ]);
    assert.ok((await edits.refresh(target('a'))).modifiedAt > modifiedAt);
  });
});

describe('several edits', () => {
  test('become one revision', async () => {
    using all = await open();
    const { opened, send, revisions, markdown } = all;

    const sent = await send(
      { kind: 'write', page: 'a', text: '# A\n\nOther.\n' },
      { kind: 'rename', page: 'c', title: 'Sea', slug: 'sea' },
      { kind: 'insert', title: 'New', into: 'c', text: 'See [a](../a.md).\n' },
      { kind: 'move', page: 'b', into: undefined, at: 0 },
      { kind: 'delete', page: 'd' },
    );

    assert.equal(revisions(), 1);
    const tree = await opened.content.pages(opened.space, { kind: 'changeRequest', number: 1 });
    assert.deepEqual(
      [...tree.byId.values()].map(({ title, parent, page }) => [title, parent?.id, page.slug]),
      [
        ['B', undefined, 'b'],
        ['A', undefined, 'a'],
        ['Sea', undefined, 'sea'],
        ['New', 'c', 'new'],
      ],
    );
    const [inserted = ''] = sent.inserted;
    assert.equal(await markdown(inserted), '# New\n\nSee [a](../a.md).\n');
    assert.deepEqual(sent.different, []);
    const page = await all.edits.page(all.target(inserted));
    assert.equal(page.text, '# New\n\nSee [a](../a.md).\n');
  });

  test('keep the slug of a page whose title they change', async () => {
    using all = await open();
    const { opened, send } = all;

    await send({ kind: 'rename', page: 'c', title: 'Sea' }, { kind: 'write', page: 'd', text: '# Delta\n\nFour.\n' });

    const { byId } = await opened.content.pages(opened.space, { kind: 'changeRequest', number: 1 });
    assert.deepEqual(
      ['c', 'd'].map((id) => [byId.get(id)?.title, byId.get(id)?.page.slug]),
      [
        ['Sea', 'c'],
        ['Delta', 'd'],
      ],
    );
  });

  test('move a page after all its siblings', async () => {
    using all = await open();
    const { opened, send } = all;

    await send({ kind: 'move', page: 'c', into: undefined });

    const { roots } = await opened.content.pages(opened.space, { kind: 'changeRequest', number: 1 });
    assert.equal(roots.at(-1)?.id, 'c');
  });

  test('move a page after all its siblings even after another edit of the same revision', async () => {
    using all = await open();
    const { opened, send } = all;

    await send({ kind: 'rename', page: 'd', title: 'Delta' }, { kind: 'move', page: 'a', into: undefined });

    const { roots } = await opened.content.pages(opened.space, { kind: 'changeRequest', number: 1 });
    assert.equal(roots.at(-1)?.id, 'a');
  });

  test.each<[string, PageEdit]>([
    ['its current title and slug', { kind: 'rename', page: 'c', title: 'C', slug: 'c' }],
    ['its current place', { kind: 'move', page: 'c', into: undefined, at: 1 }],
    ['the last place, where it already is', { kind: 'move', page: 'd', into: undefined }],
    ['a deletion of a deleted page', { kind: 'delete', page: 'gone' }],
    ['a revert of an unchanged page', { kind: 'revert', page: 'a' }],
  ])("aren't sent if they change nothing: %s", async (_, edit) => {
    using all = await open();

    const sent = await all.send(edit);

    assert.deepEqual([sent.changed, all.revisions()], [false, 0]);
  });

  test('leave nothing on the server once a page was reverted', async () => {
    using all = await open();
    await all.send({ kind: 'write', page: 'a', text: '# Alpha\n\nOther.\n' }, { kind: 'delete', page: 'd' });

    await all.send({ kind: 'revert', page: 'a' }, { kind: 'revert', page: 'd' });

    assert.deepEqual((await all.opened.content.changes(all.opened.space, 1)).pages, []);
    assert.equal(await all.markdown('a'), '# A\n\nOne.\n\nTwo.\n');
  });

  const many = Array.from({ length: 51 }, (_, index): PageEdit => ({ kind: 'insert', title: `Page ${index + 1}` }));

  test('are refused if there are more than the server takes at once', async () => {
    using all = await open();

    await assert.rejects(all.send(...many), {
      kind: 'invalid',
      message: 'tooManyChanges {"count":51,"most":50}',
    });

    assert.equal(all.revisions(), 0);
  });

  test('become several revisions if the caller agrees', async () => {
    using all = await open();

    const sent = await all.edits.send({ space: all.opened.space, number: 1 }, many, { inBatches: true });

    assert.deepEqual([all.revisions(), sent.inserted.length], [2, 51]);
  });

  test('run one after the other if they are sent at the same time', async () => {
    using all = await open();

    await Promise.all([
      all.send({ kind: 'write', page: 'a', text: '# A\n\nOther.\n' }),
      all.send({ kind: 'write', page: 'a', text: '# A\n\nOther.\n' }),
      all.send({ kind: 'write', page: 'c', text: '# C\n\nOther.\n' }),
    ]);

    assert.equal(all.revisions(), 2);
  });
});

describe('the edits store', () => {
  const long = 'x'.repeat(1_000_001);

  test.each<[string, PageEdit, RegExp]>([
    [
      'a text too long',
      { kind: 'write', page: 'a', text: `# A\n\n${long}` },
      /^pageTooLong \{"title":"A","length":1000001,"most":1000000\}/,
    ],
    [
      'a text far too long',
      { kind: 'insert', title: 'Long', text: '[a](b.md) '.repeat(250_000) },
      /^pageTooLong \{"title":"Long","length":2500000,"most":1000000\}/,
    ],
    ['a title too long', { kind: 'rename', page: 'a', title: 'x'.repeat(251) }, /^titleTooLong/],
    ['an empty title', { kind: 'write', page: 'a', text: '# \n\nOne.\n' }, /^noTitle \{"title":"A"\}/],
    ['a new page without a title', { kind: 'insert', title: ' ' }, /^noTitle/],
    [
      'a slug that is taken',
      { kind: 'rename', page: 'a', slug: 'd' },
      /^slugTaken \{"title":"A","slug":"d","by":"D"\}/,
    ],
    ['a page below itself', { kind: 'move', page: 'a', into: 'b' }, /^pageBelowItself \{"title":"A"\}/],
    ['a missing page', { kind: 'rename', page: 'gone', title: 'X' }, /^pageDeleted \{"number":1\}/],
  ])('refuses unacceptable input before anything is sent: %s', async (_, edit, message) => {
    using all = await open();

    await assert.rejects(all.send({ kind: 'write', page: 'c', text: '# C\n\nOther.\n' }, edit), { message });

    assert.equal(all.revisions(), 0);
  });

  test('reports a refusal of the server, which then applies nothing', async () => {
    using all = await open();

    await assert.rejects(
      all.send({ kind: 'write', page: 'c', text: '# C\n\nOther.\n' }, { kind: 'rename', page: 'a', slug: 'A b' }),
      { kind: 'invalid' },
    );

    assert.equal(await all.markdown('c'), '# C\n\nThree.\n');
  });

  test.each([
    ['merged', /^changeRequestMerged \{"number":1\}/],
    ['archived', /^changeRequestArchived \{"number":1\}/],
  ] as const)('refuses edits in a change request that is %s', async (status, message) => {
    using all = await open();
    const { opened, send } = all;
    await all.edits.page(all.target('a'));
    const at = { spaceId: opened.space, changeRequestId: '1' };
    if (status === 'merged') await opened.api.changeRequests.merge(at);
    else await opened.api.changeRequests.update({ ...at, body: { status } });

    await assert.rejects(send({ kind: 'write', page: 'a', text: '# A\n\nOther.\n' }), { kind: 'conflict', message });
  });

  test('refuses edits in a change request that was merged just now', async () => {
    using all = await open();
    const { opened, send } = all;
    opened.instead = async (request, platform) => {
      if (request.method === 'POST' && request.url.endsWith('/content')) {
        opened.instead = undefined;
        await opened.api.changeRequests.merge({ spaceId: opened.space, changeRequestId: '1' });
      }
      return platform(request);
    };

    await assert.rejects(send({ kind: 'write', page: 'a', text: '# A\n\nOther.\n' }), {
      kind: 'conflict',
      message: /^changeRequestMerged \{"number":1\}/,
    });
  });

  test('refuses edits of a user who can only read', async () => {
    using all = await open();
    all.opened.instead = async (request, platform) =>
      request.method === 'POST'
        ? Response.json({ error: { code: 403, message: 'Forbidden' } }, { status: 403 })
        : platform(request);

    await assert.rejects(all.send({ kind: 'delete', page: 'a' }), {
      kind: 'forbidden',
      message: /^changeRequestReadOnly \{"number":1\}/,
    });
  });

  test.each([
    [405, false],
    [501, false],
  ])('offers no editing if the server answers %i', async (status, isOffered) => {
    using all = await open();
    assert.equal(all.edits.isOffered(), undefined);
    all.opened.instead = async (request, platform) =>
      request.method === 'POST' ? Response.json({}, { status }) : platform(request);

    await assert.rejects(all.send({ kind: 'delete', page: 'a' }), {
      kind: 'unsupported',
      message: /^editingUnsupported/,
    });

    assert.equal(all.edits.isOffered(), isOffered);
  });

  test('offers editing after the server has accepted an edit', async () => {
    using all = await open();

    await all.send({ kind: 'delete', page: 'a' });

    assert.equal(all.edits.isOffered(), true);
  });
});

describe('a save without an answer', () => {
  const everything: readonly PageEdit[] = [
    { kind: 'write', page: 'a', text: '# Alpha\n\nOther.\n' },
    { kind: 'insert', title: 'New', into: 'c', text: 'Text.\n' },
    { kind: 'insert', title: 'New', into: 'c', text: 'Text.\n' },
    { kind: 'rename', page: 'c', title: 'Sea', slug: 'sea' },
    { kind: 'move', page: 'b', into: undefined, at: 0 },
    { kind: 'delete', page: 'd' },
  ];

  /**
   * The first post of content is lost after or before the server applies it; then nothing gets through, if requested.
   */
  function breakOnce(
    { opened }: Awaited<ReturnType<typeof open>>,
    when: 'before' | 'after',
    then: 'all' | 'nothing' = 'all',
  ) {
    let isBroken = false;
    opened.instead = async (request, platform) => {
      if (isBroken && then === 'nothing') throw new TypeError('terminated');
      if (isBroken || request.method !== 'POST') return platform(request);
      isBroken = true;
      if (when === 'after') await platform(request);
      throw new TypeError('terminated');
    };
  }

  test('succeeds if the server applied it', async () => {
    using all = await open();
    breakOnce(all, 'after');

    const sent = await all.send(...everything);

    assert.deepEqual([sent.changed, sent.inserted.length, sent.different, all.revisions()], [true, 2, [], 1]);
  });

  test("fails and can be repeated if the server didn't apply it", async () => {
    using all = await open();
    breakOnce(all, 'before');

    await assert.rejects(all.send(...everything), {
      kind: 'unavailable',
      message: /^notApplied \{"number":1,"cause":\{"code":"noReply"\}\}/,
    });
    const sent = await all.send(...everything);

    assert.deepEqual([sent.changed, sent.inserted.length, all.revisions()], [true, 2, 1]);
  });

  test("is confirmed before the next save if it couldn't be at once", async () => {
    using all = await open();
    breakOnce(all, 'after', 'nothing');
    await assert.rejects(all.send(...everything), /saveUnknown \{"cause":\{"code":"noReply"\}\}/);
    all.opened.instead = undefined;

    const sent = await all.send(...everything);

    assert.deepEqual([sent.changed, new Set(sent.inserted).size, all.revisions()], [true, 2, 1]);
  });

  test('counts as done after its confirmation, so that an identical save is a new one', async () => {
    using all = await open();
    const page: PageEdit = { kind: 'insert', title: 'New' };
    breakOnce(all, 'after', 'nothing');
    await assert.rejects(all.send(page));
    all.opened.instead = undefined;
    await all.send({ kind: 'write', page: 'a', text: '# A\n\nOther.\n' });

    const [first] = (await all.send(page)).inserted;
    const [second] = (await all.send(page)).inserted;

    assert.notEqual(first, second);
    assert.equal(all.revisions(), 3);
  });

  test("doesn't insert a page again if it arrives late", async () => {
    using all = await open();
    let late: (() => Promise<Response>) | undefined;
    all.opened.instead = async (request, platform) => {
      if (late || request.method !== 'POST') return platform(request);
      const stored = request.clone();
      late = () => platform(stored);
      throw new TypeError('terminated');
    };
    await assert.rejects(all.send(...everything), /notApplied \{"number":1,"cause":\{"code":"noReply"\}\}/);
    await late?.();

    const sent = await all.send(...everything);

    assert.deepEqual([sent.inserted.length, all.revisions()], [2, 1]);
  });

  test('reports a page that the server altered', async () => {
    using all = await open();
    const { opened } = all;
    let isBroken = false;
    opened.instead = async (request, platform) => {
      if (isBroken || request.method !== 'POST') return platform(request);
      isBroken = true;
      opened.platform.editChangeRequest(opened.changeRequest.id, [
        { operation: 'update_page', page: 'a', markdown: 'Theirs.' },
      ]);
      throw new TypeError('terminated');
    };

    await assert.rejects(all.send({ kind: 'write', page: 'a', text: '# A\n\nMine.\n' }), {
      kind: 'conflict',
      message: /^changedDuringSave \{"number":1\}/,
    });

    assert.equal(await all.markdown('a'), '# A\n\nTheirs.');
  });
});

test("is reported with the change request's revision if the reply names none", async () => {
  using all = await open();
  all.opened.instead = async (request, platform) => {
    const response = await platform(request);
    return request.method === 'POST' ? Response.json({}) : response;
  };

  const { revision } = await all.send({ kind: 'write', page: 'a', text: '# A\n\nOther.\n' });

  assert.deepEqual(all.reported(), [{ space: all.opened.space, number: 1, revision }]);
});

test("succeeds even if the change request can't be read afterwards", async () => {
  using all = await open();
  const { opened, edits, target, send } = all;
  await edits.page(target('a'));
  opened.instead = async (request, platform) => {
    const response = await platform(request);
    if (request.method !== 'POST') return response;
    opened.instead = () => Promise.reject(new TypeError('terminated'));
    return response;
  };

  const sent = await send({ kind: 'write', page: 'a', text: '# A\n\nOther.\n' });

  assert.deepEqual([sent.changed, sent.different], [true, []]);
  assert.equal(edits.cachedPage(target('a')), undefined);
  await assert.rejects(edits.page(target('a')), { kind: 'unavailable' });
  opened.instead = undefined;
  assert.equal((await edits.page(target('a'))).text, '# A\n\nOther.\n');
});

test('reports an inaccessible change request in the same words', async () => {
  using all = await openEdits([], { pages, lacking: /\/(?:revisions|content)\b/ });

  await assert.rejects(all.send({ kind: 'delete', page: 'a' }), {
    kind: 'unsupported',
    message: /^editingUnsupported/,
  });
});

test('many pages are read in parallel before they are sent', async () => {
  using all = await openEdits([], {
    pages: Array.from({ length: 20 }, (_, index) => ({
      operation: 'insert_page',
      id: `p${index}`,
      title: `P${index}`,
    })),
  });
  let [open, most] = [0, 0];
  all.opened.instead = async (request, platform) => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    const response = await platform(request);
    open--;
    return response;
  };
  const edits = Array.from({ length: 20 }, (_, at): PageEdit => ({
    kind: 'write',
    page: `p${at}`,
    text: `# P${at}\n\n.\n`,
  }));

  await all.send(...edits);

  assert.equal(most, 8);
  assert.equal(all.revisions(), 1);
});

test('a page that the server altered is reported', async () => {
  using all = await open();
  all.opened.instead = async (request, platform) => {
    const response = await platform(request);
    if (request.method !== 'GET' || !request.url.includes('/page/a')) return response;
    const page = (await response.json()) as { markdown: string };
    return Response.json({ ...page, markdown: page.markdown.replace('{% hint %}\nOther.\n{% endhint %}', 'Other.') });
  };

  const { different } = await all.send({
    kind: 'write',
    page: 'a',
    text: '# A\n\n{% hint %}\nOther.\n{% endhint %}\n',
  });

  assert.deepEqual(different, [
    { page: 'a', sent: '# A\n\n{% hint %}\nOther.\n{% endhint %}\n', received: '# A\n\nOther.\n' },
  ]);
});
