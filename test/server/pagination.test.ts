import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { serve, type Json, type Served } from './serve.ts';

// Section 2.1 of the API document, list envelope: with any limit, every item comes once, in the order of the whole
// list. Comments and members have tests of their own.

const lists = {
  'the spaces of an organization': '{org}/spaces',
  'the spaces of a collection': '/v1/collections/{collection}/spaces',
  'the collections of an organization': '{org}/collections',
  'those at its top': '{org}/collections?nested=false',
  'the change requests of a space': '/v1/spaces/{space}/change-requests?status=draft',
  'those of an organization': '{org}/change-requests',
  'those of an organization by creation': '{org}/change-requests?orderBy=createdAt',
  'the sites of an organization': '{org}/sites',
  'the site spaces of a site': '{org}/sites/{site}/site-spaces',
  'the teams of an organization': '{org}/teams',
  'the teams of a member': '{org}/members/{user}/teams',
  'the spaces of a member': '{org}/members/{user}/spaces',
};

/** An organization with several of each resource; there are few distinct times, so that many items share one. */
async function filled(): Promise<{ served: Served; address: (path: string) => string }> {
  const served = await serve();
  const org = `/v1/orgs/${served.organization}`;
  const user = (await served.get(`${org}/members`)).body.items[0].id;
  const made = async (path: string, body: object = {}) => {
    const reply = path.endsWith('/teams') ? await served.put(path, body) : await served.post(path, body);
    assert.ok(reply.status < 300, JSON.stringify(reply.body));
    return reply.body.id;
  };
  const collections: string[] = [];
  const spaces: string[] = [];
  for (let at = 0; at < 14; at += 1) {
    if (at % 5 === 0) served.wait(1000);
    collections.push(await made(`${org}/collections`, { parent: at % 3 === 1 ? collections[at >> 1] : undefined }));
    spaces.push(await made(`${org}/spaces`, { parent: at % 2 ? collections[0] : undefined }));
    await made(`/v1/spaces/${spaces[at % 2]}/change-requests`);
    await made(`${org}/sites`, { title: 'Same title' });
    await made(`${org}/teams`, { title: at % 2 ? `Team ${at}` : `team ${at}`, members: [user] });
  }
  const site = await made(`${org}/sites`, { title: 'Site', spaces });
  const ids = { org, user, site, collection: collections[0], space: spaces[0] };
  return { served, address: (path) => path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name] ?? '') };
}

async function walk(served: Served, path: string, limit: number): Promise<Json[]> {
  const seen: Json[] = [];
  for (let page = ''; seen.length < 1000;) {
    const { status, body } = await served.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${page}`);
    assert.equal(status, 200);
    assert.ok(body.items.length <= limit);
    seen.push(...body.items);
    if (!('next' in body)) return seen;
    page = `&page=${body.next.page}`;
  }
  return assert.fail('The list has no end');
}

test('every item of a list comes once, whatever the limit', async () => {
  const { served, address } = await filled();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.values(lists)), fc.integer({ min: 1, max: 20 }), async (list, limit) => {
      const path = address(list);
      const { body: all } = await served.get(path);
      assert.ok(all.items.length > 4, path);

      const walked = await walk(served, path, limit);

      assert.deepEqual(walked, all.items, path);
      assert.equal(all.count, walked.length, path);
    }),
    { numRuns: 60, examples: Object.values(lists).map((list) => [list, 3]) },
  );
});
