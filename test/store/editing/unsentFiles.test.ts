import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { largestFile, mostAtOnce, newFilesAtOnce } from '../../../src/model/editing/limits.ts';
import { isKind } from '../../../src/model/shared/failure.ts';
import { openEdits } from '../openEdits.ts';

const pages = [
  { operation: 'insert_page', id: 'a', title: 'A', markdown: 'One.\n' },
  { operation: 'insert_page', id: 'b', title: 'B', into: 'a', markdown: 'Two.\n' },
] as const;
const open = () => openEdits([], { pages });
type Opened = Awaited<ReturnType<typeof open>>;

const bytes = 'Hi';
const picture = { name: 'x.png', contentType: 'image/png', base64: btoa(bytes), size: bytes.length };
const at = ({ space }: { readonly space: string }, number = 1) => ({ space, number });
const shown = '![x](_files/x.png)';

async function add({ edits, opened }: Opened, ...names: readonly string[]): Promise<void> {
  for (const name of names) assert.equal(await edits.files.add(at(opened), { ...picture, name }), name);
}

async function filesOf({ opened: { api, space } }: Opened) {
  const { items } = await api.changeRequestContent.files({ spaceId: space, changeRequestId: '1' });
  return items;
}

async function write(opened: Opened, page: string, added: string) {
  const { text } = await opened.edits.page(opened.target(page));
  return opened.send({ kind: 'write', page, text: `${text}\n${added}\n`, base: text });
}

