import assert from 'node:assert/strict';
import fc from 'fast-check';
import { onTestFinished, test } from 'vitest';
import type { ContentChange } from '../../../../src/contract/changeRequests/changeRequestContent.ts';
import { openLocalPlatform } from '../../../../src/server/localPlatform.ts';
import { flat, type Json } from '../../serve.ts';

// Repeated POST …/content with merges: an endpoint that isn't in the API document, as recorded.

const step = fc.record({
  operation: fc.constantFrom('insert_page', 'update_page', 'delete_page', 'revert_page'),
  page: fc.nat(),
  into: fc.option(fc.nat()),
  at: fc.option(fc.nat(3), { nil: undefined }),
  title: fc.constantFrom('X', 'Y', 'Z'),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function open() {
  const platform = openLocalPlatform({ data: ':memory:' });
  onTestFinished(() => platform.close());
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const request = new Request(`http://a.invalid/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${platform.token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await platform.handle(request);
    assert.ok(response.status < 500, `${response.status} of ${method} ${path}`);
    return (await response.json()) as Json;
  };
  return { platform, call };
}

/** A space with five pages, and two change requests. */
async function start({ platform, call }: ReturnType<typeof open>) {
  const organization = (await call('GET', '/orgs')).items[0].id;
  const { id } = await call('POST', `/orgs/${organization}/spaces`, {});
  const space = `/spaces/${id}`;
  const [a, b] = platform.edit(
    id,
    ['A', 'B', 'C'].map((title) => ({ operation: 'insert_page', title })),
  ).pages;
  platform.edit(id, [
    { operation: 'insert_page', title: 'D', into: a },
    { operation: 'insert_page', title: 'E', into: b },
  ]);
  const request = async () => `${space}/change-requests/${(await call('POST', `${space}/change-requests`, {})).id}`;
  return { space, first: await request(), second: await request() };
}

function changeOf(step: Step, pages: readonly string[]): ContentChange {
  const page = pages[step.page % pages.length] ?? 'none';
  const into = step.into === null ? undefined : pages[step.into % pages.length];
  switch (step.operation) {
    case 'insert_page':
      return { operation: 'insert_page', title: step.title, document: { markdown: '' }, into, at: step.at };
    case 'update_page':
      return { operation: 'update_page', page, title: step.title, into: into ?? null, at: step.at };
    default:
      return { operation: step.operation, page };
  }
}

test('merging two edited change requests one after the other loses no page that one of them keeps', async () => {
  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
  const opened = open();
  const { call } = opened;
  await fc.assert(
    fc.asyncProperty(batches, batches, async (ofFirst, ofSecond) => {
      const { space, first, second } = await start(opened);
      const known = new Set<string>();
      const pagesOf = async (path: string) => {
        const pages = flat((await call('GET', `${path}/content/pages`)).pages);
        const paths = pages.map((page) => page.path);
        assert.equal(new Set(paths).size, paths.length, paths.join(' '));
        for (const { id } of pages) known.add(id);
        return new Set(pages.map((page) => page.id));
      };
      const base = await pagesOf(space);
      for (const [request, all] of [
        [first, ofFirst],
        [second, ofSecond],
      ] as const) {
        for (const steps of all) {
          const before = await pagesOf(request);
          const changes = steps.map((each) => changeOf(each, [...known]));
          const reply = await call('POST', `${request}/content`, { changes });
          const after = await pagesOf(request);
          const mayGo = changes.some(({ operation }) => operation === 'delete_page' || operation === 'revert_page');
          if (!('inserted' in reply)) assert.deepEqual(after, before);
          else if (!mayGo) assert.equal(after.size, before.size + reply.inserted.length);
        }
      }
      const stored = [await pagesOf(first), await pagesOf(second)] as const;

      await call('POST', `${first}/merge`);
      await call('POST', `${second}/merge`);

      const merged = await pagesOf(space);
      for (const id of known) {
        const [inFirst, inSecond] = [stored[0].has(id), stored[1].has(id)];
        if (base.has(id) ? inFirst && inSecond : inFirst || inSecond) assert.ok(merged.has(id), `${id} is lost`);
        if (!inFirst && !inSecond) assert.equal(merged.has(id), false, `${id} came back`);
      }
    }),
    { numRuns: 120 },
  );
});
