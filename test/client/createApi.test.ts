import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import type { Unreadable } from '../../src/contract/shared/list.ts';
import { connect, failure, token } from './connect.ts';
import { organizationOf, spaceOf } from './samples.ts';
import { json, serve, until } from './serve.ts';

describe('a request', () => {
  test('fills path and query, carries the token and accepts JSON', async () => {
    const server = await serve((_, response) => json(response, { items: [] }));

    await connect(`${server.base}/docs`).content.files({ spaceId: 'a b/ü', limit: 7, page: 'x&y', computed: false });

    const [request] = server.received;
    assert.equal(request?.url, '/docs/v1/spaces/a%20b%2F%C3%BC/content/files?page=x%26y&limit=7&computed=false');
    assert.equal(request.headers.authorization, `Bearer ${token}`);
    assert.equal(request.headers.accept, 'application/json');
  });

  test('carries its body as JSON', async () => {
    const server = await serve((_, response) => json(response, spaceOf('s')));

    await connect(server.base).spaces.update({ spaceId: 's', body: { title: 'Ünï', defaultLevel: null } });

    const [request] = server.received;
    assert.equal(request?.method, 'PATCH');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(request.body), { title: 'Ünï', defaultLevel: null });
  });

  test.each(['', '.', '..', '\ud800'])("isn't sent with %j for an id", async (spaceId) => {
    const server = await serve((_, response) => json(response, {}));

    const error = await failure(connect(server.base).spaces.get({ spaceId }));

    assert.equal(error.kind, 'invalid');
    const rule = { is: spaceId === '' ? 'notEmpty' : 'id' };
    assert.deepEqual(error.reason, { code: 'notSent', violation: { field: 'spaceId', rule } });
    assert.equal(server.received.length, 0);
  });

  test.each([
    [
      'a long title',
      { title: 'x'.repeat(51) },
      'notSent {"violation":{"field":"title","rule":{"is":"most","amount":50,"unit":"characters"}}}',
    ],
    [
      'an unknown enum value',
      { editMode: 'half' },
      'notSent {"violation":{"field":"editMode","rule":{"is":"oneOf","values":["live","locked"]}}}',
    ],
    ['a wrong type', { title: 7 }, 'notSent {"violation":{"field":"title","rule":{"is":"type","type":"string"}}}'],
    ['an unknown field', { colour: 'red' }, 'notSent {"violation":{"field":"colour","rule":{"is":"known"}}}'],
    ['no body', undefined, 'notSent {"violation":{"rule":{"is":"required"}}}'],
  ])("isn't sent with %s", async (_, body, message) => {
    const server = await serve((_, response) => json(response, {}));

    const error = await failure(connect(server.base).spaces.update({ spaceId: 's', body: body as never }));

    assert.equal(error.kind, 'invalid');
    assert.equal(error.message, message);
    assert.equal(server.received.length, 0);
  });

  test.each([
    [{ limit: 1001 }, 'notSent {"violation":{"field":"limit","rule":{"is":"most","amount":1000}}}'],
    [{ query: '' }, 'notSent {"violation":{"field":"query","rule":{"is":"notEmpty"}}}'],
    [{ query: undefined }, 'notSent {"violation":{"field":"query","rule":{"is":"required"}}}'],
  ])("isn't sent with the query %j", async (query, message) => {
    const server = await serve((_, response) => json(response, {}));

    const error = await failure(connect(server.base).content.search({ spaceId: 's', query: 'x', ...query } as never));

    assert.equal(error.message, message);
    assert.equal(server.received.length, 0);
  });

  test('names the field inside a union that breaks a limit', async () => {
    const server = await serve((_, response) => json(response, {}));
    const body = { position: { before: { type: 'space' } } } as never;

    const error = await failure(connect(server.base).spaces.move({ spaceId: 's', body }));

    assert.equal(error.message, 'notSent {"violation":{"field":"position.before.space","rule":{"is":"required"}}}');
  });

  test('is sent without a token if there is none', async () => {
    const server = await serve((_, response) => json(response, { items: [] }));

    await connect(server.base, { token: async () => undefined }).organizations.list({});

    assert.equal(server.received[0]?.headers.authorization, undefined);
  });

  test("isn't sent if the stored token is invalid in a header", async () => {
    const server = await serve((_, response) => json(response, {}));

    const error = await failure(connect(server.base, { token: async () => 'two\nlines' }).organizations.list({}));

    assert.equal(error.kind, 'signedOut');
    assert.equal(server.received.length, 0);
  });
});

