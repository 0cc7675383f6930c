import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { flat, serve, serveFolder, type Json, type Reply, type Served } from './serve.ts';

// Limits that the API document leaves open, and that the server needs to keep everything readable: 422 beyond them.

async function open() {
  const served = await serve();
  const { body: space } = await served.post(`/v1/orgs/${served.organization}/spaces`, {});
  const path = `/v1/spaces/${space.id}`;
  const { body: request } = await served.post(`${path}/change-requests`, {});
  const head = `${path}/change-requests/${request.id}`;
  const change = (...changes: unknown[]) => served.post(`${head}/content`, { changes });
  return { ...served, spaceId: space.id, path, head, change };
}

const insert = (title: string, markdown = '', into?: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...(into !== undefined && { into }),
});

function refused({ status, body }: Reply, field: string): void {
  assert.equal(status, 422);
  assert.ok(body.error.message.startsWith(`body.${field}: `), body.error.message);
}

describe('a page', () => {
  test('has a text of at most a million characters', async () => {
    const { change } = await open();

    const [longest, beyond] = [
      await change(insert('T', 'a'.repeat(1_000_000))),
      await change(insert('T'), insert('T', 'a'.repeat(1_000_001))),
    ];

    assert.equal(longest.status, 200);
    refused(beyond, 'changes.1.document.markdown');
  });

  test('has a visible title of at most 250 characters', async () => {
    const { change } = await open();
    const { body } = await change(insert('a'.repeat(250)));
    const page = body.inserted[0] ?? '';

    refused(await change(insert('a'.repeat(251))), 'changes.0.title');
    refused(await change(insert(' ')), 'changes.0.title');
    refused(await change({ operation: 'update_page', page, title: 'a'.repeat(251) }), 'changes.0.title');
    refused(await change({ operation: 'update_page', page, title: '' }), 'changes.0.title');
  });
});

describe('nested pages', () => {
  /** This many pages, each a child of the one before. */
  function chain({ platform }: Served, space: string, length: number): string[] {
    const ids: string[] = [];
    for (let at = 0; at < length; at += 1) {
      ids.push(...platform.edit(space, [{ operation: 'insert_page', title: `P${at}`, into: ids.at(-1) }]).pages);
    }
    return ids;
  }

  test('are limited to a hundred', async () => {
    const served = await open();
    const ids = chain(served, served.spaceId, 99);
    await served.post(`${served.head}/update`);

    const last = await served.change(insert('Last', '', ids.at(-1)));
    const beyond = await served.change(insert('Beyond', '', last.body.inserted[0]));

    assert.equal(last.status, 200);
    refused(beyond, 'changes.0.into');
    assert.equal((await served.get(`${served.head}/content/pages`)).status, 200);
  });

  test('stay within the limit when a page moves with its descendants', async () => {
    const served = await open();
    const high = chain(served, served.spaceId, 60);
    const other = chain(served, served.spaceId, 41);
    await served.post(`${served.head}/update`);
    const move = (page = '', into = '') => served.change({ operation: 'update_page', page, into });

    refused(await move(other[0], high.at(-1)), 'changes.0.into');
    assert.equal((await move(other[1], high.at(-1))).status, 200);
  });

  test('stay within the limit when two valid moves are merged', async () => {
    const served = await open();
    const [a, b, c] = [40, 40, 40].map((length) => chain(served, served.spaceId, length));
    await served.post(`${served.head}/update`);
    const move = { operation: 'update_page', page: b?.[0] ?? '', into: a?.at(-1) ?? '' } as const;
    assert.equal((await served.change(move)).status, 200);
    served.platform.edit(served.spaceId, [{ operation: 'update_page', page: a?.[0] ?? '', into: c?.at(-1) ?? '' }]);

    const { status } = await served.post(`${served.head}/merge`);

    assert.equal(status, 200);
    const { body } = await served.get(`${served.path}/content/pages`);
    assert.equal(depthOf(body.pages), 80);
  });

  test('of a folder beyond the limit are put at the deepest level', async () => {
    const summary = Array.from({ length: 120 }, (_, at) => `${'  '.repeat(at)}- Group ${at}`).join('\n');
    const { get, space } = await serveFolder({ 'SUMMARY.md': summary });

    const { body } = await get(`/v1/spaces/${space}/content/pages`);

    assert.equal(depthOf(body.pages), 100);
    assert.equal(flat(body.pages).length, 120);
  });

  function depthOf(pages: readonly Json[]): number {
    return Math.max(0, ...pages.map((page) => 1 + depthOf('pages' in page ? page.pages : [])));
  }
});

describe('a comment', () => {
  test('has a visible text of at most 100,000 characters', async () => {
    const { post, put, path } = await open();
    const said = (markdown: string) => post(`${path}/comments`, { body: { markdown } });
    const { status, body } = await said('a'.repeat(100_000));

    assert.equal(status, 200);
    refused(await said('a'.repeat(100_001)), 'body.markdown');
    for (const empty of ['', ' \n']) {
      refused(await said(empty), 'body.markdown');
      refused(await put(`${path}/comments/${body.id}`, { body: { markdown: empty } }), 'body.markdown');
      refused(await post(`${path}/comments/${body.id}/replies`, { body: { markdown: empty } }), 'body.markdown');
    }
  });

  test('accepts fifty reactions at once, each an emoji of at most 50 characters', async () => {
    const { post, put, path } = await open();
    const { body } = await post(`${path}/comments`, { body: { markdown: 'Said' } });
    const react = (addedReactions: string[]) => put(`${path}/comments/${body.id}`, { addedReactions });

    assert.equal((await react(['a'.repeat(50)])).status, 200);
    refused(await react(['a'.repeat(51)]), 'addedReactions.0');
    assert.equal((await react(Array.from({ length: 50 }, (_, at) => `${at}`))).status, 200);
    refused(await react(Array.from({ length: 51 }, (_, at) => `${at}`)), 'addedReactions');
  });
});

describe('a body that is nested too deeply', () => {
  const deep = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

  test.each([
    [100, /^body.a: is not a known field/],
    [101, /^body: is nested too deeply/],
    [100_000, /^body: is nested too deeply/],
  ])('is refused from 101 levels: %i', async (levels, reason) => {
    const { patch, path } = await open();

    const { status, body } = await patch(path, deep(levels));

    assert.equal(status, 422);
    assert.match(body.error.message, reason);
  });

  test("isn't a valid specification", async () => {
    const { post, organization } = await open();

    const { status, body } = await post(`/v1/orgs/${organization}/openapi`, {
      slug: 'deep',
      source: { text: `{"openapi":"3.1.0","info":${deep(5000)}}` },
    });

    assert.equal(status, 201);
    assert.equal(body['lastProcessErrorCode'], 'PARSE_ERROR');
  });
});
