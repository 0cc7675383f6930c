import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { ImportedPage } from '../../../src/model/pages/importSources.ts';
import { createSendImport, type PagesToSend } from '../../../src/store/editing/sendImport.ts';
import { openEdits, type OpenedEdits } from '../openEdits.ts';

const page = (path: string, text = '', children: readonly ImportedPage[] = []): ImportedPage => {
  const title = path.split('/').at(-1) ?? '';
  return { key: path, title, path, text, children };
};

/** 121 pages on three levels. */
const many = [
  page('guide', 'All of it.\n', [
    ...Array.from({ length: 118 }, (_, at) => page(`guide/page-${at}`, `Text ${at}.\n`)),
    page('guide/last', '', [page('guide/last/deep')]),
  ]),
];

function open(all: OpenedEdits, pages: readonly ImportedPage[], linked: PagesToSend['linked'] = async () => pages) {
  const at = { space: all.opened.space, number: 1 };
  return createSendImport({ edits: all.edits, content: all.opened.content }, { at, pages, linked });
}

async function paths({ opened }: OpenedEdits): Promise<string[]> {
  const tree = await opened.content.pages(opened.space, { kind: 'changeRequest', number: 1 });
  return [...tree.byId.values()].map((node) => node.page.path ?? '');
}

const given = (pages: readonly ImportedPage[]): string[] =>
  pages.flatMap(({ path, children }) => [path, ...given(children)]);

describe('pages of an import', () => {
  test('arrive in their order and nesting, fifty per revision', async () => {
    using all = await openEdits();
    const before = await paths(all);
    const sending = open(all, many);
    const reported: number[] = [];

    await sending.send({}, () => reported.push(sending.sent()));

    assert.deepEqual(
      (await paths(all)).filter((path) => !before.includes(path)),
      given(many),
    );
    assert.deepEqual(reported, [1, 51, 101, 120, 121]);
    assert.equal(all.revisions(), 5);
    assert.equal(sending.total, 121);
  });

  test("aren't sent twice if an answer is lost and the user tries again", async () => {
    using all = await openEdits();
    const before = await paths(all);
    const sending = open(all, many);
    let posts = 0;
    all.opened.instead = async (request, platform) => {
      const isPost = request.method === 'POST' && request.url.endsWith('/content');
      if (isPost) posts++;
      // The third revision arrives, and from then on no reply comes back.
      if (posts < 3) return platform(request);
      if (isPost) await platform(request);
      throw new Error('The connection broke');
    };
    await assert.rejects(sending.send({}, () => undefined));
    assert.equal(sending.sent(), 51);
    all.opened.instead = undefined;

    await sending.send({}, () => undefined);

    assert.equal(sending.sent(), 121);
    assert.deepEqual(
      (await paths(all)).filter((path) => !before.includes(path)),
      given(many),
    );
  });

  test('are linked to their paths on the server', async () => {
    using all = await openEdits();
    const pages = [page('a', 'First.\n'), page('b', 'See [a](a.md).\n')];
    const linked: PagesToSend['linked'] = async (now) => {
      assert.deepEqual(now, { a: 'a-1', b: 'b' });
      return [pages[0]!, { ...pages[1]!, text: 'See [a](a-1.md).\n' }];
    };

    await open(all, pages, linked).send({}, () => undefined);

    const tree = await all.opened.content.pages(all.opened.space, { kind: 'changeRequest', number: 1 });
    const b = [...tree.byId.values()].find((node) => node.page.path === 'b');
    assert.equal(await all.markdown(b?.id ?? ''), '# b\n\nSee [a](a-1.md).\n');
  });

  test("arrive completely even if replies don't name the new pages", async () => {
    using all = await openEdits();
    all.opened.instead = async (request, platform) => {
      const reply = await platform(request);
      if (request.method !== 'POST' || !request.url.endsWith('/content')) return reply;
      const { inserted: _, ...rest } = (await reply.json()) as { inserted: unknown };
      return Response.json(rest, { status: reply.status });
    };
    const before = await paths(all);
    const sending = open(all, [page('guide', 'All of it.\n', [page('guide/a', '', [page('guide/a/b')])])]);

    await sending.send({}, () => undefined);

    assert.equal(sending.sent(), 3);
    assert.deepEqual(
      (await paths(all)).filter((path) => !before.includes(path)),
      ['guide', 'guide/a', 'guide/a/b'],
    );
  });

  test("aren't read back", async () => {
    using all = await openEdits();
    const read: string[] = [];
    all.opened.instead = async (request, platform) => {
      if (request.method === 'GET' && /\/page\//.test(request.url)) read.push(request.url);
      return platform(request);
    };

    await open(all, many).send({}, () => undefined);

    assert.deepEqual(read, []);
  });

  test('arrive in requests of limited size', async () => {
    using all = await openEdits();
    const sizes: number[] = [];
    all.opened.instead = async (request, platform) => {
      if (request.method === 'POST') sizes.push((await request.clone().arrayBuffer()).byteLength);
      return platform(request);
    };
    const long = 'ä'.repeat(900_000);
    const pages = Array.from({ length: 9 }, (_, at) => page(`long-${at}`, `${long}\n`));

    const sending = open(all, pages);
    await sending.send({}, () => undefined);

    assert.equal(sending.sent(), 9);
    assert.ok(sizes.length > 1);
    assert.ok(Math.max(...sizes) < 10_000_000, sizes.join());
  });
});