describe('a file that was inserted', () => {
  test('is sent in one revision with the page, which then links to it', async () => {
    using opened = await open();
    await add(opened, 'x.png');

    const sent = await write(opened, 'b', `${shown} <img src="_files/x.png">`);

    const [file] = await filesOf(opened);
    assert.deepEqual([file?.name, file?.size, file?.contentType], ['x.png', 2, 'image/png']);
    assert.equal(opened.revisions(), 1);
    assert.deepEqual(sent.different, []);
    const url = `/files/${file?.id}`;
    assert.equal(await opened.markdown('b'), `# B\n\nTwo.\n\n![x](${url}) <img src="${url}">\n`);
    assert.equal(
      (await opened.edits.page(opened.target('b'))).text,
      `# B\n\nTwo.\n\n${shown} <img src="_files/x.png">\n`,
    );
    assert.deepEqual(await opened.edits.files.of(at(opened.opened)), []);
  });

  test("is reported as the user's own change before the change request is reported as changed", async () => {
    using opened = await open();
    await add(opened, ...Array.from({ length: newFilesAtOnce.count + 1 }, (_, index) => `${index}.png`));
    const own = new Set<string>();
    const reported: [revision: string, isOwn: boolean][] = [];
    opened.edits.onDidChange(({ revision }) => own.add(revision));
    opened.opened.content.onDidChange((change) => {
      if (change.kind === 'changed') reported.push([change.after.revision, own.has(change.after.revision)]);
    });

    await write(
      opened,
      'b',
      Array.from({ length: newFilesAtOnce.count + 1 }, (_, index) => `![x](_files/${index}.png)`).join(' '),
    );

    assert.equal(opened.revisions(), 2);
    assert.deepEqual(
      reported.map(([, isOwn]) => isOwn),
      [true, true],
    );
  });

  test('is sent with a new page', async () => {
    using opened = await open();
    await add(opened, 'x.png');

    const { inserted } = await opened.send({ kind: 'insert', title: 'New', text: `${shown}\n`, into: 'a' });

    const [file] = await filesOf(opened);
    assert.equal(await opened.markdown(inserted[0] ?? ''), `# New\n\n![x](/files/${file?.id})\n`);
  });

  test('stays, and is not sent, as long as no sent page links to it', async () => {
    using opened = await open();
    await add(opened, 'x.png', 'y.png');

    await write(opened, 'a', '![](_files/y.png) _files/x.png `![](_files/x.png)`');

    assert.deepEqual(
      (await filesOf(opened)).map(({ name }) => name),
      ['y.png'],
    );
    const { edits } = opened.again();
    assert.deepEqual(
      (await edits.files.of(at(opened.opened))).map(({ name }) => name),
      ['x.png'],
    );
    assert.equal((await edits.files.get(at(opened.opened), 'x.png'))?.base64, picture.base64);
  });

  test('is sent once for several pages', async () => {
    using opened = await open();
    await add(opened, 'x.png');

    await opened.send(
      { kind: 'write', page: 'a', text: `# A\n\n${shown}\n` },
      { kind: 'write', page: 'b', text: `# B\n\n${shown}\n` },
    );

    const files = await filesOf(opened);
    assert.equal(files.length, 1);
    for (const page of ['a', 'b'])
      assert.match((await opened.markdown(page)) ?? '', new RegExp(`/files/${files[0]?.id}`));
  });

  test('replaces no file of the same name that the server has in the meantime', async () => {
    using opened = await open();
    await add(opened, 'x.png');
    const { api, space } = opened.opened;
    const other = { name: 'x.png', base64: btoa('other'), contentType: 'image/png' };
    await api.changeRequestContent.update({
      spaceId: space,
      changeRequestId: '1',
      body: { changes: [{ operation: 'insert_files', files: [other] }] },
    });
    await opened.opened.content.refresh(space, 1);

    await write(opened, 'a', shown);

    const ours = (await filesOf(opened)).find(({ size }) => size === picture.size);
    assert.equal(await opened.markdown('a'), `# A\n\nOne.\n\n![x](/files/${ours?.id})\n`);
  });

  test('goes ahead of its page if there are more files than one request can take', async () => {
    using opened = await open();
    const names = Array.from({ length: newFilesAtOnce.count + 1 }, (_, at) => `x-${at}.png`);
    await add(opened, ...names);

    const { different } = await write(opened, 'a', names.map((name) => `![](_files/${name})`).join('\n'));

    assert.deepEqual([opened.revisions(), different], [2, []]);
    const files = await filesOf(opened);
    assert.equal(files.length, names.length);
    const markdown = (await opened.markdown('a')) ?? '';
    for (const { id } of files) assert.ok(markdown.includes(`/files/${id})`));
    assert.deepEqual(await opened.edits.files.of(at(opened.opened)), []);
  });

  test('takes the place of an edit in the first revision if there are as many edits as one request can take', async () => {
    using opened = await open();
    await add(opened, 'x.png');
    const inserts = Array.from({ length: mostAtOnce - 1 }, (_, at) => ({ kind: 'insert', title: `${at}` }) as const);
    const edits = [{ kind: 'write', page: 'a', text: `# A\n\n${shown}\n` } as const, ...inserts];

    const { inserted } = await opened.edits.send(at(opened.opened), edits, { inBatches: true });

    assert.deepEqual([opened.revisions(), inserted.length], [2, inserts.length]);
    assert.equal((await filesOf(opened)).length, 1);
  });

  test('is not sent twice if the first answer is lost', async () => {
    using opened = await open();
    await add(opened, 'x.png');
    let isLost = false;
    opened.opened.instead = async (request, platform) => {
      const response = await platform(request);
      if (request.method !== 'POST' || !request.url.endsWith('/content') || isLost) return response;
      isLost = response.ok;
      if (isLost) throw new TypeError('fetch failed');
      return response;
    };

    const { changed, different } = await write(opened, 'a', shown);

    const files = await filesOf(opened);
    assert.deepEqual([isLost, changed, different, files.length], [true, true, [], 1]);
    assert.equal(await opened.markdown('a'), `# A\n\nOne.\n\n![x](/files/${files[0]?.id})\n`);
    assert.deepEqual(await opened.edits.files.of(at(opened.opened)), []);
  });

  test('stays if nothing was saved', async () => {
    using opened = await open();
    await add(opened, 'x.png');
    opened.opened.instead = async (request, platform) =>
      request.method === 'POST'
        ? Response.json({ error: { code: 503, message: 'Down' } }, { status: 503 })
        : platform(request);

    await assert.rejects(write(opened, 'a', shown));

    assert.equal((await opened.edits.files.of(at(opened.opened))).length, 1);
    opened.opened.instead = undefined;
    await write(opened, 'a', shown);
    assert.equal((await filesOf(opened)).length, 1);
  });

  test('is known only in its change request, and stays there when another one sends a file of its name', async () => {
    using opened = await open();
    const { edits } = opened;
    const other = at(opened.opened, 2);
    assert.equal(await edits.files.add(other, { ...picture, base64: btoa('No') }), 'x.png');
    assert.equal(await edits.files.get(at(opened.opened), 'x.png'), undefined);
    await write(opened, 'a', shown);
    assert.deepEqual(await filesOf(opened), []);
    await add(opened, 'x.png');

    await write(opened, 'b', shown);

    assert.equal((await filesOf(opened)).length, 1);
    assert.deepEqual(await edits.files.of(at(opened.opened)), []);
    assert.equal((await edits.files.get(other, 'x.png'))?.base64, btoa('No'));
  });

  test('gets another name if another window has added one of its name', async () => {
    using opened = await open();
    const window = opened.again().edits;

    const names = await Promise.all(
      [opened.edits, window].map(({ files }, index) =>
        files.add(at(opened.opened), { ...picture, base64: btoa(`No. ${index}`) }, ['x-2.png']),
      ),
    );

    assert.deepEqual(names.sort(), ['x-3.png', 'x.png']);
    assert.equal(await window.files.add(at(opened.opened), picture), 'x-2.png');
    const stored = await window.files.of(at(opened.opened));
    assert.deepEqual(stored.map(({ base64 }) => atob(base64)).sort(), ['Hi', 'No. 0', 'No. 1']);
  });

  test('is not deleted for an earlier one of its name that another window has sent', async () => {
    using opened = await open();
    await add(opened, 'x.png');
    const [own] = opened.stored.keys();
    opened.opened.answered = (request) => {
      // Another window sends it first, and then adds another.
      if (request.method !== 'POST') return;
      const file = JSON.parse(opened.stored.get(own!)!) as object;
      opened.stored.set(own!, JSON.stringify({ ...file, base64: btoa('No'), addedAt: 1 }));
    };

    await write(opened, 'a', shown);

    assert.equal((await opened.again().edits.files.get(at(opened.opened), 'x.png'))?.base64, btoa('No'));
  });

  test('is sent even if its copy on disk cannot be deleted', async () => {
    using opened = await open();
    await add(opened, 'x.png');
    opened.stored.delete = () => assert.fail('The disk is read-only.');
    const { revision } = await opened.opened.content.changeRequest(opened.opened.space, 1);

    const sent = await write(opened, 'a', shown);

    assert.equal(sent.changed, true);
    assert.notEqual(sent.revision, revision);
    assert.equal(opened.reported().length, 1);
    assert.match(opened.opened.warnings.join(), /Sent files cannot be deleted from disk/);
  });

  test("that goes ahead of its page doesn't let the page replace what someone else wrote meanwhile", async () => {
    using opened = await open();
    const names = Array.from({ length: newFilesAtOnce.count + 1 }, (_, index) => `x-${index}.png`);
    await add(opened, ...names);
    let posts = 0;
    opened.opened.instead = async (request, platform) => {
      if (request.method === 'POST' && request.url.endsWith('/content') && ++posts === 2) {
        // Before the first portion of files. The first request asks whether the server takes files.
        opened.opened.platform.editChangeRequest(opened.opened.changeRequest.id, [
          { operation: 'update_page', page: 'a', markdown: 'Theirs.\n' },
        ]);
      }
      return platform(request);
    };

    const refused = await write(opened, 'a', names.map((name) => `![](_files/${name})`).join('\n')).catch(
      (error: unknown) => error,
    );

    assert.ok(isKind(refused, 'conflict'));
    assert.equal(await opened.markdown('a'), '# A\n\nTheirs.\n');
    opened.opened.instead = undefined;
    await write(opened, 'a', names.map((name) => `![](_files/${name})`).join('\n'));
    const files = await filesOf(opened);
    assert.equal(files.length, names.length);
    for (const { id } of files) assert.ok((await opened.markdown('a'))?.includes(`/files/${id})`));
  });

  test('is deleted after a week if no draft names it', async () => {
    using opened = await open();
    await add(opened, 'x.png', 'y.png');
    await opened.edits.drafts.keep(opened.target('a'), `# A\n\n${shown}\n`, '# A\n');
    opened.opened.clock.now += 8 * 24 * 60 * 60_000;

    await add(opened, 'z.png');

    const left = (await opened.edits.files.of(at(opened.opened))).map(({ name }) => name);
    assert.deepEqual(left.sort(), ['x.png', 'z.png']);
  });
});

