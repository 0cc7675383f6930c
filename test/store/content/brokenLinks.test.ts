import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { PageMove } from '../../../src/model/pages/treeAfterMove.ts';
import { openChangeRequest, type Edits, type OpenedChangeRequest } from '../openChangeRequest.ts';

const headOf1 = { kind: 'changeRequest', number: 1 } as const;

const pages: Edits = [
  { operation: 'insert_page', id: 'a', title: 'A', markdown: 'See [d](d.md).\n' },
  { operation: 'insert_page', id: 'b', title: 'B', into: 'a', markdown: 'See [c](../c.md), [a](../a.md).\n' },
  { operation: 'insert_page', id: 'c', title: 'C', markdown: 'See [b](a/b.md) and [b](a/b.md#again).\n' },
  { operation: 'insert_page', id: 'd', title: 'D', markdown: 'None.\n' },
  { operation: 'insert_page', id: 'e', title: 'E', markdown: 'None.\n' },
];
/** A link that the published content doesn't have. */
const edits: Edits = [{ operation: 'update_page', page: 'e', markdown: 'See [b](/a/b).\n' }];

const renameB: PageMove = { page: 'b', to: { into: 'a', slug: 'better' } };

describe('the links that a move breaks', () => {
  test('include those of published pages and of the change request, without reading other pages', async () => {
    using opened = await openChangeRequest(edits, { pages });
    const { content, space, taken } = opened;
    await content.changes(space, 1);
    taken();

    assert.deepEqual(await brokenBy(opened, renameB), { c: 2, e: 1, 'is complete': true });

    const read = taken().filter((request) => request.includes('/page/'));
    assert.deepEqual(read.map((request) => /page\/(\w+)/.exec(request)?.[1]).sort(), ['b', 'c', 'e']);
  });

  test('include those of published pages before the change request exists', async () => {
    using opened = await openChangeRequest(edits, { pages });
    const { content, space, library } = opened;
    const { revision } = await library.space(space);

    const found = await content.linksBrokenBy(space, { kind: 'revision', revision }, [renameB]);

    assert.deepEqual(
      found.pages.map(({ node, links }) => [node.id, links]),
      [['c', 2]],
    );
    assert.equal(found.isComplete, true);
  });

  test('include those of the page itself', async () => {
    using opened = await openChangeRequest(edits, { pages });

    assert.deepEqual(await brokenBy(opened, { page: 'b', to: { into: undefined, slug: 'b' } }), {
      b: 2,
      c: 2,
      e: 1,
      'is complete': true,
    });
  });

  test('include those of the remaining pages when the page is deleted', async () => {
    using opened = await openChangeRequest(edits, { pages });

    assert.deepEqual(await brokenBy(opened, { page: 'a', to: undefined }), { c: 2, e: 1, 'is complete': true });
    assert.deepEqual(await brokenBy(opened, { page: 'e', to: undefined }), { 'is complete': true });
  });

  test('include those of several moves together', async () => {
    using opened = await openChangeRequest(edits, { pages });

    assert.deepEqual(await brokenBy(opened, { page: 'd', to: undefined }, { page: 'c', to: undefined }), {
      a: 1,
      b: 1,
      'is complete': true,
    });
  });

  test('are searched in all pages if the server has no link report', async () => {
    using opened = await openChangeRequest(edits, { pages, lacking: /\/links$/ });

    assert.deepEqual(await brokenBy(opened, renameB), { c: 2, e: 1, 'is complete': true });
    assert.match(opened.warnings.join(), /links of a space could not be listed/);
  });

  test("are reported as incomplete if a page couldn't be read", async () => {
    using opened = await openChangeRequest(edits, { pages });
    opened.instead = (request, handle) =>
      /\/page\/c\?/.test(request.url) ? Promise.resolve(Response.json({}, { status: 403 })) : handle(request);

    assert.deepEqual(await brokenBy(opened, renameB), { e: 1, 'is complete': false });
  });

  test('are searched in at most a hundred pages', async () => {
    const many: Edits = Array.from({ length: 120 }, (_, index) => ({
      operation: 'insert_page',
      id: `p${index}`,
      title: `P${index}`,
      markdown: 'See [b](a/b.md).\n',
    }));
    using opened = await openChangeRequest([], { pages: [...pages, ...many] });

    const found = await opened.content.linksBrokenBy(opened.space, headOf1, [renameB]);

    assert.equal(opened.taken().filter((request) => request.includes('/page/')).length, 100);
    assert.equal(found.isComplete, false);
  });
});

describe('the links to renamed headings', () => {
  test('are found on the page itself and on pages that link to it, with their fixed text', async () => {
    using opened = await openChangeRequest(
      [...edits, { operation: 'update_page', page: 'b', markdown: '[on](#again) [c](../c.md)\n' }],
      { pages },
    );
    const { content, space, taken } = opened;
    await content.changes(space, 1);
    taken();

    const found = await content.linksToHeadings(space, 1, { page: 'b', anchors: new Map([['again', 'once-more']]) });

    assert.deepEqual(
      found.pages.map(({ node, text }) => [node.id, text.replace(/^# .*\n\n/, '')]),
      [
        ['b', '[on](#once-more) [c](../c.md)\n'],
        ['c', 'See [b](a/b.md) and [b](a/b.md#once-more).\n'],
      ],
    );
    assert.equal(found.isComplete, true);
    const read = taken().filter((request) => request.includes('/page/'));
    assert.deepEqual(read.map((request) => /page\/(\w+)/.exec(request)?.[1]).sort(), ['b', 'c', 'e']);
  });
});

async function brokenBy({ content, space }: OpenedChangeRequest, ...moves: readonly PageMove[]) {
  const { pages, isComplete } = await content.linksBrokenBy(space, headOf1, moves);
  return { ...Object.fromEntries(pages.map(({ node, links }) => [node.id, links])), 'is complete': isComplete };
}
