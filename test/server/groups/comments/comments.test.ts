import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { servePeople } from '../../people.ts';
import { serveFolder, type Client, type Json, type Served } from '../../serve.ts';

// Sections 2.2, 2.3, 3, 4.2 and 4.3 of the API document: comments of spaces and of change requests work alike.

const files = { 'a.md': '# A\n\n## Setup\n\nFirst words.\n', 'b.md': '# B\n\ntwo\n' };
const kinds = ['spaces', 'change requests'] as const;
type Kind = (typeof kinds)[number];

/** A space or change request with one comment. */
async function open(kind: Kind) {
  const served = await serveFolder(files);
  const space = `/v1/spaces/${served.space}`;
  const place = kind === 'spaces' ? space : await newChangeRequest(served, space);
  const base = `${place}/comments`;
  const made = await served.post(base, { body: { markdown: 'Hello' } });
  return { ...served, kind, spacePath: space, place, base, made, comment: made.body, path: `${base}/${made.body.id}` };
}

async function newChangeRequest({ post }: Served, space: string): Promise<string> {
  return `${space}/change-requests/${(await post(`${space}/change-requests`, { subject: 'S' })).body.id}`;
}

function textOf(comment: Json): string {
  return (comment['body'] as unknown as { markdown: string }).markdown;
}

async function texts({ get }: Client, path: string): Promise<string[]> {
  return (await get(path)).body.items.map(textOf);
}

