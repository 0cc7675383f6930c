import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Overwritten, PageEdit, Sent } from '../../../src/store/editing/edits.ts';
import type { Edits } from '../openChangeRequest.ts';
import { openEdits, type OpenedEdits } from '../openEdits.ts';

const pages: Edits = [
  { operation: 'insert_page', id: 'a', title: 'A', markdown: 'One.\n' },
  { operation: 'insert_page', id: 'b', title: 'B', into: 'a', markdown: 'See [c](../c.md).\n' },
  { operation: 'insert_page', id: 'c', title: 'C', markdown: 'Three.\n' },
];

/** Another user edits the change request after the comparison, just before the server applies the edits. */
function slipIn({ opened }: OpenedEdits, theirs: Edits, { atPost = 1, loses = false } = {}): void {
  let posts = 0;
  opened.instead = async (request, platform) => {
    const isPost = request.method === 'POST' && request.url.endsWith('/content');
    if (!isPost || ++posts !== atPost) return platform(request);
    opened.platform.editChangeRequest(opened.changeRequest.id, theirs);
    const response = await platform(request);
    if (loses) throw new TypeError('The connection broke.');
    return response;
  };
}

async function sendAll(all: OpenedEdits, edits: readonly PageEdit[]): Promise<Sent & { reported: Overwritten[] }> {
  const reported: Overwritten[] = [];
  const sent = await all.edits.send({ space: all.opened.space, number: 1 }, edits, {
    inBatches: true,
    onOverwritten: (pages) => reported.push(...pages),
  });
  return { ...sent, reported };
}