describe('a reply', () => {
  test('keeps unknown fields and unknown values', async () => {
    const space = { ...spaceOf('s'), visibility: 'by-moonlight', moon: { phase: 3 } };
    const server = await serve((_, response) => json(response, space));

    assert.deepEqual(await connect(server.base).spaces.get({ spaceId: 's' }), space);
  });

  test.each([200, 202, 204, 205])('of status %i is a success if no content is expected', async (status) => {
    const server = await serve((_, response) => response.writeHead(status).end());

    assert.equal(await connect(server.base).spaces.delete({ spaceId: 's' }), undefined);
  });

  test('can be compressed, even for a failure', async () => {
    const server = await serve((request, response) => {
      const value = request.url.endsWith('/no') ? { error: { message: 'Not yours' } } : spaceOf('s');
      response.writeHead(request.url.endsWith('/no') ? 403 : 200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify(value)));
    });
    const api = connect(server.base);

    assert.equal((await api.spaces.get({ spaceId: 'yes' })).id, 's');
    assert.match((await failure(api.spaces.get({ spaceId: 'no' }))).message, /^forbidden \{"words":"Not yours"\}/);
    assert.match(server.received[0]?.headers['accept-encoding'] ?? '', /gzip/);
  });

  test('hides no item of a list because another is unreadable', async () => {
    const server = await serve((_, response) =>
      json(response, { items: [spaceOf('a'), { id: 7 }, 'x', spaceOf('b')], next: null, count: 'many' }),
    );
    const skipped: [string, readonly Unreadable[]][] = [];
    const onSkipped = (endpoint: string, items: readonly Unreadable[]) => skipped.push([endpoint, items]);

    const list = await connect(server.base, { onSkipped }).spaces.list({ organizationId: 'o' });

    assert.deepEqual(
      list.items.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.deepEqual(
      skipped.map(([endpoint, items]) => [endpoint, items.map(({ index }) => index)]),
      [['GET /v1/orgs/{organizationId}/spaces', [1, 2]]],
    );
    assert.match(skipped[0]?.[1][1]?.reason ?? '', /^✖ Invalid input: expected object, received string$/);
  });

  test('hides no page of a tree because another is unreadable: its children take its place', async () => {
    const tree = [
      {
        id: 'a',
        pages: [{ id: 'b' }, { title: 'no id', pages: [{ id: 'c' }, { id: 'd' }] }, { id: 'e', pages: null }],
      },
      'x',
      { id: 'f', pages: [] },
    ];
    const server = await serve((_, response) => json(response, { pages: tree }));
    const skipped: (readonly Unreadable[])[] = [];
    const onSkipped = (_: string, items: readonly Unreadable[]) => skipped.push(items);

    const { pages } = await connect(server.base, { onSkipped }).content.pages({ spaceId: 's' });

    assert.deepEqual(pages, [
      { id: 'a', pages: [{ id: 'b' }, { id: 'c' }, { id: 'd' }, { id: 'e', pages: null }] },
      { id: 'f', pages: [] },
    ]);
    assert.deepEqual(
      skipped.map((items) => items.map(({ index }) => index)),
      [[2, 6]],
    );
  });

  test('can be a tree of pages of any depth', async () => {
    const depth = 20_000;
    const tree = `${'{"id":"p","pages":['.repeat(depth)}{"id":"deepest"}${']}'.repeat(depth)}`;
    const server = await serve((_, response) => response.end(`{"pages":[${tree}]}`));

    let { pages } = await connect(server.base).content.pages({ spaceId: 's' });

    for (let level = 0; level < depth; level++) pages = pages[0]?.pages ?? [];
    assert.equal(pages[0]?.id, 'deepest');
  });

  test.each([
    [400, 'invalid', 'refused'],
    [401, 'signedOut', 'tokenRefused'],
    [402, 'forbidden', 'forbidden'],
    [403, 'forbidden', 'forbidden'],
    [404, 'missing', 'missing'],
    [405, 'unsupported', 'unsupported'],
    [409, 'conflict', 'conflicting'],
    [410, 'missing', 'missing'],
    [412, 'conflict', 'conflicting'],
    [418, 'invalid', 'refused'],
    [422, 'invalid', 'refused'],
    [429, 'throttled', 'throttled'],
    [500, 'unavailable', 'serverFailed'],
    [501, 'unsupported', 'unsupported'],
    [502, 'unavailable', 'serverFailed'],
    [503, 'unavailable', 'serverFailed'],
    [599, 'unavailable', 'serverFailed'],
  ] as const)('of status %i fails as %s, because of %s', async (status, kind, code) => {
    const server = await serve((_, response) =>
      json(response, { error: { code: status, message: 'because' } }, status),
    );

    const error = await failure(connect(server.base).spaces.get({ spaceId: 's' }));

    assert.equal(error.kind, kind);
    assert.equal(error.details.status, status);
    assert.equal(error.details.endpoint, 'GET /v1/spaces/{spaceId}');
    assert.equal(error.reason.code, code);
  });

  test('names the missing resource', async () => {
    const server = await serve((_, response) => json(response, { error: { code: 404, message: 'because' } }, 404));

    const error = await failure(connect(server.base).spaces.get({ spaceId: 's' }));

    assert.equal(error.message, 'missing {"resource":"space"}');
  });

  test.each([
    ['a web page', 200, '<!doctype html><p>Welcome', /^webPageReply/],
    ['a web page for something missing', 404, '<html>Cannot GET', /^webPageReply/],
    ['nothing', 200, '', /^replyCutOff/],
    ['half of the JSON', 200, '{"id": "s', /^replyCutOff/],
    [
      'JSON of another form',
      200,
      '{"id": 7}',
      /^unexpectedReply \{"violation":\{"field":"id","rule":\{"is":"type","type":"string"\}\}\}/,
    ],
    [
      'JSON without required fields',
      200,
      '{"id": "s"}',
      /^unexpectedReply \{"violation":\{"field":"title","rule":\{"is":"required"\}\}\}/,
    ],
    ['a list instead', 200, '[]', /^unexpectedReply \{"violation":\{"rule":\{"is":"type","type":"object"\}\}\}/],
    ['null', 200, 'null', /^unexpectedReply \{"violation":\{"rule":\{"is":"type","type":"object"\}\}\}/],
  ])('that is %s is unreadable', async (_, status, body, message) => {
    const server = await serve((_, response) => response.writeHead(status).end(body));

    const error = await failure(connect(server.base).spaces.get({ spaceId: 's' }));

    assert.equal(error.kind, 'unreadable');
    assert.match(error.message, message);
  });

  test.each([
    ['other text', 'Please accept the terms of this network.'],
    ['an error', '{"error":{"code":500,"message":"No."}}'],
    ['a web page', '<!doctype html>'],
  ])('that is %s where nothing was expected is no success', async (_, body) => {
    const server = await serve((_, response) => response.writeHead(200).end(body));

    const error = await failure(connect(server.base).spaces.delete({ spaceId: 's' }));

    assert.deepEqual([error.kind, error.details.mayHaveHappened], ['unreadable', true]);
  });

  test.each([[''], [' '], ['{}'], ['{"id":"s"}']])(
    'that is %j where nothing was expected is a success',
    async (body) => {
      const server = await serve((_, response) => response.writeHead(200).end(body));

      await connect(server.base).spaces.delete({ spaceId: 's' });
    },
  );

  test('that is a web page for an optional endpoint means that it is missing', async () => {
    const server = await serve((_, response) => response.writeHead(404).end('<html>Cannot GET /v1/user'));

    assert.equal((await failure(connect(server.base).users.me({}))).kind, 'missing');
  });

  test("that redirects is unreadable, and isn't followed", async () => {
    const server = await serve((_, response) =>
      response.writeHead(302, { location: 'https://elsewhere.example/login?next=secret' }).end(),
    );

    const error = await failure(connect(server.base).spaces.get({ spaceId: 's' }));

    assert.equal(error.kind, 'unreadable');
    assert.match(error.message, /^redirected \{"origin":"https:\/\/elsewhere\.example"\}/);
    assert.equal(server.received.length, 1);
  });

  test('that is nested too deeply is unreadable', async () => {
    const depth = 50_000;
    const body = `${'{"id":"p","pages":['.repeat(depth)}${']}'.repeat(depth)}`;
    const server = await serve((_, response) => response.end(body));

    const error = await failure(connect(server.base).content.page({ spaceId: 's', pageId: 'p' }));

    assert.equal(error.kind, 'unreadable');
  });

  test("that is too long is unreadable, and isn't read to its end", async () => {
    let closed = false;
    const server = await serve((_, response) => {
      const piece = Buffer.alloc(1024 * 1024, ' ');
      const write = (): void => {
        if (!response.destroyed) response.write(piece, () => setImmediate(write));
      };
      response.on('close', () => (closed = true));
      write();
    });

    const error = await failure(connect(server.base).spaces.get({ spaceId: 's' }));

    assert.equal(error.kind, 'unreadable');
    assert.match(error.message, /^replyTooLarge \{"megabytes":64\}/);
    await until(() => closed);
  });

  test("quotes the server's message in one line of limited length", async () => {
    const message = `no\r\n\u001b[31m\u202etitle\u0000 at https://x.example/a?key=1 ${'long '.repeat(200)}`;
    const server = await serve((_, response) => json(response, { error: { message } }, 422));

    const error = await failure(connect(server.base).spaces.get({ spaceId: 's' }));

    assert.match(error.message, /^refused \{"words":"no \[31m title at https:\/\/x\.example\/… long/);
    assert.ok(error.message.length < 400);
  });
});

test('with 60,000 unreadable items reports the first ten, and their number', async () => {
  const server = await serve((_, response) => json(response, { items: Array.from({ length: 60_000 }, () => 'odd') }));
  const reported: [readonly Unreadable[], number][] = [];
  const onSkipped = (_: string, first: readonly Unreadable[], count: number) => reported.push([first, count]);

  const { items, skipped } = await connect(server.base, { onSkipped }).organizations.list({});

  assert.deepEqual([items.length, skipped?.length], [0, 60_000]);
  assert.deepEqual(
    reported.map(([first, count]) => [first.map(({ index }) => index), count]),
    [[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 60_000]],
  );
});

describe('too many requests', () => {
  const now = 1_800_000_000_000;
  test.each([
    ['the reset of the limit', { 'x-ratelimit-reset': '1800000030' }, now + 30_000, 30],
    ['seconds to wait', { 'retry-after': '120' }, now + 120_000, 120],
    ['a date', { 'retry-after': new Date(now + 5000).toUTCString() }, now + 5000, 5],
    ['a reset in the past', { 'x-ratelimit-reset': '1700000000' }, now, 1],
    ['a reset in milliseconds', { 'x-ratelimit-reset': '1800000030000' }, undefined, undefined],
    ['nothing', {}, undefined, undefined],
    [
      'the reset by a clock an hour ahead',
      { date: new Date(now + 3_600_000).toUTCString(), 'x-ratelimit-reset': '1800003630' },
      now + 30_000,
      30,
    ],
    [
      'a date by a clock two days behind',
      { date: 'Wed, 13 Jan 2027 08:00:00 GMT', 'retry-after': 'Wed, 13 Jan 2027 08:01:00 GMT' },
      now + 60_000,
      60,
    ],
  ])('report by %s when to try again', async (_, headers, retryAt, wait) => {
    const server = await serve((_, response) =>
      json(response, {}, 429, { date: new Date(now).toUTCString(), ...headers }),
    );

    const error = await failure(connect(server.base, { now: () => now }).organizations.list({}));

    assert.equal(error.details.retryAt, retryAt);
    assert.deepEqual(error.reason, { code: 'throttled', wait });
  });
});

test('a call without input needs none', async () => {
  const server = await serve((_, response) => json(response, { items: [organizationOf('o')] }));

  const list = await connect(server.base).organizations.list({});

  assert.equal(list.items[0]?.title, 'Organization o');
});
