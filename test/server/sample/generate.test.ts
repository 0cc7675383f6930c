import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { generateInto } from '../../../src/server/sample/generate.ts';
import { openLocalPlatform } from '../../../src/server/localPlatform.ts';
import { flat, serve, temporaryFolder } from '../serve.ts';

const amounts = { pages: 120, comments: 1000, spaces: 60 };

async function serveGenerated() {
  const data = temporaryFolder();
  openLocalPlatform({ data }).close();
  const space = generateInto(data, amounts, Date.parse('2026-05-04T09:00:00Z'));
  const again = generateInto(data, amounts, 0);
  return { ...(await serve({ data })), space, again };
}

describe('a generated organization', () => {
  test('has the requested amounts, once', async () => {
    const { get, organization, space, again } = await serveGenerated();

    const spaces = await get(`/v1/orgs/${organization}/spaces`);
    const collections = await get(`/v1/orgs/${organization}/collections`);
    const pages = flat((await get(`/v1/spaces/${space}/content/pages`)).body.pages);
    const comments = await get(`/v1/spaces/${space}/comments`);

    assert.equal(again, undefined);
    assert.deepEqual([spaces.body.count, collections.body.count], [61, 2]);
    assert.equal(pages.length, 120);
    assert.equal(new Set(pages.map((page) => page.path)).size, 120);
    assert.equal(comments.body.count, 1000);
    assert.equal((await get(`/v1/spaces/${space}/content/files`)).body.count, 2);
    assert.equal((await get(`/v1/spaces/${space}/change-requests`)).body.count, 1);
  });

  test('counts its comments correctly, and continues counting', async () => {
    const { get, post, space } = await serveGenerated();
    const open = (await get(`/v1/spaces/${space}/comments?status=open`)).body.count;

    await post(`/v1/spaces/${space}/comments`, { body: { markdown: 'One more' } });

    assert.equal(open, 750);
    assert.equal((await get(`/v1/spaces/${space}`)).body['comments'], 751);
  });

  test('can be read and searched like any other', async () => {
    const { get, organization, space } = await serveGenerated();

    const found = await get(`/v1/spaces/${space}/search?query=page%2077`);
    const page = await get(`/v1/spaces/${space}/content/page/Page77?format=markdown`);
    const everywhere = await get(`/v1/orgs/${organization}/search?query=page&limit=1000`);

    assert.deepEqual(
      found.body.items.map((item) => item.id),
      ['Page77'],
    );
    assert.match(page.body.markdown, /This is page 77\./);
    assert.equal(everywhere.body.items.length, 61);
  });

  test('is always the same', async () => {
    const [first, second] = [await serveGenerated(), await serveGenerated()];
    const text = async ({ get, space }: typeof first) =>
      (await get(`/v1/spaces/${space}/content/page/Page50?format=markdown`)).body.markdown;

    assert.equal(await text(first), await text(second));
  });
});
