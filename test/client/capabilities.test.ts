import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { withCapabilities, type Lacking } from '../../src/client/capabilities.ts';
import { createApi } from '../../src/client/createApi.ts';
import { failure } from './connect.ts';
import { organizationOf, spaceOf } from './samples.ts';

const hour = 60 * 60 * 1000;

/** A server given as a table of `METHOD /path` to status (200 answers with a universal body), and its client. */
function clientOf(table: Readonly<Record<string, number>>, stored?: unknown) {
  const asked: string[] = [];
  const memory = { value: stored };
  const clock = { now: 1_800_000_000_000 };
  const platform = async (request: Request) => {
    const line = `${request.method} ${new URL(request.url).pathname}`;
    asked.push(line);
    const status = table[line] ?? 404;
    return Response.json({ ...organizationOf('o'), ...spaceOf('s'), items: [] }, { status });
  };
  const api = createApi({ base: 'http://here', platform, token: async () => 't' });
  const storage = { get: () => memory.value, set: (value: Lacking) => void (memory.value = value) };
  return { asked, memory, clock, storage, ...withCapabilities(api, { storage, now: () => clock.now }) };
}

const twoOrganizations = { 'GET /v1/orgs/a': 200, 'GET /v1/orgs/b': 200 };

test('an endpoint that the server has passes through', async () => {
  const { api, lacks } = clientOf({ 'GET /v1/orgs/a/spaces': 200 });

  assert.deepEqual((await api.spaces.list({ organizationId: 'a' })).items, []);
  assert.equal(lacks('spaces', 'list'), false);
});

describe('an endpoint counts as lacking', () => {
  test.each([405, 501])('if it is refused with %i', async (status) => {
    const { api, asked, lacks } = clientOf({ 'GET /v1/orgs/a/spaces': status });
    await failure(api.spaces.list({ organizationId: 'a' }));

    const error = await failure(api.spaces.list({ organizationId: 'b' }));

    assert.equal(error.kind, 'unsupported');
    assert.equal(lacks('spaces', 'list'), true);
    assert.deepEqual(asked, ['GET /v1/orgs/a/spaces']);
  });

  test('if it is missing below two existing organizations', async () => {
    const { api, asked, lacks } = clientOf(twoOrganizations);
    const first = await failure(api.spaces.list({ organizationId: 'a' }));
    assert.equal(lacks('spaces', 'list'), false);
    const second = await failure(api.spaces.list({ organizationId: 'b' }));

    const third = await failure(api.spaces.list({ organizationId: 'c' }));

    assert.deepEqual(
      [first, second, third].map(({ kind }) => kind),
      ['unsupported', 'unsupported', 'unsupported'],
    );
    assert.equal(lacks('spaces', 'list'), true);
    assert.deepEqual(asked, ['GET /v1/orgs/a/spaces', 'GET /v1/orgs/a', 'GET /v1/orgs/b/spaces', 'GET /v1/orgs/b']);
  });

  test('without a request for the organizations if something else below them answers', async () => {
    const { api, asked, lacks } = clientOf({ 'GET /v1/orgs/a/collections': 200, 'GET /v1/orgs/b/collections': 200 });
    for (const organizationId of ['a', 'b']) {
      await Promise.all([failure(api.spaces.list({ organizationId })), api.collections.list({ organizationId })]);
    }

    const error = await failure(api.spaces.list({ organizationId: 'c' }));

    assert.equal(error.kind, 'unsupported');
    assert.equal(lacks('spaces', 'list'), true);
    assert.deepEqual(asked.toSorted(), [
      'GET /v1/orgs/a/collections',
      'GET /v1/orgs/a/spaces',
      'GET /v1/orgs/b/collections',
      'GET /v1/orgs/b/spaces',
    ]);
  });

  test('if it has no parent and is missing while the organizations exist', async () => {
    const { api, lacks } = clientOf({ 'GET /v1/orgs': 200 });

    const error = await failure(api.users.me({}));

    assert.equal(error.kind, 'unsupported');
    assert.equal(lacks('users', 'me'), true);
  });
});