describe('a server', () => {
  test('that takes files is asked once, and nothing is applied', async () => {
    using opened = await open();
    opened.opened.taken();

    const offered = [
      await opened.edits.files.areOffered(at(opened.opened)),
      await opened.edits.files.areOffered(at(opened.opened)),
    ];

    assert.deepEqual(offered, [true, true]);
    assert.deepEqual(opened.opened.taken(), ['POST /change-requests/1/content']);
    assert.deepEqual([opened.revisions(), await filesOf(opened)], [0, []]);
  });

  test.each([
    'body.changes.0.operation: must be one of insert_page, update_page, delete_page, revert_page',
    'unknown operation insert_files',
    'body.changes[0] must match exactly one schema in oneOf',
  ])('that does not know the operation is asked once a day: %s', async (message) => {
    using opened = await open();
    await add(opened, 'x.png');
    let asked = 0;
    opened.opened.instead = async (request, platform) => {
      const text = request.method === 'POST' ? await request.clone().text() : '';
      if (!text.includes('insert_files')) return platform(request);
      asked++;
      return Response.json({ error: { code: 422, message } }, { status: 422 });
    };

    const refused = await write(opened, 'a', shown).catch((error: unknown) => error);

    assert.ok(isKind(refused, 'invalid'));
    assert.deepEqual(refused.reason, { code: 'filesUnsupported' });
    assert.equal(await opened.again().edits.files.areOffered(at(opened.opened)), false);
    assert.equal(asked, 1);
    assert.equal((await opened.edits.files.of(at(opened.opened))).length, 1);
  });

  test('that refuses the question for another reason may take files', async () => {
    using opened = await open();
    opened.opened.instead = async () =>
      Response.json(
        { error: { code: 400, message: 'Blocked by the firewall: changes must be smaller' } },
        { status: 400 },
      );

    assert.equal(await opened.edits.files.areOffered(at(opened.opened)), undefined);
    opened.opened.instead = undefined;
    assert.equal(await opened.again().edits.files.areOffered(at(opened.opened)), true);
  });

  test.each([403, 503])('that answers %i may take files', async (status) => {
    using opened = await open();
    opened.opened.instead = async () => Response.json({ error: { code: status, message: 'No' } }, { status });

    assert.equal(await opened.edits.files.areOffered(at(opened.opened)), undefined);
  });

  test('takes the largest file that we send, and not one byte more', async () => {
    using opened = await open();
    const { api, space } = opened.opened;
    const insert = (size: number) =>
      api.changeRequestContent.update({
        spaceId: space,
        changeRequestId: '1',
        body: {
          changes: [
            {
              operation: 'insert_files',
              files: [{ name: 'x.bin', contentType: 'a/b', base64: Buffer.alloc(size).toString('base64') }],
            },
          ],
        },
      });

    assert.equal((await insert(largestFile)).insertedFiles?.[0]?.size, largestFile);
    await assert.rejects(insert(largestFile + 1), (error) => isKind(error, 'invalid'));
  });
});