describe('an edit that replaces a change made since the comparison', () => {
  test('reports the page, with the revision of the replaced text and the common base', async () => {
    using all = await openEdits([], { pages });
    const { text: base } = await all.edits.page(all.target('c'));
    const { revision: before } = await all.opened.content.changeRequest(all.opened.space, 1);
    slipIn(all, [{ operation: 'update_page', page: 'c', markdown: 'Theirs.\n' }]);

    const { reported, changed } = await sendAll(all, [
      { kind: 'write', page: 'c', text: base.replace('Three', 'Mine'), base },
    ]);

    assert.deepEqual([changed, await all.markdown('c')], [true, '# C\n\nMine.\n']);
    const [{ revision = '' } = {}] = reported;
    assert.deepEqual(reported, [{ page: 'c', title: 'C', base: before, revision }]);
    const { text } = await all.opened.content.text(all.opened.space, { kind: 'revision', revision }, 'c');
    assert.equal(text, '# C\n\nTheirs.\n');
  });

  test('reports it even if no answer came', async () => {
    using all = await openEdits([], { pages });
    const { text: base } = await all.edits.page(all.target('c'));
    slipIn(all, [{ operation: 'update_page', page: 'c', markdown: 'Theirs.\n' }], { loses: true });

    const { reported } = await sendAll(all, [{ kind: 'write', page: 'c', text: `${base}Mine.\n`, base }]);

    assert.deepEqual(
      reported.map(({ page }) => page),
      ['c'],
    );
  });

  test.each<[string, PageEdit, Edits[number], boolean]>([
    ['title', { kind: 'rename', page: 'c', title: 'Mine' }, { operation: 'update_page', page: 'c', title: 'X' }, false],
    ['slug', { kind: 'rename', page: 'c', slug: 'mine' }, { operation: 'update_page', page: 'c', slug: 'x' }, false],
    ['place', { kind: 'move', page: 'b', into: 'c' }, { operation: 'update_page', page: 'b', into: null }, false],
    ['text', { kind: 'delete', page: 'c' }, { operation: 'update_page', page: 'c', markdown: 'Theirs.\n' }, true],
    ['subpage', { kind: 'delete', page: 'a' }, { operation: 'update_page', page: 'b', markdown: 'Theirs.\n' }, true],
  ])('reports a replaced %s', async (_, edit, theirs, hasText) => {
    using all = await openEdits([], { pages });
    slipIn(all, [theirs]);

    const { reported } = await sendAll(all, [edit]);

    const page = 'page' in theirs ? theirs.page : '';
    assert.deepEqual(
      reported.map((each) => [each.page, each.revision !== undefined]),
      [[page, hasText]],
    );
  });

  test.each<[string, Edits]>([
    ['another page', [{ operation: 'update_page', page: 'a', markdown: 'Theirs.\n' }]],
    ['the targets of its links', [{ operation: 'update_page', page: 'c', slug: 'x' }]],
    ['its title, which the edit keeps', [{ operation: 'update_page', page: 'b', title: 'Theirs' }]],
    ['it to the same text', [{ operation: 'update_page', page: 'b', markdown: 'See [c](../c.md).\nMine.\n' }]],
  ])('reports nothing if someone else changed %s', async (_, theirs) => {
    using all = await openEdits([], { pages });
    const { text: base } = await all.edits.page(all.target('b'));
    slipIn(all, theirs);

    const { reported } = await sendAll(all, [{ kind: 'write', page: 'b', text: `${base}Mine.\n`, base }]);

    assert.match((await all.markdown('b')) ?? '', /Mine\.\n$/);
    assert.deepEqual(reported, []);
  });

  test('reports it even if the server serves revisions only as the content of the change request', async () => {
    using all = await openEdits([], { pages, lacking: /\/revisions\/\w+$/ });
    const { text: base } = await all.edits.page(all.target('c'));
    slipIn(all, [{ operation: 'update_page', page: 'c', markdown: 'Theirs.\n' }]);

    const { reported } = await sendAll(all, [{ kind: 'write', page: 'c', text: `${base}Mine.\n`, base }]);

    assert.deepEqual(
      reported.map(({ page }) => page),
      ['c'],
    );
  });

  test("isn't reported by a save that made no revision of its own", async () => {
    using all = await openEdits([], { pages });
    const { opened } = all;
    opened.platform.editChangeRequest(opened.changeRequest.id, [
      { operation: 'update_page', page: 'c', markdown: 'Theirs.\n' },
    ]);
    const { text: base } = await all.edits.page(all.target('c'));
    const { revision } = await opened.content.changeRequest(opened.space, 1);
    opened.instead = async (request, platform) =>
      request.method === 'POST' ? Response.json({ revision, inserted: [] }) : platform(request);

    const { reported } = await sendAll(all, [{ kind: 'write', page: 'c', text: `${base}\n`, base }]);

    assert.deepEqual(reported, []);
  });

  test("isn't reported by an earlier save whose reply names no revision", async () => {
    using all = await openEdits([], { pages });
    const { opened } = all;
    const { text: base } = await all.edits.page(all.target('c'));
    opened.instead = async (request, platform) => {
      const response = await platform(request);
      if (request.method !== 'POST') return response;
      opened.platform.editChangeRequest(opened.changeRequest.id, [
        { operation: 'update_page', page: 'c', markdown: 'Theirs.\n' },
      ]);
      return Response.json({});
    };

    const { reported } = await sendAll(all, [{ kind: 'write', page: 'c', text: `${base}Mine.\n`, base }]);

    assert.deepEqual([reported, await all.markdown('c')], [[], '# C\n\nTheirs.\n']);
  });

  test("is saved without a report if the server doesn't return parents", async () => {
    using all = await openEdits([], { pages });
    const { text: base } = await all.edits.page(all.target('c'));
    all.opened.instead = async (request, platform) => {
      const response = await platform(request);
      if (!/\/revisions\/\w+$/.test(new URL(request.url).pathname)) return response;
      return Response.json({ ...((await response.json()) as object), parents: undefined });
    };

    const { reported, changed } = await sendAll(all, [{ kind: 'write', page: 'c', text: `${base}Mine.\n`, base }]);

    assert.deepEqual([reported, changed, all.opened.warnings], [[], true, []]);
  });

  test("is saved with a log entry if that can't be looked up", async () => {
    using all = await openEdits([], { pages });
    const { text: base } = await all.edits.page(all.target('c'));
    all.opened.instead = async (request, platform) => {
      if (/\/revisions\/\w+$/.test(new URL(request.url).pathname)) return new Response('', { status: 503 });
      return platform(request);
    };

    const { reported, changed } = await sendAll(all, [{ kind: 'write', page: 'c', text: `${base}Mine.\n`, base }]);

    assert.deepEqual([reported, changed], [[], true]);
    assert.match(all.opened.warnings.join(), /^Couldn't check whether someone else changed #1 during the save/);
  });
});

describe('edits in several batches', () => {
  const many = Array.from({ length: 51 }, (_, index) => `p${index}`);
  const manyPages: Edits = many.map((id) => ({ operation: 'insert_page', id, title: id, markdown: 'Old.\n' }));
  const write = (page: string): PageEdit => ({
    kind: 'write',
    page,
    text: `# ${page}\n\nMine.\n`,
    base: `# ${page}\n\nOld.\n`,
  });

  test('are compared again before each batch, so that nobody is overwritten', async () => {
    using all = await openEdits([], { pages: manyPages });
    const { opened } = all;
    opened.answered = (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/content')) return;
      opened.answered = undefined;
      opened.platform.editChangeRequest(opened.changeRequest.id, [
        { operation: 'update_page', page: 'p50', markdown: 'Theirs.\n' },
      ]);
    };

    await assert.rejects(sendAll(all, many.map(write)), {
      kind: 'conflict',
      message: /^partlySent/,
    });

    assert.deepEqual(
      [await all.markdown('p49'), await all.markdown('p50')],
      ['# p49\n\nMine.\n', '# p50\n\nTheirs.\n'],
    );
  });

  test('are compared again even after someone else changed another page during the first batch', async () => {
    using all = await openEdits([], { pages: manyPages });
    slipIn(all, [{ operation: 'update_page', page: 'p50', markdown: 'Theirs.\n' }]);

    await assert.rejects(sendAll(all, many.map(write)), { kind: 'conflict' });

    assert.equal(await all.markdown('p50'), '# p50\n\nTheirs.\n');
  });

  test('report a page of the first batch even if the second one fails', async () => {
    using all = await openEdits([], { pages: manyPages });
    const reported: Overwritten[] = [];
    slipIn(all, [
      { operation: 'update_page', page: 'p0', markdown: 'Theirs.\n' },
      { operation: 'update_page', page: 'p50', markdown: 'Theirs.\n' },
    ]);

    await assert.rejects(
      all.edits.send({ space: all.opened.space, number: 1 }, many.map(write), {
        inBatches: true,
        onOverwritten: (pages) => reported.push(...pages),
      }),
    );

    assert.deepEqual(
      reported.map(({ page }) => page),
      ['p0'],
    );
  });

  test("aren't read again while nobody else changes anything", async () => {
    using all = await openEdits([], { pages: manyPages });
    const { opened } = all;
    await sendAll(all, many.map(write));

    const posts = opened.taken();
    const second = posts.slice(posts.findIndex((each) => each.startsWith('POST')) + 1);
    const between = second.slice(
      0,
      second.findIndex((each) => each.startsWith('POST')),
    );
    const read = between.filter((each) => each.includes('/page/'));
    assert.equal(read.length, 50, 'what was sent is read back once');
  });
});