describe("an endpoint doesn't count as lacking", () => {
  test('if it is missing twice below the same organization, which is requested once', async () => {
    const { api, asked, lacks } = clientOf(twoOrganizations);
    await failure(api.spaces.list({ organizationId: 'a' }));

    const error = await failure(api.spaces.list({ organizationId: 'a' }));

    assert.equal(error.kind, 'unsupported');
    assert.equal(lacks('spaces', 'list'), false);
    assert.deepEqual(asked, ['GET /v1/orgs/a/spaces', 'GET /v1/orgs/a', 'GET /v1/orgs/a/spaces']);
  });

  test('if its parent is missing, too', async () => {
    const { api, lacks } = clientOf({});

    const errors = [
      await failure(api.spaces.list({ organizationId: 'a' })),
      await failure(api.spaces.list({ organizationId: 'b' })),
    ];

    assert.deepEqual(
      errors.map(({ kind }) => kind),
      ['missing', 'missing'],
    );
    assert.equal(lacks('spaces', 'list'), false);
  });

  test('if its path has answered before', async () => {
    const { api, lacks } = clientOf({ ...twoOrganizations, 'GET /v1/orgs/a/spaces': 200 });
    await api.spaces.list({ organizationId: 'a' });

    const errors = [
      await failure(api.spaces.create({ organizationId: 'a', body: { parent: 'gone' } })),
      await failure(api.spaces.list({ organizationId: 'b' })),
    ];

    assert.deepEqual(
      errors.map(({ kind }) => kind),
      ['missing', 'missing'],
    );
    assert.equal(lacks('spaces', 'create'), false);
  });

  test.each([403, 500])('if it fails with %i', async (status) => {
    const { api, lacks, asked } = clientOf({ ...twoOrganizations, 'GET /v1/orgs/a/spaces': status });

    await failure(api.spaces.list({ organizationId: 'a' }));

    assert.equal(lacks('spaces', 'list'), false);
    assert.equal(asked.length, 1);
  });
});

test('an endpoint of the document is never judged', async () => {
  const { api, asked } = clientOf({ 'GET /v1/orgs/a/collections': 405 });

  await failure(api.collections.list({ organizationId: 'a' }));
  await failure(api.collections.list({ organizationId: 'a' }));

  assert.equal(asked.length, 2);
});

describe('a lacking endpoint', () => {
  test('is remembered for the account', async () => {
    const before = clientOf({ 'GET /v1/orgs/a/spaces': 501 });
    await failure(before.api.spaces.list({ organizationId: 'a' }));

    const after = clientOf({}, JSON.parse(JSON.stringify(before.memory.value)));

    assert.equal(after.lacks('spaces', 'list'), true);
    assert.equal(after.lacks('spaces', 'create'), false);
  });

  test('is forgotten after a day', async () => {
    const { api, clock, lacks } = clientOf({ 'GET /v1/orgs/a/spaces': 501 });
    await failure(api.spaces.list({ organizationId: 'a' }));

    clock.now += 23 * hour;
    assert.equal(lacks('spaces', 'list'), true);
    clock.now += hour;

    assert.equal(lacks('spaces', 'list'), false);
  });

  test('is forgotten on sign-in', async () => {
    const { api, lacks, forget } = clientOf({ 'GET /v1/orgs/a/spaces': 501 });
    await failure(api.spaces.list({ organizationId: 'a' }));

    forget();

    assert.equal(lacks('spaces', 'list'), false);
  });

  test.each([undefined, null, 'x', [1], { 'GET /v1/orgs/{organizationId}/spaces': 'yes' }])(
    'is unknown if the storage contains %j',
    async (stored) => {
      const { api, lacks } = clientOf({ 'GET /v1/orgs/a/spaces': 200 }, stored);

      assert.equal(lacks('spaces', 'list'), false);
      await api.spaces.list({ organizationId: 'a' });
    },
  );
});