describe.each(kinds)('a comment on %s', (kind) => {
  test('is created with 200, and returned with all fields', async () => {
    const { made, get, place, path, address, space } = await open(kind);
    const { id: user } = (await get('/v1/user')).body;

    assert.equal(made.status, 200);
    const { id, urls, target, postedBy, ...rest } = made.body;
    assert.equal(postedBy.id, user);
    assert.equal(urls['location'], `${address}${path}`);
    assert.equal(target['space'], space);
    assert.equal(typeof target.revision, 'string');
    assert.equal(target['changeRequest'], kind === 'spaces' ? undefined : place.split('/').at(-1));
    assert.deepEqual(rest, {
      object: 'comment',
      postedAt: '2026-05-04T10:00:00.000Z',
      reactions: [],
      body: { markdown: 'Hello' },
      permissions: { view: true, edit: true, reply: true, delete: true },
      replies: 0,
      status: 'open',
    });
    assert.equal(path.endsWith(id), true);
  });

  test('is read as it was returned', async () => {
    const { get, path, comment } = await open(kind);

    assert.deepEqual((await get(`${path}?format=markdown`)).body, comment);
    assert.equal((await get(`${path}?format=wiki`)).status, 400);
  });

  test('can be about a page, and a part of it', async () => {
    const { post, base, page } = await open(kind);
    const { id } = await page('a');

    const { status, body } = await post(base, { page: id, node: 'setup', body: { markdown: 'Here' } });

    assert.equal(status, 200);
    const { title, path } = body.target.page;
    assert.deepEqual([title, path, body.target.page['outdated']], ['A', 'a', false]);
    assert.deepEqual(body.target['node'], { id: 'setup', preview: 'Setup' });
  });

  test.each([
    [{}, 'body.body: is required'],
    [{ body: {} }, 'body.body.markdown: is required'],
    [{ body: { markdown: 5 } }, 'body.body.markdown: must be a string'],
    [{ body: { markdown: 'x' }, page: 'nowhere' }, 'body.page: is not a page here'],
    [{ body: { markdown: 'x' }, author: 'me' }, 'body.author: is not a known field'],
  ])("isn't created from %j", async (sent, message) => {
    const { post, get, base } = await open(kind);

    const { status, body } = await post(base, sent);

    assert.deepEqual([status, body.error.message], [422, message]);
    assert.equal((await get(base)).body.count, 1);
  });

  test('can be resolved and reopened, and counts while it is open', async () => {
    const { get, put, path, place } = await open(kind);
    const comments = async () => (await get(place)).body['comments'];

    const counts = [await comments()];
    const resolved = await put(path, { resolved: true });
    counts.push(await comments());
    const reopened = await put(path, { resolved: false });
    counts.push(await comments());

    assert.deepEqual([resolved.status, resolved.body.status], [200, 'resolved']);
    assert.equal(resolved.body['resolvedAt'], '2026-05-04T10:00:00.000Z');
    assert.equal((resolved.body['resolvedBy'] as Json).id, resolved.body.postedBy.id);
    assert.deepEqual([reopened.status, reopened.body.status], [200, 'open']);
    assert.equal('resolvedAt' in reopened.body || 'resolvedBy' in reopened.body, false);
    assert.deepEqual(counts, [1, 0, 1]);
  });

  test('stays unchanged when it is resolved again', async () => {
    const { get, put, path, place, wait } = await open(kind);
    const first = await put(path, { resolved: true });
    wait(5000);

    const second = await put(path, { resolved: true });

    assert.equal(second.status, 200);
    assert.deepEqual(second.body, first.body);
    assert.equal((await get(place)).body['comments'], 0);
  });

  test('accepts another text, and has its edit time', async () => {
    const { put, path, comment, wait } = await open(kind);
    wait(1000);

    const { status, body } = await put(path, { body: { markdown: 'Edited' } });

    assert.equal(status, 200);
    assert.equal(textOf(body), 'Edited');
    assert.equal(body['editedAt'], '2026-05-04T10:00:01.000Z');
    assert.equal(body['postedAt'], comment['postedAt']);
  });

  test("isn't changed by an empty update", async () => {
    const { put, path, comment } = await open(kind);

    assert.deepEqual((await put(path, {})).body, comment);
  });

  test('has each reaction of a user once, however often it is sent', async () => {
    const { put, path } = await open(kind);
    await put(path, { addedReactions: ['👍', '👍', '🎉'] });

    const again = (await put(path, { addedReactions: ['👍'] })).body;
    const removed = (await put(path, { addedReactions: ['👀'], removedReactions: ['👍', '👀', '❤️'] })).body;

    const reported = (comment: Json) =>
      (comment['reactions'] as { emoji: string; count: number; users: { user: Json; reactedAt: string }[] }[]).map(
        ({ emoji, count, users }) => [emoji, count, users[0]?.user.id === comment.postedBy.id, users[0]?.reactedAt],
      );
    const at = '2026-05-04T10:00:00.000Z';
    assert.deepEqual(reported(again), [
      ['🎉', 1, true, at],
      ['👍', 1, true, at],
    ]);
    assert.deepEqual(reported(removed), [['🎉', 1, true, at]]);
  });

  test('is deleted with 205, then with 204', async () => {
    const { get, delete: remove, path, place, base } = await open(kind);

    const statuses = [(await remove(path)).status, (await remove(path)).status, (await remove(`${base}/none`)).status];

    assert.deepEqual(statuses, [205, 204, 204]);
    assert.equal((await get(path)).status, 404);
    assert.equal((await get(place)).body['comments'], 0);
  });

  test("isn't found at another place", async () => {
    const opened = await open(kind);
    const { get, put, delete: remove, post, spacePath, comment } = opened;
    const other = kind === 'spaces' ? await newChangeRequest(opened, spacePath) : spacePath;
    const path = `${other}/comments/${comment.id}`;

    const statuses = [
      (await get(path)).status,
      (await put(path, { resolved: true })).status,
      (await remove(path)).status,
      (await post(`${path}/replies`, { body: { markdown: 'x' } })).status,
    ];

    assert.deepEqual(statuses, [404, 404, 204, 404]);
  });

  test('of a deleted space stays unchanged', async () => {
    const { get, put, post, delete: remove, base, path, spacePath } = await open(kind);
    await remove(spacePath);

    const statuses = [
      (await get(path)).status,
      (await put(path, { resolved: true })).status,
      (await post(base, { body: { markdown: 'x' } })).status,
      (await remove(path)).status,
    ];

    assert.deepEqual(statuses, [200, 409, 409, 409]);
  });
});

