import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { ImportedPage } from '../../../src/model/pages/importSources.ts';
import { createSendImport, type PagesToSend } from '../../../src/store/editing/sendImport.ts';
import { cpuTime } from '../../cpuTime.ts';
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

function open(
  all: OpenedEdits,
  pages: readonly ImportedPage[],
  linked: PagesToSend['linked'] = async () => pages,
  files: PagesToSend['files'] = [],
) {
  const at = { space: all.opened.space, number: 1 };
  return createSendImport({ edits: all.edits, content: all.opened.content }, { at, pages, files, linked });
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
    const linked: PagesToSend['linked'] = async ({ paths: now }) => {
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

  test('stay away if the server refuses them alone, and the others arrive, with their children', async () => {
    using all = await openEdits();
    const before = await paths(all);
    const untitled = { ...page('none', '', [page('c')]), title: '' };
    const sending = open(all, [page('a'), untitled, page('d')]);
    const reported: number[] = [];

    await sending.send({}, () => reported.push(sending.sent()));

    assert.deepEqual(
      (await paths(all)).filter((path) => !before.includes(path)),
      ['a-1', 'd-1', 'c-1'],
    );
    assert.deepEqual([sending.sent(), sending.total, [...sending.refused.keys()]], [3, 4, [untitled]]);
    assert.equal(reported.at(-1), 3);
  });

  test.each([3, 60])('are all sent again after a server has refused all of %i', async (count) => {
    using all = await openEdits();
    const sending = open(
      all,
      Array.from({ length: count }, (_, at) => page(`new-${at}`)),
    );
    let asked = 0;
    all.opened.instead = async (request, platform) => {
      if (request.method !== 'POST' || !request.url.endsWith('/content')) return platform(request);
      asked++;
      return Response.json({ error: { code: 400, message: 'Blocked by the firewall' } }, { status: 400 });
    };
    await assert.rejects(
      sending.send({}, () => undefined),
      /Blocked by the firewall/,
    );
    assert.deepEqual([sending.sent(), asked < 55], [0, true]);
    all.opened.instead = undefined;

    await sending.send({}, () => undefined);

    assert.deepEqual([sending.sent(), sending.refused.size], [count, 0]);
  });

  test('keep their titles when links are mended, and deleted ones stay deleted', async () => {
    using all = await openEdits();
    const pages = [page('a'), page('*b*', 'See [a](a.md).\n'), page('gone', 'See [a](a.md).\n')];
    const signals: unknown[] = [];
    const linked: PagesToSend['linked'] = async (_, signal) => {
      signals.push(signal);
      return pages.map((each) => ({ ...each, text: each.text.replace('a.md', 'a-1.md') }));
    };
    all.opened.instead = async (request, platform) => {
      const reply = await platform(request);
      if (request.method !== 'GET') return reply;
      // Of a server that escapes titles, after someone has deleted a page.
      const body = (await reply.json()) as { markdown?: string; pages?: { title: string }[] };
      const changed = { ...body, pages: body.pages?.filter(({ title }) => title !== 'gone') };
      return Response.json({ ...changed, markdown: body.markdown?.replace('# *b*', '# \\*b\\*') });
    };
    const { signal } = new AbortController();

    await open(all, pages, linked).send({ signal }, () => undefined);

    assert.deepEqual(signals, [signal]);
    all.opened.instead = undefined;
    const { content } = all.again();
    const tree = await content.pages(all.opened.space, { kind: 'changeRequest', number: 1 });
    const b = [...tree.byId.values()].find((node) => node.page.title === '*b*');
    assert.match((await all.markdown(b?.id ?? '')) ?? '', /\[a\]\(a-1\.md\)/);
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

describe('files of an import', () => {
  const file = (path: string, text = path) => ({
    path,
    name: path.split('/').at(-1) ?? '',
    contentType: 'image/png',
    base64: Buffer.from(text).toString('base64'),
    size: Buffer.byteLength(text),
  });
  const one = [page('guide', '![a](a.png)\n')];
  /** A page with all of the files. */
  const showing =
    (files: PagesToSend['files']): PagesToSend['linked'] =>
    async ({ fileIds }) => [
      page('guide', files.map(({ path }) => `![](${fileIds[path] ? `/files/${fileIds[path]}` : path})\n`).join('\n')),
    ];

  async function sentFiles({ opened }: OpenedEdits): Promise<Map<string, string>> {
    const version = { kind: 'changeRequest', number: 1 } as const;
    const tree = await opened.content.pages(opened.space, version);
    const guide = [...tree.byId.values()].find((node) => node.page.path === 'guide');
    const context = await opened.content.linkContext(opened.space, 1, guide!, { files: true });
    return new Map([...(context.files?.byName.values() ?? [])].map(({ name, id }) => [name ?? '', id]));
  }

  const send = (all: OpenedEdits, files: PagesToSend['files']) => open(all, one, showing(files), files);

  async function text(all: OpenedEdits): Promise<string> {
    const tree = await all.opened.content.pages(all.opened.space, { kind: 'changeRequest', number: 1 });
    const guide = [...tree.byId.values()].find((node) => node.page.path === 'guide');
    return (await all.markdown(guide?.id ?? '')) ?? '';
  }

  test('arrive in front of the pages that show them, each with a name of its own', async () => {
    using all = await openEdits();
    const files = [file('a.png'), file('one/a.png'), file('two/A.png'), file('scan')];
    const sending = send(all, files);

    await sending.send({}, () => undefined);

    const ids = await sentFiles(all);
    assert.deepEqual([...ids.keys()].toSorted(), ['A-3.png', 'a-2.png', 'a.png', 'scan.png']);
    const shown = ['a.png', 'a-2.png', 'A-3.png', 'scan.png'].map((name) => `![](/files/${ids.get(name)})\n`);
    assert.equal(await text(all), `# guide\n\n${shown.join('\n')}`);
    assert.deepEqual(
      [sending.takesFiles(), ...files.map(({ path }) => sending.hasFile(path))],
      [...[true, true, true, true, true]],
    );
    assert.equal(all.revisions(), 2);
  });

  test('never replace another file of the change request', async () => {
    using all = await openEdits();
    const at = { space: all.opened.space, number: 1 };
    const [before] = await all.edits.sendFiles(at, [file('a.png', 'other')]);

    await send(all, [file('a.png')]).send({}, () => undefined);

    const ids = await sentFiles(all);
    assert.equal(ids.get('a.png'), before);
    assert.match(await text(all), new RegExp(String.raw`/files/${ids.get('a-2.png')}\)`));
  });

  test('arrive at most 20 per revision, and all of them', async () => {
    using all = await openEdits();
    const files = Array.from({ length: 45 }, (_, at) => file(`${at}.png`));

    await send(all, files).send({}, () => undefined);

    assert.equal((await sentFiles(all)).size, 45);
    assert.equal(all.revisions(), 4);
  });

  test.each([true, false])("aren't sent twice if an answer is lost (it arrived: %s)", async (arrives) => {
    using all = await openEdits();
    const files = Array.from({ length: 25 }, (_, at) => file(`${at}.png`));
    const sending = send(all, files);
    let inserted = 0;
    let isBroken = true;
    all.opened.instead = async (request, platform) => {
      const body = request.method === 'POST' ? await request.clone().text() : '';
      if (!body.includes('insert_files') || body.includes('no-such-page')) {
        // While nothing comes back, the outcome can't be looked up.
        if (isBroken && inserted === 2) throw new Error('The connection broke');
        return platform(request);
      }
      inserted++;
      if (!isBroken || inserted === 1) return platform(request);
      if (arrives) await platform(request);
      throw new Error('The connection broke');
    };
    await assert.rejects(sending.send({}, () => undefined));
    isBroken = false;

    await sending.send({}, () => undefined);

    assert.equal((await sentFiles(all)).size, 25);
    assert.equal(inserted, arrives ? 2 : 3);
    assert.doesNotMatch(await text(all), /\.png/);
  });

  test('that the server refuses keep their links, and the others arrive', async () => {
    using all = await openEdits();
    const files = [file('a.png'), file('large.png', 'x'.repeat(1_000_001)), file('b.png')];
    const sending = send(all, files);

    await sending.send({}, () => undefined);

    assert.deepEqual([...(await sentFiles(all)).keys()].toSorted(), ['a.png', 'b.png']);
    assert.equal(sending.hasFile('large.png'), false);
    assert.equal(sending.takesFiles(), true);
    assert.match(await text(all), /!\[\]\(large\.png\)/);
  });

  test("stay away from a server that doesn't take files", async () => {
    using all = await openEdits();
    const sending = send(all, [file('a.png')]);
    let asked = 0;
    all.opened.instead = async (request, platform) => {
      const body = request.method === 'POST' ? await request.clone().text() : '';
      if (!body.includes('insert_files')) return platform(request);
      asked++;
      return Response.json({ error: { code: 422, message: 'unknown operation insert_files' } }, { status: 422 });
    };

    await sending.send({}, () => undefined);

    assert.deepEqual([asked, sending.takesFiles(), sending.sent()], [1, false, 1]);
    assert.equal(await text(all), '# guide\n\n![a](a.png)\n');
  });

  test('arrive even if the server refuses all of the first ones', async () => {
    using all = await openEdits();
    const sending = send(
      all,
      Array.from({ length: 45 }, (_, at) => file(`${at}.png`)),
    );
    all.opened.instead = async (request, platform) => {
      const body = request.method === 'POST' ? await request.clone().text() : '';
      const isRefused = body.includes('insert_files') && /"(?:1?\d)\.png"/.test(body);
      return isRefused
        ? Response.json({ error: { code: 400, message: 'Unknown picture' } }, { status: 400 })
        : platform(request);
    };

    await sending.send({}, () => undefined);

    assert.equal((await sentFiles(all)).size, 25);
  });

  test('get names of their own in linear time', async () => {
    using all = await openEdits();
    const names: string[] = [];
    all.opened.instead = async (request, platform) => {
      const body = request.method === 'POST' ? await request.clone().text() : '';
      if (!body.includes('insert_files')) return platform(request);
      names.push(...(body.match(/image(?:-\d+)?\.png/gi) ?? []));
      throw new Error('The connection broke');
    };
    const files = Array.from({ length: 5000 }, (_, at) => file(`${at}/${at % 2 ? 'image' : 'IMAGE'}.png`, 'x'));
    const start = cpuTime();

    await assert.rejects(send(all, files).send({}, () => undefined));

    assert.ok(cpuTime() - start < 2000, String(cpuTime() - start));
    assert.deepEqual(names.slice(0, 3), ['IMAGE.png', 'image-2.png', 'IMAGE-3.png']);
  });

  test('are given up if a server refuses all of the first ones', async () => {
    using all = await openEdits();
    const sending = send(
      all,
      Array.from({ length: 85 }, (_, at) => file(`${at}.png`)),
    );
    let asked = 0;
    all.opened.instead = async (request, platform) => {
      const body = request.method === 'POST' ? await request.clone().text() : '';
      if (!body.includes('insert_files')) return platform(request);
      asked++;
      return Response.json({ error: { code: 400, message: 'Blocked by the firewall' } }, { status: 400 });
    };

    await sending.send({}, () => undefined);

    assert.ok(asked < 45, String(asked));
    assert.equal(sending.sent(), 1);
  });
});
