import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createRevisionTexts } from '../../../src/store/content/revisionTexts.ts';

/** Reads pages of one revision from an API whose replies come when the test releases them. */
function reader() {
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  const api = {
    revisions: {
      page: ({ pageId }: { pageId: string }) => {
        asked.push(pageId);
        return new Promise((resolve) => answers.set(pageId, () => resolve({ id: pageId })));
      },
    },
  };
  const texts = createRevisionTexts({
    api: api as unknown as Parameters<typeof createRevisionTexts>[0]['api'],
    render: ({ id }) => Promise.resolve({ markdown: id, text: id, rewritten: [] } as never),
  });
  const read = (id: string, signal?: AbortSignal) =>
    texts.read({ space: 's', revision: 'r' }, { way: 'revision' } as never, { id } as never, signal);
  return { asked, answer: (id: string) => answers.get(id)?.(), read };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

test('reads at most eight pages at the same time, in the order of the requests', async () => {
  const { asked, answer, read } = reader();
  const ids = Array.from({ length: 10 }, (_, index) => `p${index}`);
  const all = Promise.all(ids.map((id) => read(id)));
  await turns();
  assert.deepEqual(asked, ids.slice(0, 8));

  answer('p3');
  await turns();
  assert.deepEqual(asked, ids.slice(0, 9));

  for (const id of ids) {
    answer(id);
    await turns();
  }
  answer('p9');
  assert.deepEqual(
    (await all).map(({ text }) => text),
    ids,
  );
});

test("doesn't request a page whose reader has left the queue", async () => {
  const { asked, answer, read } = reader();
  const first = Array.from({ length: 8 }, (_, index) => read(`p${index}`));
  const left = new AbortController();
  const waiting = read('late', left.signal);
  await turns();
  left.abort();
  await assert.rejects(waiting, { kind: 'cancelled' });

  for (let index = 0; index < 8; index++) answer(`p${index}`);
  await Promise.all(first);
  await turns();
  assert.ok(!asked.includes('late'));
});