describe.each(kinds)('a reply on %s', (kind) => {
  async function replied() {
    const opened = await open(kind);
    const made = await opened.post(`${opened.path}/replies`, { body: { markdown: 'Indeed' } });
    return { ...opened, reply: made, replyPath: `${opened.path}/replies/${made.body.id}` };
  }

  test('is created with 200, returned with its fields, and counted', async () => {
    const { reply, get, path, replyPath, address } = await replied();

    const { id, postedBy, urls, ...rest } = reply.body;

    assert.deepEqual([reply.status, typeof id, postedBy.object], [200, 'string', 'user']);
    assert.equal(urls['location'], `${address}${replyPath}`);
    assert.deepEqual(rest, {
      object: 'comment-reply',
      postedAt: '2026-05-04T10:00:00.000Z',
      reactions: [],
      body: { markdown: 'Indeed' },
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    assert.equal((await get(path)).body['replies'], 1);
    assert.deepEqual((await get(`${replyPath}?format=markdown`)).body, reply.body);
  });

  test('is edited and gets reactions on its own', async () => {
    const { get, put, path, replyPath } = await replied();

    const { status, body } = await put(replyPath, { body: { markdown: 'No' }, addedReactions: ['👍'] });

    assert.deepEqual([status, textOf(body), (body['reactions'] as Json[]).length], [200, 'No', 1]);
    assert.deepEqual((await get(path)).body['reactions'], []);
    assert.deepEqual((await put(replyPath, { removedReactions: ['👍'] })).body['reactions'], []);
  });

  test("can't be resolved", async () => {
    const { put, replyPath } = await replied();

    assert.equal((await put(replyPath, { resolved: true })).status, 422);
  });

  test('is deleted with 205, then with 204', async () => {
    const { get, delete: remove, path, replyPath } = await replied();

    assert.deepEqual([(await remove(replyPath)).status, (await remove(replyPath)).status], [205, 204]);
    assert.deepEqual([(await get(replyPath)).status, (await get(path)).body['replies']], [404, 0]);
  });

  test('is deleted with its comment', async () => {
    const { get, delete: remove, path, replyPath } = await replied();

    await remove(path);

    assert.deepEqual([(await get(replyPath)).status, (await get(`${path}/replies`)).status], [404, 404]);
  });

  test('follows earlier replies', async () => {
    const { get, post, path } = await replied();
    for (const markdown of ['2', '3']) await post(`${path}/replies`, { body: { markdown } });

    const first = (await get(`${path}/replies?limit=2&format=markdown`)).body;
    const rest = await texts({ get } as Client, `${path}/replies?limit=2&format=markdown&page=${first.next.page}`);

    assert.deepEqual([first.items.map(textOf), rest, first.count], [['Indeed', '2'], ['3'], 3]);
  });

  test.each([[{}], [{ body: 'text' }], [{ body: { markdown: 'x' }, page: 'y' }]])(
    "isn't created from %j",
    async (sent) => {
      const { get, post, path } = await replied();

      assert.equal((await post(`${path}/replies`, sent)).status, 422);
      assert.equal((await get(path)).body['replies'], 1);
    },
  );
});

describe.each(kinds)('the comments of %s', (kind) => {
  test('come newest first, or oldest first', async () => {
    const { get, post, base, wait } = await open(kind);
    wait(1000);
    await post(base, { body: { markdown: 'Later' } });

    assert.deepEqual(await texts({ get } as Client, base), ['Later', 'Hello']);
    assert.deepEqual(await texts({ get } as Client, `${base}?order=asc`), ['Hello', 'Later']);
    assert.deepEqual(await texts({ get } as Client, `${base}?order=desc`), ['Later', 'Hello']);
  });

  test('can be filtered by status', async () => {
    const { get, post, put, base, path } = await open(kind);
    await put(path, { resolved: true });
    await post(base, { body: { markdown: 'Open' } });

    const reported = await Promise.all(['resolved', 'open', 'all'].map((status) => get(`${base}?status=${status}`)));

    assert.deepEqual(
      reported.map(({ body }) => [body.items.map(textOf), body.count]),
      [
        [['Hello'], 1],
        [['Open'], 1],
        [['Open', 'Hello'], 2],
      ],
    );
  });

  test('can be filtered by page and by authors', async () => {
    const { get, post, base, page, comment } = await open(kind);
    const { id } = await page('b');
    await post(base, { page: id, body: { markdown: 'About b' } });
    const currentUser = comment.postedBy.id;
    const client = { get } as Client;

    assert.deepEqual(await texts(client, `${base}?targetPage=${id}`), ['About b']);
    assert.deepEqual(await texts(client, `${base}?targetPage=nowhere`), []);
    assert.deepEqual(await texts(client, `${base}?authors=nobody&authors=${currentUser}`), ['About b', 'Hello']);
    assert.deepEqual(await texts(client, `${base}?authors=nobody`), []);
    assert.deepEqual(await texts(client, `${base}?authors=${currentUser}&targetPage=${id}&status=open`), ['About b']);
  });

  test.each(['limit=-1', 'limit=1001', 'limit=many', 'order=up', 'status=done', 'page=invented', 'format=html'])(
    "aren't listed by %s",
    async (query) => {
      const { get, base } = await open(kind);

      const { status, body } = await get(`${base}?${query}`);

      assert.equal(status, 400);
      assert.match(body.error.message, new RegExp(`^query\\.${query.split('=')[0]}: `));
    },
  );

  test('are listed with the smallest and the largest limit', async () => {
    const { get, base } = await open(kind);

    const none = (await get(`${base}?limit=0`)).body;
    const all = (await get(`${base}?limit=1000`)).body;

    assert.deepEqual([none.items.length, 'next' in none, none.count], [0, false, 1]);
    assert.equal(all.items.length, 1);
  });

  test('come each once, whatever the limit and the order', async () => {
    const { get, post, base, wait } = await open(kind);
    for (let index = 0; index < 11; index += 1) {
      if (index % 3 === 0) wait(1);
      await post(base, { body: { markdown: `${index}` } });
    }
    const all = await texts({ get } as Client, `${base}?order=asc`);

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 13 }), fc.constantFrom('asc', 'desc'), async (limit, order) => {
        const seen: string[] = [];
        let page = '';
        do {
          const { body } = await get(`${base}?limit=${limit}&order=${order}${page}`);
          seen.push(...body.items.map(textOf));
          page = 'next' in body ? `&page=${body.next.page}` : '';
        } while (page !== '');
        assert.deepEqual(seen, order === 'asc' ? all : [...all].reverse());
      }),
      { numRuns: 26 },
    );
  });

  test('report their authors and those of replies', async () => {
    const { get, place, comment } = await open(kind);

    const { status, body } = await get(`${place}/commenters`);

    assert.equal(status, 200);
    assert.deepEqual([body.count, body.items[0].object, body.items[0].user.id], [1, 'member', comment.postedBy.id]);
  });
});

