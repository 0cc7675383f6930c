import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { destinationsOf } from '../../../src/formats/markdown/links.ts';
import { serve, type Served } from '../serve.ts';

const table = `| a | b | c | d | e |\n|---|---|---|---|---|\n${'| a | b | c | d | e |\n'.repeat(10_000)}`;
const items = '- an item\n'.repeat(50_000);

async function serveWithPage(markdown: string) {
  const served = await serve();
  const { body: space } = await served.post(`/v1/orgs/${served.organization}/spaces`, { title: 'Manual' });
  const { body: changeRequest } = await served.post(`/v1/spaces/${space.id}/change-requests`, {});
  const base = `/v1/spaces/${space.id}/change-requests/${changeRequest.id}`;
  const change = async (...changes: object[]) => (await served.post(`${base}/content`, { changes })).body;
  const { inserted } = await change({ operation: 'insert_page', title: 'Large', document: { markdown } });
  return { served, base, change, page: inserted[0] ?? '' };
}

/** How many requests, one after another, are answered before the work is done; at most ten. */
async function answeredDuring(served: Served, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  let count = 0;
  while (count < 10) {
    await served.get('/v1/user');
    if (isDone) break;
    count += 1;
  }
  await work;
  return count;
}

describe('other requests are answered', () => {
  test('while a page of 50,000 table cells is read as a document', async () => {
    const { served, base, page } = await serveWithPage(table);

    const reading = served.get(`${base}/content/page/${page}?format=document`);

    assert.equal(await answeredDuring(served, reading), 10);
    const { status, headers, body } = await reading;
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    const [{ type, nodes } = { type: '', nodes: [] }] = (body as unknown as Read).document.nodes;
    assert.deepEqual([type, nodes.length], ['table', 10_001]);
  });

  test('while a PDF of 50,000 list items is made', async () => {
    const { served, base, page } = await serveWithPage(items);
    const { body } = await served.get(`${base}/pdf?page=${page}&only=true`);

    const fetching = fetch(body.url).then(async (response) => Buffer.from(await response.arrayBuffer()));

    assert.equal(await answeredDuring(served, fetching), 10);
    assert.equal((await fetching).subarray(0, 5).toString(), '%PDF-');
  });
});

test("a large document doesn't wait for PDFs, and isn't made plain beside them", async () => {
  const { served, base, page } = await serveWithPage(items);
  const large = await serveWithPage('Some words.\n\n'.repeat(5000));
  const { body } = await served.get(`${base}/pdf?page=${page}&only=true`);
  const order: string[] = [];
  const printing = Array.from({ length: 3 }, () => fetch(body.url).then(() => order.push('PDF')));
  for (let at = 0; at < 3; at += 1) await served.get('/v1/user');

  const read = await large.served.get(`${large.base}/content/page/${large.page}?format=document`);
  order.push('document');

  assert.equal((read.body as unknown as Read).document.nodes.length, 5000);
  await Promise.all(printing);
  assert.deepEqual(order, ['document', 'PDF', 'PDF', 'PDF']);
});

interface Read {
  readonly document: { readonly nodes: readonly { readonly type: string; readonly nodes: readonly unknown[] }[] };
}

test('a document that takes long to write is as it was when it was asked for, and changes meanwhile are kept', async () => {
  const { served, base, change, page } = await serveWithPage(table);
  const path = `${base}/content/page/${page}?format=document`;

  const before = served.get(path);
  await served.get('/v1/user');
  const update = (markdown: string) => change({ operation: 'update_page', page, document: { markdown } });
  const [, , { body }] = await Promise.all([update('one'), update('two'), before]);

  assert.equal((body as unknown as Read).document.nodes[0]?.type, 'table');
  const { markdown } = (await served.get(`${base}/content/page/${page}?format=markdown`)).body;
  assert.equal(markdown, '# Large\n\ntwo');
});

describe('the addresses of a page with 50,000 parts', () => {
  const count = 50_000;

  test.each([
    ['links', '[a](b)\n\n', ['b']],
    ['tags', '{% embed url="b" %}\n\n', ['b']],
    ['links beside entities', '[a](b) &amp; `c`\n\n', ['b']],
    ['links beside code and images', '`[c](d)` [a](b) ![c](e)\n\n', ['b', 'e']],
  ])('are found in %s', (_, part, urls) => {
    const found = destinationsOf(part.repeat(count));

    assert.equal(found.length, count * urls.length);
    assert.deepEqual(
      found.slice(-urls.length).map(({ url, start }) => [url, start - part.length * (count - 1)]),
      urls.map((url) => [url, part.search(new RegExp(`(?<=\\(|")${url}(?=\\)|")`))]),
    );
  });
});