describe('the target of a comment', () => {
  test.each([
    ['stays while other pages change', 'b', 'update', {}, false],
    ['is outdated when the page has another text', 'a', 'update', {}, true],
    ['stays while its part of the page is there', 'a', 'append', { node: 'setup' }, false],
    ['is outdated when its part of the page is gone', 'a', 'update', { node: 'setup' }, true],
    ['is outdated when the page is gone', 'a', 'delete', {}, true],
    ['is outdated when the page of its part is gone', 'a', 'delete', { node: 'setup' }, true],
  ])('%s', async (_, changed, how, more, outdated) => {
    const { get, post, base, page, platform, space } = await open('spaces');
    const { id } = await page('a');
    const made = await post(base, { page: id, ...more, body: { markdown: 'x' } });
    const other = (await page(changed)).id;
    if (how === 'delete') platform.edit(space, [{ operation: 'delete_page', page: other }]);
    else {
      const markdown = how === 'append' ? '## Setup\n\nFirst words, and more.\n' : 'Nothing of before.\n';
      platform.edit(space, [{ operation: 'update_page', page: other, markdown }]);
    }

    const { target } = (await get(`${base}/${made.body.id}`)).body;

    assert.deepEqual([target.page.id, target.page.title, target.page['outdated']], [id, 'A', outdated]);
  });

  test('in a change request comes from its content, not from main', async () => {
    const { get, post, put, place, base, page, platform, space } = await open('change requests');
    const { id } = await page('a');
    const { body } = await post(base, { page: id, body: { markdown: 'x' } });
    const outdated = async () => (await get(`${base}/${body.id}`)).body.target.page['outdated'];

    platform.edit(space, [{ operation: 'update_page', page: id, markdown: 'In main.\n' }]);
    const before = await outdated();
    await post(`${place}/content`, {
      changes: [{ operation: 'update_page', page: id, document: { markdown: 'In the change request.\n' } }],
    });

    assert.deepEqual([before, await outdated()], [false, true]);
    assert.equal((await put(`${base}/${body.id}`, { resolved: true })).status, 200);
  });

  test('is found by the number of the change request', async () => {
    const { get, spacePath, comment } = await open('change requests');

    const { items } = (await get(`${spacePath}/change-requests/1/comments`)).body;

    assert.deepEqual(items, [comment]);
  });

  test('can be a page that only the change request has', async () => {
    const { post, base, place } = await open('change requests');
    const changes = [{ operation: 'insert_page', title: 'New', document: { markdown: '' } }];
    const { inserted } = (await post(`${place}/content`, { changes })).body;

    const { body } = await post(base, { page: inserted[0], body: { markdown: 'x' } });

    assert.equal(body.target.page.path, 'new');
  });
});

describe('permissions for comments', () => {
  const body = { body: { markdown: 'Said' } };

  test.each([
    ['guest', 403, 403],
    ['reader', 403, 403],
    ['commenter', 200, 200],
    ['editor', 200, 200],
    ['former', 403, 403],
  ] as const)('let a %s read with %i and write with %i, also in change requests', async (person, reading, writing) => {
    const { by, post, get, space } = await servePeople();
    const { body: comment } = await post(`${space}/comments`, body);
    const path = `${space}/comments/${comment.id}`;
    const { body: changeRequest } = await post(`${space}/change-requests`, {});
    const inChangeRequest = `${space}/change-requests/${changeRequest.id}`;
    const { body: one } = await post(`${inChangeRequest}/comments`, body);
    const { body: reply } = await post(`${path}/replies`, body);
    for (const own of [path, `${path}/replies/${reply.id}`]) assert.equal((await get(own)).status, 200);
    const client = by(person);

    assert.deepEqual(
      [
        (await client.get(`${space}/comments`)).status,
        (await client.get(path)).status,
        (await client.get(`${path}/replies`)).status,
        (await client.get(`${path}/replies/${reply.id}`)).status,
        (await client.get(`${space}/commenters`)).status,
        (await client.get(`${inChangeRequest}/comments`)).status,
        (await client.get(`${inChangeRequest}/comments/${one.id}`)).status,
        (await client.get(`${inChangeRequest}/commenters`)).status,
      ],
      Array(8).fill(reading),
    );
    assert.deepEqual(
      [
        (await client.post(`${space}/comments`, body)).status,
        (await client.post(`${path}/replies`, body)).status,
        (await client.put(path, { addedReactions: ['👍'] })).status,
        (await client.put(path, { resolved: true })).status,
      ],
      [writing, writing, writing, writing],
    );
  });

  test('let only authors edit and delete their posts', async () => {
    const { by, space } = await servePeople();
    const [author, other] = [by('commenter'), by('creator')];
    const { body: comment } = await author.post(`${space}/comments`, body);
    const path = `${space}/comments/${comment.id}`;
    const reply = `${path}/replies/${(await author.post(`${path}/replies`, body)).body.id}`;

    assert.deepEqual(
      [
        (await other.put(path, { resolved: true, ...body })).status,
        (await other.delete(path)).status,
        (await other.put(reply, body)).status,
        (await other.delete(reply)).status,
      ],
      [403, 403, 403, 403],
    );
    const seen = (await other.get(path)).body;
    assert.deepEqual(seen.permissions, { view: true, edit: false, reply: true, delete: false });
    assert.equal(seen.status, 'open');
    assert.deepEqual([(await author.delete(reply)).status, (await author.delete(path)).status], [205, 205]);
  });

  test('let admins delete posts of others, but not edit them', async () => {
    const { by, space, ...admin } = await servePeople();
    const { body: comment } = await by('commenter').post(`${space}/comments`, body);
    const path = `${space}/comments/${comment.id}`;

    const { permissions } = (await admin.get(path)).body;
    const edited = await admin.put(path, body);
    const deleted = await admin.delete(path);

    assert.deepEqual(permissions, { view: true, edit: false, reply: true, delete: true });
    assert.deepEqual([edited.status, deleted.status], [403, 205]);
  });

  test('count reactions per user, and let only their owner remove them', async () => {
    const { by, space, ...admin } = await servePeople();
    const { body: comment } = await admin.post(`${space}/comments`, body);
    const path = `${space}/comments/${comment.id}`;
    await by('commenter').put(path, { addedReactions: ['👍'] });

    const both = (await by('editor').put(path, { addedReactions: ['👍'] })).body['reactions'] as Json[];
    const one = (await by('editor').put(path, { removedReactions: ['👍'] })).body['reactions'] as Json[];

    assert.deepEqual([both[0]?.count, one[0]?.count], [2, 1]);
    assert.equal((one[0]?.['users'] as Json[] | undefined)?.[0]?.user.id, 'commenter');
  });

  test('everyone who replied is listed as a commenter', async () => {
    const { by, space, get } = await servePeople();
    const { body: comment } = await by('creator').post(`${space}/comments`, body);
    await by('reviewer').post(`${space}/comments/${comment.id}/replies`, body);

    const { items, count } = (await get(`${space}/commenters`)).body;

    assert.deepEqual(new Set(items.map((item) => item.user.id)), new Set(['creator', 'reviewer']));
    assert.equal(count, 2);
  });
});
